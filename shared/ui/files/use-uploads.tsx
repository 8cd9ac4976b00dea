import { useCallback, useEffect, useRef, useState } from "react";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import { MAX_FILE_BYTES } from "@conquest/shared/contracts/media/files";
import { ApiError } from "@conquest/shared/singletons/http";
import { formatBytes } from "@conquest/shared/ui/files/describe-file";

/** A file on its way to the server. */
export interface Upload {
  key: number;
  name: string;
  bytes: number;
  /** `arrived`: all of it was sent, and the server looks at it. */
  state: "waiting" | "sending" | "arrived" | "failed";
  /** How much of it was sent, from 0 to 1. */
  share: number;
  /** Why it failed, as a sentence. */
  because: string;
  /** Another try could end otherwise. */
  mayRetry: boolean;
}

export interface Uploads {
  list: readonly Upload[];
  /** Those chosen for which there was no room. One that is refused for what it is leaves its place to the first of them. */
  leftOut: readonly File[];
  /** As many are sent as there is room for, where there is a limit. */
  add(files: readonly File[], room?: number): void;
  forgetLeftOut(): void;
  retry(key: number): void;
  /** Stops it where it is under way. */
  remove(key: number): void;
}

interface Job {
  file: File;
  stop: AbortController;
}

/** Sends one file, under a name that the server takes. It is the same function at each drawing. */
export type SendFile<Stored> = (
  file: File,
  name: string,
  options: { signal: AbortSignal; onSent: (share: number) => void },
) => Promise<Stored>;

/** Sends files one after the other; each that is stored is told, in their order. Those under way are stopped when the page is left. */
export function useUploads<Stored>(sendFile: SendFile<Stored>, onStored: (stored: Stored) => void): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const [leftOut, setLeftOut] = useState<readonly File[]>([]);
  const [jobs] = useState(() => new Map<number, Job>());
  // As it is now: sending goes on between two drawings.
  const spare = useRef<readonly File[]>([]);
  const line = useRef<Promise<void>>(Promise.resolve());
  const lastKey = useRef(0);
  const tell = useRef(onStored);

  useEffect(() => {
    tell.current = onStored;
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
  const drop = useCallback(
    (key: number) => {
      jobs.delete(key);
      setList((all) => all.filter((each) => each.key !== key));
    },
    [jobs],
  );

  /** Answers whether the file was refused for what it is. */
  const send = useCallback(
    async (key: number): Promise<boolean> => {
      const job = jobs.get(key);
      // Removed while it waited.
      if (!job) return false;
      change(key, { state: "sending", share: 0 });
      try {
        const onSent = (share: number) => change(key, share < 1 ? { share } : { state: "arrived", share: 1 });
        const stored = await sendFile(job.file, sendableName(job.file.name), { signal: job.stop.signal, onSent });
        if (job.stop.signal.aborted) return false;
        drop(key);
        tell.current(stored);
        return false;
      } catch (error) {
        if (job.stop.signal.aborted) return false;
        change(key, {
          state: "failed",
          because: error instanceof Error ? error.message : "Please try again.",
          mayRetry: !isFinal(error),
        });
        return isFinal(error);
      }
    },
    [jobs, change, drop, sendFile],
  );
  const begin = useCallback(
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
          mayRetry: !because,
        },
      ]);
      if (!because) jobs.set(key, { file, stop: new AbortController() });
      return key;
    },
    [jobs],
  );
  const leaveOut = useCallback((files: readonly File[]) => setLeftOut((spare.current = files)), []);
  const queue = useCallback(
    (first: number) => {
      function stand(key: number) {
        line.current = line.current.then(async () => {
          if (!(await send(key))) return;
          const [next, ...others] = spare.current;
          if (!next) return;
          leaveOut(others);
          stand(begin(next));
        });
      }
      stand(first);
    },
    [send, begin, leaveOut],
  );

  const add = useCallback(
    (files: readonly File[], room = Infinity) => {
      const over: File[] = [];
      let left = room;
      for (const file of files) {
        const because = problemOf(file);
        if (because) begin(file, because);
        else if (left === 0) over.push(file);
        else {
          left -= 1;
          queue(begin(file));
        }
      }
      leaveOut([...spare.current, ...over]);
    },
    [begin, queue, leaveOut],
  );
  const forgetLeftOut = useCallback(() => leaveOut([]), [leaveOut]);
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
      drop(key);
    },
    [jobs, drop],
  );
  return { list, leftOut, add, forgetLeftOut, retry, remove };
}

/** What was refused for what it is is refused again. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.status === STATUS.badInput || error.status === 413);

/** What need not be sent to be refused. */
function problemOf({ size }: File): string {
  if (size === 0) return "This file is empty.";
  if (size <= MAX_FILE_BYTES) return "";
  const [is, most] = [formatBytes(size), formatBytes(MAX_FILE_BYTES)];
  return `This file is too large: ${is === most ? `a little over ${most}` : is}. A file may have ${most} at most.`;
}

const LONGEST_NAME = 200;

/** A name as the server takes one: some systems let names hold what separates folders elsewhere. The end says what it is. */
function sendableName(name: string): string {
  const letters = Array.from(name.replace(/[/\\\p{Cc}\p{Cs}\u2028\u2029]/gu, "_"));
  return (
    letters.length <= LONGEST_NAME ? letters : [...letters.slice(0, LONGEST_NAME - 20), "…", ...letters.slice(-15)]
  ).join("");
}
