import { crashFailure } from "../remote-part/report";
import type { PartFailure } from "../remote-part/part-failure";
import type { Parts } from "../remote-part/parts";

export type HydrationStatus =
  /** Its code may still come. `isLate`: long enough that somebody should know. */
  | { phase: "waiting"; isLate: boolean }
  /** Its code did not come. */
  | { phase: "failed"; failure: PartFailure }
  /** Its code is here, and React goes on from what was drawn. */
  | { phase: "here" }
  /** Another release is here than the one that drew it. */
  | { phase: "outdated" }
  /** React has it. */
  | { phase: "taken" }
  /** Somebody has walked on before that. */
  | { phase: "left" };

/** Whether it is no more. */
export const isOver = ({ phase }: HydrationStatus) => phase === "taken" || phase === "left";

/** A drawn page of a part: it stands and can be read until the part's code goes on from it. */
export interface PendingHydration {
  path: string;
  /** Fulfilled when its code is here; never, when that is not to be. */
  isHere: Promise<void>;
  state(): HydrationStatus;
  subscribe(listener: () => void): () => void;
  /** Tries again to get code that did not come. */
  retry(): void;
  /** Whatever comes later changes nothing. */
  end(how: "taken" | "left"): void;
}

/** Milliseconds until somebody is told that a page's files are late. */
const TOLD_AFTER_MS = 5_000;

interface Given {
  part: string;
  path: string;
  /** Of the release that drew it. */
  version: string;
  parts: Parts;
}

export function createPendingHydration({ part, path, version, parts }: Given): PendingHydration {
  let state: HydrationStatus = { phase: "waiting", isLate: false };
  const listeners = new Set<() => void>();
  let fulfill: () => void;
  const isHere = new Promise<void>((resolve) => (fulfill = resolve));

  const set = (next: HydrationStatus) => {
    if (isOver(state)) return;
    state = next;
    // As React marks it, but now: it would wait for it once more.
    if (state.phase === "here") Object.assign(isHere, { status: "fulfilled", value: undefined });
    listeners.forEach((listener) => listener());
    if (state.phase === "here") fulfill();
  };

  async function wait(): Promise<void> {
    const late = setTimeout(() => set({ phase: "waiting", isLate: true }), TOLD_AFTER_MS);
    set(await outcome().finally(() => clearTimeout(late)));
  }

  async function outcome(): Promise<HydrationStatus> {
    parts.load(part);
    await parts.settled(part);
    const loaded = parts.state(part);
    if (loaded.phase !== "ready") return loaded.phase === "failed" ? loaded : outcome();
    try {
      await loaded.loadPage(path);
    } catch (cause) {
      // Its release is tried again, or the one before it.
      parts.failedInUse(part, loaded.version, crashFailure(cause));
      return outcome();
    }
    return { phase: loaded.version === version ? "here" : "outdated" };
  }

  void wait();
  return {
    path,
    isHere,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry: () => {
      parts.retry(part);
      set({ phase: "waiting", isLate: false });
      void wait();
    },
    end: (how) => set({ phase: how }),
  };
}
