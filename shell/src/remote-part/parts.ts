import type { ComponentType } from "react";
import type { RegistryRemote, Release } from "@conquest/shared/contracts/releases";
import type { KnownRegistry } from "../registry/known-registry";
import { asFailure, PartFailure } from "./part-failure";

/** What a part's code brings. */
export interface LoadedPart {
  Routes: ComponentType;
  /** Has the code of its page at this path ready. Rejects when that cannot be had. */
  loadPage(path: string): Promise<void>;
}

export type PartState =
  | { phase: "loading" }
  | ({ phase: "ready"; version: string } & LoadedPart)
  | { phase: "failed"; failure: PartFailure };

/** The parts of this page: each is loaded when it is first asked for and then kept. */
export interface Parts {
  /** Begins to load a part, unless that has been done. */
  load(part: string): void;
  /** {@link load}, and the code of its page at this path. Gives whether that can be had. */
  loadPage(part: string, path: string): Promise<boolean>;
  /** Settles when the part is ready or has failed. */
  settled(part: string): Promise<void>;
  /** Starts over after a failure. */
  retry(part: string): void;
  state(part: string): PartState;
  subscribe(listener: () => void): () => void;
}

/** `isAgain`: this release failed before. */
export type LoadRelease = (part: string, release: Release, isAgain: boolean) => Promise<LoadedPart>;

/** Everything a try of one release may take, in milliseconds. */
const TRY_DEADLINE_MS = 15_000;
/** Between two tries, ± 30 %, so that the visitors of a server that comes back do not all come at once. */
const PAUSE_MS = 300;

const LOADING: PartState = { phase: "loading" };

export function createParts(registry: Pick<KnownRegistry, "remotes" | "complete">, loadRelease: LoadRelease, report: (part: string, failure: PartFailure) => void): Parts {
  const states = new Map<string, PartState>();
  const failed = new Set<Release>();
  const listeners = new Set<() => void>();

  const set = (part: string, state: PartState) => {
    states.set(part, state);
    listeners.forEach((listener) => listener());
  };

  async function start(part: string): Promise<void> {
    set(part, LOADING);
    try {
      set(part, await firstThatLoads(part, registry.remotes()[part]));
    } catch (cause) {
      const failure = asFailure(cause, "unfit");
      report(part, failure);
      set(part, { phase: "failed", failure });
    }
  }

  /** The current release, once more after a pause, then the one before it. */
  async function firstThatLoads(part: string, entry: RegistryRemote | undefined): Promise<PartState> {
    if (!entry) throw new PartFailure("missing", `${part} is not in the registry`);
    if (!entry.isEnabled) throw new PartFailure("disabled", entry.reason ?? "");
    const attempt = async (release: Release): Promise<PartState> => {
      try {
        return { phase: "ready", version: release.version, ...(await withinDeadline(loadRelease(part, release, failed.has(release)))) };
      } catch (failure) {
        failed.add(release);
        throw failure;
      }
    };
    try {
      return await attempt(entry.current);
    } catch (first) {
      const { reason } = asFailure(first, "unfit");
      try {
        // The same release fits the contract no better the second time, and one wait is long enough.
        if (reason === "contract" || reason === "timeout") throw first;
        await pause();
        return await attempt(entry.current);
      } catch (second) {
        // The page's own HTML says nothing of the release before.
        await registry.complete();
        const previous = registry.remotes()[part]?.previous;
        if (!previous) throw second;
        return await attempt(previous).catch(() => {
          throw second;
        });
      }
    }
  }

  const stateOf = (part: string) => states.get(part) ?? LOADING;

  const load = (part: string) => {
    if (!states.has(part)) void start(part);
  };

  const settled = (part: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (stateOf(part).phase === "loading") return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });

  return {
    load,
    settled,
    loadPage: async (part, path) => {
      load(part);
      await settled(part);
      const state = stateOf(part);
      // Where it is drawn its absence is told; here it would only have been early.
      return state.phase === "ready" && state.loadPage(path).then(() => true, () => false);
    },
    retry: (part) => {
      if (states.get(part)?.phase !== "loading") void start(part);
    },
    state: stateOf,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.7 + Math.random() * 0.6)));

function withinDeadline<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new PartFailure("timeout", "Not loaded in time")), TRY_DEADLINE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
