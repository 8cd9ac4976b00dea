import { useCallback, useEffect, useRef, useState } from "react";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import { MAX_FILE_BYTES } from "@conquest/shared/contracts/media/files";
import { ApiError } from "@conquest/shared/singletons/http";
import { formatBytes } from "@conquest/shared/ui/files/describe-file";

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

/** Uploads files sequentially, and calls `onStored` in their order. Aborts pending uploads on unmount. */
export function useUploads<Stored>(sendFile: SendFile<Stored>, onStored: (stored: Stored) => void): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const [leftOut, setLeftOut] = useState<readonly File[]>([]);
  const [jobs] = useState(() => new Map<number, Job>());
  // Uploads continue between renders, so they need the current value.
  const leftOutRef = useRef<readonly File[]>([]);
  const uploadQueue = useRef<Promise<void>>(Promise.resolve());
  const lastKey = useRef(0);
  const onStoredRef = useRef(onStored);

  useEffect(() => {
    onStoredRef.current = onStored;
  }, [onStored]);
  useEffect(
    () => () => {
      for (const { stop } of jobs.values()) stop.abort();
      jobs.clear();
    },
    [jobs],
  );

  const change = useCallback(
    (key: number, changes: Partial<Upload>) =>
      setList((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each))),
    [],
  );
  const removeUpload = useCallback(
    (key: number) => {
      jobs.delete(key);
      setList((all) => all.filter((each) => each.key !== key));
    },
    [jobs],
  );

  /** Returns whether the server rejected the file itself. */
  const send = useCallback(
    async (key: number): Promise<boolean> => {
      const job = jobs.get(key);
      if (!job) return false;
      change(key, { state: "sending", share: 0 });
      try {
        const onSent = (share: number) => change(key, share < 1 ? { share } : { state: "arrived", share: 1 });
        const stored = await sendFile(job.file, sendableName(job.file.name), { signal: job.stop.signal, onSent });
        if (job.stop.signal.aborted) return false;
        removeUpload(key);
        onStoredRef.current(stored);
        return false;
      } catch (error) {
        if (job.stop.signal.aborted) return false;
        change(key, {
          state: "failed",
          because: error instanceof Error ? error.message : "Please try again.",
          canRetry: !isRejected(error),
        });
        return isRejected(error);
      }
    },
    [jobs, change, removeUpload, sendFile],
  );
  const addUpload = useCallback(
    (file: File, because = "") => {
      const key = (lastKey.current += 1);
      setList((all) => [
        ...all,
        {
          key,
          name: file.name,
          bytes: file.size,
          state: because ? "failed" : "waiting",
          share: 0,
          because,
          canRetry: !because,
        },
      ]);
      if (!because) jobs.set(key, { file, stop: new AbortController() });
      return key;
    },
    [jobs],
  );
  const updateLeftOut = useCallback((files: readonly File[]) => setLeftOut((leftOutRef.current = files)), []);
  const queue = useCallback(
    (first: number) => {
      function enqueue(key: number) {
        uploadQueue.current = uploadQueue.current.then(async () => {
          if (!(await send(key))) return;
          const [next, ...others] = leftOutRef.current;
          if (!next) return;
          updateLeftOut(others);
          enqueue(addUpload(next));
        });
      }
      enqueue(first);
    },
    [send, addUpload, updateLeftOut],
  );

  const add = useCallback(
    (files: readonly File[], room = Infinity) => {
      const over: File[] = [];
      let left = room;
      for (const file of files) {
        const because = problemOf(file);
        if (because) addUpload(file, because);
        else if (left === 0) over.push(file);
        else {
          left -= 1;
          queue(addUpload(file));
        }
      }
      updateLeftOut([...leftOutRef.current, ...over]);
    },
    [addUpload, queue, updateLeftOut],
  );
  const forgetLeftOut = useCallback(() => updateLeftOut([]), [updateLeftOut]);
  const retry = useCallback(
    (key: number) => {
      change(key, { state: "waiting", because: "" });
      queue(key);
    },
    [change, queue],
  );
  const remove = useCallback(
    (key: number) => {
      jobs.get(key)?.stop.abort();
      removeUpload(key);
    },
    [jobs, removeUpload],
  );
  return { list, leftOut, add, forgetLeftOut, retry, remove };
}

const isRejected = (error: unknown) =>
  error instanceof ApiError && (error.status === STATUS.badInput || error.status === 413);

/** Returns an error for files that the server would certainly reject. */
function problemOf({ size }: File): string {
  if (size === 0) return "This file is empty.";
  if (size <= MAX_FILE_BYTES) return "";
  const [is, most] = [formatBytes(size), formatBytes(MAX_FILE_BYTES)];
  return `This file is too large: ${is === most ? `a little over ${most}` : is}. A file may have ${most} at most.`;
}

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
