import { errorMessage } from "@conquest/shared/ui/format/text";

export interface SaveQueueState<T> {
  latest: T | undefined;
  /** The last value that is known to be saved. */
  stored: T | undefined;
  isSaving: boolean;
  failure: { error: unknown } | null;
}

interface Options<T> {
  /** Is not called again before its promise is settled. */
  save: (value: T) => Promise<unknown>;
  onSaved?: () => void;
  initial?: T;
  /** Omitted if the same value may have to be saved again. */
  isEqual?: (one: T, other: T) => boolean;
  /** The delay of the first automatic retry, which doubles up to four times; undefined for errors that need an action. */
  retryDelayMs?: (error: unknown) => number | undefined;
}

export type SaveQueue<T> = ReturnType<typeof createSaveQueue<T>>;

const MAX_BACKOFF = 4;

/** Saves the latest value, one request at a time, so that none overtakes another. Skips values replaced before that. */
export function createSaveQueue<T>({ save, onSaved, initial, isEqual, retryDelayMs }: Options<T>) {
  let stored: { value: T } | undefined = initial === undefined ? undefined : { value: initial };
  let latest = stored;
  let state: SaveQueueState<T> = { latest: initial, stored: initial, isSaving: false, failure: null };
  let current = Promise.resolve();
  let isStopped = false;
  let backoff = 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const isUnsaved = () => latest !== stored && !(latest && stored && isEqual && isEqual(latest.value, stored.value));

  function update(change: Partial<Pick<SaveQueueState<T>, "isSaving" | "failure">>): void {
    state = { ...state, ...change, latest: latest?.value, stored: stored?.value };
    for (const listener of listeners) listener();
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delayMs);
  }

  async function run(): Promise<void> {
    update({ isSaving: true });
    try {
      while (isUnsaved() && !isStopped) {
        const sent = latest!;
        await save(sent.value);
        stored = sent;
        backoff = 1;
        update({ failure: null });
        onSaved?.();
      }
      update({ isSaving: false });
    } catch (error) {
      update({ isSaving: false, failure: { error } });
      const delayMs = retryDelayMs?.(error);
      if (delayMs === undefined || isStopped) return;
      schedule(delayMs * backoff);
      backoff = Math.min(2 * backoff, MAX_BACKOFF);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    if (!state.isSaving && !isStopped && isUnsaved()) current = run();
    return current;
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isUnsaved,
    /** Saves the value after a pause; with null, only with a later value or a flush. */
    put(value: T, delayMs: number | null = 0): void {
      latest = { value };
      clearTimeout(timer);
      update(isUnsaved() ? {} : { failure: null });
      if (delayMs === 0) void flush();
      else if (delayMs !== null && isUnsaved()) schedule(delayMs);
    },
    /** Resolves once the latest value is saved or a request failed. */
    flush,
    /** Stops saving; resolves once the current request has ended. */
    stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      return current;
    },
    resume(delayMs: number): void {
      isStopped = false;
      if (isUnsaved()) schedule(delayMs);
    },
    /** The value was saved or loaded elsewhere. */
    markSaved(value: T): void {
      latest = stored = { value };
      clearTimeout(timer);
      update({ failure: null });
    },
    markUnsaved(): void {
      stored = undefined;
      update({ failure: null });
    },
  };
}

/** Saves if the page is hidden, since the user may continue on another device, and once the connection is back. */
export function flushOnHide({ flush }: Pick<SaveQueue<never>, "flush">): () => void {
  const listener = () => void flush();
  document.addEventListener("visibilitychange", listener);
  window.addEventListener("online", listener);
  return () => {
    document.removeEventListener("visibilitychange", listener);
    window.removeEventListener("online", listener);
  };
}

export type SaveStatus = "still" | "saving" | "saved" | "failed";

export const statusOf = ({ isSaving, failure, stored }: SaveQueueState<unknown>): SaveStatus =>
  isSaving ? "saving" : failure ? "failed" : stored === undefined ? "still" : "saved";

export const failureMessage = ({ failure }: Pick<SaveQueueState<unknown>, "failure">): string =>
  failure ? errorMessage(failure.error) : "";
