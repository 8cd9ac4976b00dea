import type { ComponentType } from "react";
import type { RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";
import type { KnownRegistry } from "../registry/known-registry";
import { asFailure, PartFailure, type FailureReport } from "./part-failure";

/** What a part's code brings. */
export interface LoadedPart {
  Routes: ComponentType;
  /** Has the code of its page at this path ready. Rejects when that cannot be had. */
  loadPage(path: string): Promise<void>;
}

interface ReadyPart extends LoadedPart {
  phase: "ready";
  version: string;
  /** The address of its release's folder. */
  base: string;
  /** Another one each time the part was loaded. */
  turn: number;
}

export type PartState = { phase: "loading" } | ReadyPart | { phase: "failed"; failure: PartFailure };

/** The parts of this page: each is loaded when it is first asked for and then kept. */
export interface Parts {
  /** Begins to load a part, unless that has been done. */
  load(part: string): void;
  /** {@link load}, and the code of its page at this path. Gives whether that can be had. */
  loadPage(part: string, path: string): Promise<boolean>;
  /** Settles when the part is ready or has failed. */
  settled(part: string): Promise<void>;
  /** Starts over after a failure, with what the registry says now. */
  retry(part: string): void;
  /** A release that had loaded broke in use: it crashed, or a file of a page could not be had. Another try takes its place, or the failure. */
  failedInUse(part: string, version: string, failure: PartFailure): void;
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

/** What the part runs: the release that it should, or the one before, in whose place it stands with the failure of the other. */
interface Running {
  release: Release;
  insteadOf?: { release: Release; failure: PartFailure };
}

export function createParts(
  registry: Pick<KnownRegistry, "remotes" | "complete" | "renew" | "now">,
  loadRelease: LoadRelease,
  report: (failing: FailureReport) => void,
): Parts {
  const states = new Map<string, PartState>();
  const running = new Map<string, Running>();
  /** Folders of releases that failed: another reading of the registry gives other objects. */
  const failed = new Set<string>();
  /** Folders of releases that crash where the one before them crashes as well: it is not for the release that they do. */
  const crashAnyway = new Set<string>();
  const listeners = new Set<() => void>();
  let turn = 0;

  const set = (part: string, state: PartState) => {
    states.set(part, state);
    listeners.forEach((listener) => listener());
  };

  const fail = (part: string, failure: PartFailure, wanted: string | null) => {
    report({ part, failure, wanted, running: null });
    set(part, { phase: "failed", failure });
  };

  async function attempt(part: string, release: Release): Promise<ReadyPart> {
    try {
      const loaded = await withinDeadline(loadRelease(part, release, failed.has(release.base)));
      return { ...loaded, phase: "ready", version: release.version, base: release.base, turn: (turn += 1) };
    } catch (failure) {
      failed.add(release.base);
      throw failure;
    }
  }

  async function start(part: string): Promise<void> {
    set(part, LOADING);
    const entry = registry.remotes()[part];
    try {
      set(part, await currentOf(part, entry));
    } catch (cause) {
      const failure = asFailure(cause, "unfit");
      if (entry?.isEnabled) await fallBack(part, entry.current, failure);
      else fail(part, failure, null);
    }
  }

  /** The current release, once more after a pause. */
  async function currentOf(part: string, entry: RegistryRemote | undefined): Promise<PartState> {
    if (!entry) throw new PartFailure("missing", `${part} is not in the registry`);
    if (!entry.isEnabled) throw new PartFailure("disabled", entry.reason ?? "");
    const release = entry.current;
    running.set(part, { release });
    return attempt(part, release).catch(async (first: unknown) => {
      const { reason } = asFailure(first, "unfit");
      // The same release fits the contract no better the second time, and one wait is long enough.
      if (reason === "contract" || reason === "timeout") throw first;
      await pause();
      return attempt(part, release);
    });
  }

  /**
   * In the place of a release that failed what the site runs now, else the release before, else its failure. A tab may have been
   * open for long: what it began with says nothing of a release that was taken back since.
   */
  async function fallBack(part: string, release: Release, failure: PartFailure): Promise<void> {
    const entry = (await registry.now(part)) ?? (await asKnown(part));
    if (entry && !entry.isEnabled) return fail(part, new PartFailure("disabled", entry.reason ?? ""), null);
    for (const other of entry ? [entry.current, entry.previous] : []) {
      const ready = other && other.version !== release.version ? await attempt(part, other).catch(() => null) : null;
      if (!ready) continue;
      running.set(part, { release: other!, insteadOf: { release, failure } });
      report({ part, failure, wanted: release.version, running: ready.version });
      return set(part, ready);
    }
    fail(part, failure, release.version);
  }

  /** The page's own HTML says nothing of the release before. */
  async function asKnown(part: string): Promise<RegistryRemote | undefined> {
    await registry.complete();
    return registry.remotes()[part];
  }

  function failedInUse(part: string, version: string, failure: PartFailure): void {
    const state = states.get(part);
    const { release, insteadOf } = running.get(part) ?? {};
    if (state?.phase !== "ready" || state.version !== version || !release) return;
    const isCrash = failure.reason === "crash";
    if (failure.reason === "unreachable" || (isCrash && crashAnyway.has(release.base))) {
      fail(part, failure, version);
    } else if (insteadOf) {
      if (isCrash && insteadOf.failure.reason === "crash") crashAnyway.add(insteadOf.release.base);
      report({ part, failure, wanted: version, running: null });
      set(part, { phase: "failed", failure: insteadOf.failure });
    } else if (isCrash || failed.has(release.base)) {
      set(part, LOADING);
      void fallBack(part, release, failure);
    } else {
      // A chunk that failed stays so in the part: only a fresh copy of the part asks for it again.
      failed.add(release.base);
      set(part, LOADING);
      void pause()
        .then(() => attempt(part, release))
        .then((ready) => set(part, ready))
        .catch(() => fallBack(part, release, failure));
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
    failedInUse,
    loadPage: async (part, path) => {
      load(part);
      await settled(part);
      const state = stateOf(part);
      // Where it is drawn its absence is told; here it would only have been early.
      return (
        state.phase === "ready" &&
        state.loadPage(path).then(
          () => true,
          () => false,
        )
      );
    },
    retry: (part) => {
      if (states.get(part)?.phase === "loading") return;
      set(part, LOADING);
      void registry.renew(part).then(() => start(part));
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
