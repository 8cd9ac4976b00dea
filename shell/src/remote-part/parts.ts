import type { ComponentType } from "react";
import type { RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";
import type { PageRegistry } from "../registry/page-registry";
import { asFailure, PartFailure, type FailureReport } from "./part-failure";

export interface LoadedPart {
  Routes: ComponentType;
  loadPage(path: string): Promise<void>;
}

interface ReadyPart extends LoadedPart {
  phase: "ready";
  version: string;
  base: string;
  /** A different number for each load of a part. */
  turn: number;
}

export type PartState = { phase: "loading" } | ReadyPart | { phase: "failed"; failure: PartFailure };

export interface Parts {
  load(part: string): void;
  loadPage(part: string, path: string): Promise<boolean>;
  settled(part: string): Promise<void>;
  retry(part: string): void;
  /** Reports that a loaded release crashed or that a page's file failed to load. Retries, falls back or fails. */
  reportRuntimeFailure(part: string, version: string, failure: PartFailure): void;
  state(part: string): PartState;
  subscribe(listener: () => void): () => void;
}

export type LoadRelease = (part: string, release: Release, isAgain: boolean) => Promise<LoadedPart>;

const ATTEMPT_TIMEOUT_MS = 15_000;
/** Pause before a retry, ± 30 % jitter, to spread the load on a recovering server. */
const RETRY_DELAY_MS = 300;

const LOADING: PartState = { phase: "loading" };

/** The running release of a part; a fallback also has the replaced release and its failure. */
interface Running {
  release: Release;
  insteadOf?: { release: Release; failure: PartFailure };
}

export function createParts(
  registry: Pick<PageRegistry, "remotes" | "complete" | "renew" | "now">,
  loadRelease: LoadRelease,
  report: (failing: FailureReport) => void,
): Parts {
  const states = new Map<string, PartState>();
  const running = new Map<string, Running>();
  /** Folders of failed releases, since each read of the registry creates new objects. */
  const failed = new Set<string>();
  /** Folders of releases whose fallback crashed too, so the release itself is not the cause. */
  const crashesWithFallback = new Set<string>();
  const listeners = new Set<() => void>();
  let loadCount = 0;

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
      const loaded = await withTimeout(loadRelease(part, release, failed.has(release.base)));
      return { ...loaded, phase: "ready", version: release.version, base: release.base, turn: (loadCount += 1) };
    } catch (failure) {
      failed.add(release.base);
      throw failure;
    }
  }

  async function start(part: string): Promise<void> {
    set(part, LOADING);
    const entry = registry.remotes()[part];
    try {
      set(part, await loadCurrent(part, entry));
    } catch (cause) {
      const failure = asFailure(cause, "unfit");
      if (entry?.isEnabled) await fallBack(part, entry.current, failure);
      else fail(part, failure, null);
    }
  }

  async function loadCurrent(part: string, entry: RegistryRemote | undefined): Promise<PartState> {
    if (!entry) throw new PartFailure("missing", `${part} is not in the registry`);
    if (!entry.isEnabled) throw new PartFailure("disabled", entry.reason ?? "");
    const release = entry.current;
    running.set(part, { release });
    return attempt(part, release).catch(async (first: unknown) => {
      const { reason } = asFailure(first, "unfit");
      // A retry cannot fix a contract mismatch, and one timeout is long enough.
      if (reason === "contract" || reason === "timeout") throw first;
      await pause();
      return attempt(part, release);
    });
  }

  /** Reads the registry again, since the tab may be old and releases may have been withdrawn. */
  async function fallBack(part: string, release: Release, failure: PartFailure): Promise<void> {
    const entry = (await registry.now(part)) ?? (await knownEntry(part));
    if (entry && !entry.isEnabled) return fail(part, new PartFailure("disabled", entry.reason ?? ""), null);
    for (const candidate of entry ? [entry.current, entry.previous] : []) {
      const ready =
        candidate && candidate.version !== release.version ? await attempt(part, candidate).catch(() => null) : null;
      if (!ready) continue;
      running.set(part, { release: candidate!, insteadOf: { release, failure } });
      report({ part, failure, wanted: release.version, running: ready.version });
      return set(part, ready);
    }
    fail(part, failure, release.version);
  }

  /** Loads the full registry, since the entry in the page's HTML has no previous release. */
  async function knownEntry(part: string): Promise<RegistryRemote | undefined> {
    await registry.complete();
    return registry.remotes()[part];
  }

  function failedInUse(part: string, version: string, failure: PartFailure): void {
    const state = states.get(part);
    const { release, insteadOf } = running.get(part) ?? {};
    if (state?.phase !== "ready" || state.version !== version || !release) return;
    const isCrash = failure.reason === "crash";
    if (failure.reason === "unreachable" || (isCrash && crashesWithFallback.has(release.base))) {
      fail(part, failure, version);
    } else if (insteadOf) {
      if (isCrash && insteadOf.failure.reason === "crash") crashesWithFallback.add(insteadOf.release.base);
      report({ part, failure, wanted: version, running: null });
      set(part, { phase: "failed", failure: insteadOf.failure });
    } else if (isCrash || failed.has(release.base)) {
      set(part, LOADING);
      void fallBack(part, release, failure);
    } else {
      // webpack caches a failed chunk, so only a fresh copy of the part requests it again.
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
      const check = () => {
        if (stateOf(part).phase === "loading") return;
        listeners.delete(check);
        resolve();
      };
      listeners.add(check);
      check();
    });

  return {
    load,
    settled,
    reportRuntimeFailure: failedInUse,
    loadPage: async (part, path) => {
      load(part);
      await settled(part);
      const state = stateOf(part);
      // The failure is shown when the page is rendered; this only preloads.
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

export const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * (0.7 + Math.random() * 0.6)));

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new PartFailure("timeout", "Loading timed out")), ATTEMPT_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timeout));
  });
}
