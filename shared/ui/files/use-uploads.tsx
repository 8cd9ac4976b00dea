import { useEffect, useState, useSyncExternalStore } from "react";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import { MAX_FILE_BYTES } from "@conquest/shared/contracts/media/files";
import { isUnsafe, unsafeNameMessage } from "@conquest/shared/contracts/media/unsafe-names";
import { translated } from "@conquest/shared/contracts/text/message";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { formatBytes } from "@conquest/shared/ui/files/describe-file";
import { errorMessage } from "@conquest/shared/ui/format/text";

export interface Upload {
  key: number;
  name: string;
  bytes: number;
  /** `arrived`: fully sent, while the server validates it. */
  state: "waiting" | "sending" | "arrived" | "failed";
  share: number;
  because: string;
  canRetry: boolean;
}

export interface Uploads {
  list: readonly Upload[];
  /** Files beyond the limit. If a file is rejected, the first of them takes its place. */
  leftOut: readonly File[];
  add(files: readonly File[], room?: number): void;
  forgetLeftOut(): void;
  retry(key: number): void;
  remove(key: number): void;
  /** Resolves when no file is uploading: with the failed uploads, or with null if an upload was removed. */
  settled(): Promise<readonly Upload[] | null>;
}

interface Job {
  file: File;
  stop: AbortController;
}

/** Uploads one file under a valid name. Must be referentially stable. */
export type SendFile<Stored> = (
  file: File,
  name: string,
  options: { signal: AbortSignal; onSent: (share: number) => void },
) => Promise<Stored>;

function createUploads<Stored>(sendFile: SendFile<Stored>) {
  let onStored: (stored: Stored) => void = () => undefined;
  let state: Pick<Uploads, "list" | "leftOut"> = { list: [], leftOut: [] };
  let queue = Promise.resolve();
  let lastKey = 0;
  const jobs = new Map<number, Job>();
  const listeners = new Set<() => void>();
  let waiting: ((failed: readonly Upload[] | null) => void)[] = [];

  function set(changes: Partial<typeof state>): void {
    state = { ...state, ...changes };
    listeners.forEach((listener) => listener());
    if (!state.list.some(isPending)) endWait(state.list);
  }

  function endWait(failed: readonly Upload[] | null): void {
    waiting.forEach((resolve) => resolve(failed));
    waiting = [];
  }

  const change = (key: number, changes: Partial<Upload>) =>
    set({ list: state.list.map((each) => (each.key === key ? { ...each, ...changes } : each)) });

  function drop(key: number): void {
    jobs.delete(key);
    set({ list: state.list.filter((each) => each.key !== key) });
  }

  /** Returns whether the server rejected the file itself. */
  async function send(key: number): Promise<boolean> {
    const job = jobs.get(key);
    if (!job) return false;
    const { file, stop } = job;
    change(key, { state: "sending", share: 0 });
    try {
      const onSent = (share: number) => change(key, share < 1 ? { share } : { state: "arrived", share: 1 });
      const stored = await sendFile(file, sendableName(file.name), { signal: stop.signal, onSent });
      if (stop.signal.aborted) return false;
      drop(key);
      onStored(stored);
      return false;
    } catch (error) {
      if (stop.signal.aborted) return false;
      change(key, { state: "failed", because: errorMessage(error), canRetry: !isRejected(error) });
      return isRejected(error);
    }
  }

  function list(file: File, because = ""): number {
    const key = (lastKey += 1);
    const { name, size: bytes } = file;
    const upload = { key, name, bytes, share: 0, because, canRetry: !because };
    set({ list: [...state.list, { ...upload, state: because ? "failed" : "waiting" }] });
    if (!because) jobs.set(key, { file, stop: new AbortController() });
    return key;
  }

  function enqueue(key: number): void {
    queue = queue.then(async () => {
      if (!(await send(key))) return;
      const [next, ...others] = state.leftOut;
      if (!next) return;
      set({ leftOut: others });
      enqueue(list(next));
    });
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listen(listener: typeof onStored): void {
      onStored = listener;
    },
    stopAll(): void {
      for (const { stop } of jobs.values()) stop.abort();
      jobs.clear();
    },
    actions: {
      add(files: readonly File[], room = Infinity): void {
        const over: File[] = [];
        let left = room;
        for (const file of files) {
          const because = problemOf(file);
          if (because) list(file, because);
          else if (left === 0) over.push(file);
          else {
            left -= 1;
            enqueue(list(file));
          }
        }
        set({ leftOut: [...state.leftOut, ...over] });
      },
      forgetLeftOut: () => set({ leftOut: [] }),
      retry(key: number): void {
        change(key, { state: "waiting", because: "" });
        enqueue(key);
      },
      remove(key: number): void {
        jobs.get(key)?.stop.abort();
        endWait(null);
        drop(key);
      },
      settled: () =>
        new Promise<readonly Upload[] | null>((resolve) => {
          if (state.list.some(isPending)) waiting.push(resolve);
          else resolve(state.list);
        }),
    },
  };
}

/** Uploads files sequentially, and calls `onStored` in their order. Aborts pending uploads on unmount. */
export function useUploads<Stored>(sendFile: SendFile<Stored>, onStored: (stored: Stored) => void): Uploads {
  const [uploads] = useState(() => createUploads(sendFile));
  useEffect(() => uploads.listen(onStored), [uploads, onStored]);
  useEffect(() => uploads.stopAll, [uploads]);
  return { ...useSyncExternalStore(uploads.subscribe, uploads.state, uploads.state), ...uploads.actions };
}

const isRejected = (error: unknown) =>
  error instanceof ApiError && (error.status === STATUS.badInput || error.status === 413);

/** Returns an error for files that the server would certainly reject. */
function problemOf({ size, name }: File): string {
  if (isUnsafe(name)) return translated(unsafeNameMessage(name));
  if (size === 0) return t("This file is empty.");
  if (size <= MAX_FILE_BYTES) return "";
  const [is, most] = [formatBytes(size), formatBytes(MAX_FILE_BYTES)];
  return is === most
    ? t("This file is too large: a little over {most}. The limit is {most}.", { most })
    : t("This file is too large: {size}. The limit is {most}.", { size: is, most });
}

export const isPending = ({ state }: Upload) => state !== "failed";

const MAX_NAME_LENGTH = 200;

/** Replaces characters that the server rejects in names, and shortens long names without losing the extension. */
function sendableName(name: string): string {
  const letters = Array.from(name.replace(/[/\\\p{Cc}\p{Cs}\u2028\u2029]/gu, "_"));
  return (
    letters.length <= MAX_NAME_LENGTH
      ? letters
      : [...letters.slice(0, MAX_NAME_LENGTH - 20), "…", ...letters.slice(-15)]
  ).join("");
}
