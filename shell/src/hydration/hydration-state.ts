import { crashFailure } from "../remote-part/report";
import type { PartFailure } from "../remote-part/part-failure";
import type { Parts } from "../remote-part/parts";

export type HydrationStatus =
  | { phase: "waiting"; isLate: boolean }
  | { phase: "failed"; failure: PartFailure }
  /** The code is loaded and React can hydrate the markup. */
  | { phase: "here" }
  /** Another release was loaded than the one that rendered the markup. */
  | { phase: "outdated" }
  /** Hydration is complete. */
  | { phase: "taken" }
  /** The user navigated away before hydration. */
  | { phase: "left" };

export const isSettled = ({ phase }: HydrationStatus) => phase === "taken" || phase === "left";

/** A server-rendered page of a remote until its code hydrates it. */
export interface PendingHydration {
  path: string;
  /** Resolves when the code is loaded; stays pending if it never is. */
  isHere: Promise<void>;
  state(): HydrationStatus;
  subscribe(listener: () => void): () => void;
  retry(): void;
  end(how: "taken" | "left"): void;
}

const LATE_AFTER_MS = 5_000;

interface Options {
  part: string;
  path: string;
  version: string;
  parts: Parts;
}

export function createPendingHydration({ part, path, version, parts }: Options): PendingHydration {
  let state: HydrationStatus = { phase: "waiting", isLate: false };
  const listeners = new Set<() => void>();
  let fulfill: () => void;
  const isHere = new Promise<void>((resolve) => (fulfill = resolve));

  const set = (next: HydrationStatus) => {
    if (isSettled(state)) return;
    state = next;
    // React's own mark for resolved promises. Without it, use() would suspend once more.
    if (state.phase === "here") Object.assign(isHere, { status: "fulfilled", value: undefined });
    listeners.forEach((listener) => listener());
    if (state.phase === "here") fulfill();
  };

  async function waitForCode(): Promise<void> {
    const timeout = setTimeout(() => set({ phase: "waiting", isLate: true }), LATE_AFTER_MS);
    set(await loadCode().finally(() => clearTimeout(timeout)));
  }

  async function loadCode(): Promise<HydrationStatus> {
    parts.load(part);
    await parts.settled(part);
    const loaded = parts.state(part);
    if (loaded.phase !== "ready") return loaded.phase === "failed" ? loaded : loadCode();
    try {
      await loaded.loadPage(path);
    } catch (cause) {
      parts.reportRuntimeFailure(part, loaded.version, crashFailure(cause));
      return loadCode();
    }
    return { phase: loaded.version === version ? "here" : "outdated" };
  }

  void waitForCode();
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
      void waitForCode();
    },
    end: (how) => set({ phase: how }),
  };
}
