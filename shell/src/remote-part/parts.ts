import type { ComponentType } from "react";
import type { Registry, RegistryRemote, Release } from "@conquest/shared/contracts/releases";
import { asFailure, PartFailure } from "./part-failure";

export type PartState =
  | { phase: "loading" }
  | { phase: "ready"; Routes: ComponentType; version: string }
  | { phase: "failed"; failure: PartFailure };

/** The parts of this page: each is loaded when it is first asked for and then kept. */
export interface Parts {
  /** Begins to load a part, unless that has been done. */
  load(part: string): void;
  /** Starts over after a failure. */
  retry(part: string): void;
  state(part: string): PartState;
  subscribe(listener: () => void): () => void;
}

/** `isAgain`: this release failed before. */
export type LoadRelease = (part: string, release: Release, isAgain: boolean) => Promise<ComponentType>;

/** Everything a try of one release may take, in milliseconds. */
const TRY_DEADLINE_MS = 15_000;
/** Between two tries, ± 30 %, so that the visitors of a server that comes back do not all come at once. */
const PAUSE_MS = 300;

const LOADING: PartState = { phase: "loading" };

export function createParts(remotes: Registry["remotes"], loadRelease: LoadRelease, report: (part: string, failure: PartFailure) => void): Parts {
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
      set(part, await firstThatLoads(part, remotes[part]));
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
        return { phase: "ready", Routes: await withinDeadline(loadRelease(part, release, failed.has(release))), version: release.version };
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
        if (!entry.previous) throw second;
        return await attempt(entry.previous).catch(() => {
          throw second;
        });
      }
    }
  }

  return {
    load: (part) => {
      if (!states.has(part)) void start(part);
    },
    retry: (part) => {
      if (states.get(part)?.phase !== "loading") void start(part);
    },
    state: (part) => states.get(part) ?? LOADING,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.7 + Math.random() * 0.6)));

function withinDeadline<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new PartFailure("timeout", `Not loaded within ${TRY_DEADLINE_MS} ms`)), TRY_DEADLINE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
