import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquirePathLock } from "@conquest/server/src/database/folder-lock";
import { root } from "../root";
import { startWorker, type BuildWorker } from "./build-workers";
import { bytesOf, INPUTS_FILE, isBuilt, readSources, recordOf, type BuildKind, type Sources } from "./part-inputs";
import { distOf, hasBuild, OPENING_PARTS } from "./parts";

/** Two compilers keep two cores busy; more would only use memory. */
const MAX_WORKERS = 2;
/** Beside the first builds, `npm start` opens its database: on two cores, a second compiler only slows both. */
const QUICK_OPENERS = availableParallelism() > 2 ? 2 : 1;
const LOCK_INTERVAL_MS = 300;
const buildsFolder = path.join(root, ".conquest/builds");

export interface BuildOptions {
  kind?: BuildKind;
  /** Also builds parts that have a current build. */
  isForced?: boolean;
  log?: (line: string) => void;
  /** For tests. */
  start?: () => BuildWorker;
  /** How many workers build the opening parts; the others start after these. */
  openers?: number;
}

export interface Builds {
  /** The parts without a current build, in the order of their builds. */
  missing: Promise<readonly string[]>;
  /** Resolves when the part has a current build. */
  built(part: string): Promise<void>;
  /** Calls the listener also with the latest progress. */
  onProgress(listener: (part: string, percent: number) => void): void;
  /** Rejects only after all builds finish. */
  done: Promise<void>;
}

/** The shell and the home page first, because the site opens with them; then the longest build. */
export function buildOrder(parts: readonly string[], sources: Sources): string[] {
  const rankOf = (part: string) => (OPENING_PARTS.includes(part) ? Infinity : bytesOf(sources, part));
  return [...parts].sort((one, other) => (rankOf(one) === rankOf(other) ? 0 : rankOf(other) - rankOf(one)));
}

export const buildParts = (parts: readonly string[], options: BuildOptions = {}): Promise<void> =>
  startBuilds(parts, options).done;

/** A lock lets one command build; others wait and reuse the result. */
export function startBuilds(
  parts: readonly string[],
  {
    kind = "release",
    isForced = false,
    log = () => undefined,
    start = startWorker,
    openers = kind === "quick" ? QUICK_OPENERS : MAX_WORKERS,
  }: BuildOptions,
): Builds {
  const missing = deferred<readonly string[]>();
  const built = new Map(parts.map((part) => [part, deferred<void>()]));
  const progress = new Map<string, number>();
  const listeners: ((part: string, percent: number) => void)[] = [];
  const report = (part: string, percent: number) => {
    progress.set(part, percent);
    listeners.forEach((listener) => listener(part, percent));
  };
  const settle = (isMissing: readonly string[]) => {
    missing.resolve(isMissing);
    for (const [part, { resolve }] of built) if (!isMissing.includes(part)) resolve();
  };

  async function run(): Promise<void> {
    // A compiler takes a second to load, longer than reading the sources.
    const opener = parts.every(hasBuild) ? undefined : start();
    try {
      if (!isForced && (await findMissing(await readSources(parts))).length === 0) return settle([]);
      await runLocked(opener);
    } finally {
      opener?.stop();
    }
  }

  async function runLocked(opener: BuildWorker | undefined): Promise<void> {
    await mkdir(buildsFolder, { recursive: true });
    const unlock = await lockBuilds(log);
    try {
      // A killed command leaves its drafts.
      await rm(buildsFolder, { recursive: true, force: true, maxRetries: 3 });
      // Read before the builds, so that edits during them require another build.
      const sources = await readSources(parts);
      const waiting = buildOrder(isForced ? parts : await findMissing(sources), sources);
      settle(waiting);
      await buildAll([...waiting], sources, opener);
    } finally {
      unlock();
    }
  }

  async function findMissing(sources: Sources): Promise<string[]> {
    const states = await Promise.all(parts.map(async (part) => ({ part, is: await isBuilt(sources, part, kind) })));
    return states.filter(({ is }) => !is).map(({ part }) => part);
  }

  async function buildAll(waiting: string[], sources: Sources, opener: BuildWorker | undefined): Promise<void> {
    if (waiting.length === 0) return;
    log(`Building ${waiting.join(", ")}.`);
    const failures: Error[] = [];
    const openingBuilds = Promise.allSettled(
      waiting.filter((part) => OPENING_PARTS.includes(part)).map((part) => built.get(part)!.promise),
    );
    const work = async (index: number) => {
      if (index >= openers) await openingBuilds;
      if (waiting.length === 0) return;
      const worker = index === 0 && opener ? opener : start();
      for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
        const startedAt = performance.now();
        report(part, 0);
        try {
          await buildPart(worker, part, sources);
          log(`  ${part.padEnd(22)} built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
          built.get(part)!.resolve();
        } catch (error) {
          const failure = new Error(`${part} does not build:\n${(error as Error).message}`);
          failures.push(failure);
          built.get(part)!.reject(failure);
        }
      }
      worker.stop();
    };
    await Promise.all(Array.from({ length: MAX_WORKERS }, (_, index) => work(index)));
    if (failures[0]) throw failures[0];
  }

  async function buildPart(worker: BuildWorker, part: string, sources: Sources): Promise<void> {
    // The compiler of a killed command may still write to its own draft for a moment.
    const draft = path.join(buildsFolder, `${part}-${process.pid}`);
    const old = path.join(buildsFolder, `${part}-old`);
    await mkdir(buildsFolder, { recursive: true });
    const files = await worker.build(
      {
        folder: path.join(root, part),
        output: draft,
        isQuick: kind === "quick",
        isUrgent: kind === "release" || OPENING_PARTS.includes(part),
      },
      (percent) => report(part, percent),
    );
    await writeFile(path.join(draft, INPUTS_FILE), recordOf(sources, part, kind, files));
    // Renamed before it is deleted: a kill must not leave half a build with its record.
    await rename(distOf(part), old).catch(() => undefined);
    await rename(draft, distOf(part));
    await rm(old, { recursive: true, force: true });
  }

  const done = run();
  done.catch((error: Error) => {
    missing.reject(error);
    built.forEach(({ reject }) => reject(error));
  });
  return {
    missing: missing.promise,
    built: (part) => built.get(part)?.promise ?? Promise.resolve(),
    onProgress: (listener) => {
      listeners.push(listener);
      progress.forEach((percent, part) => listener(part, percent));
    },
    done,
  };
}

async function lockBuilds(log: (line: string) => void): Promise<() => void> {
  for (let isWaiting = false; ; isWaiting = true) {
    const lock = await acquirePathLock(path.join(root, ".conquest/build"));
    if (lock) return () => lock.close();
    if (!isWaiting) log("Another command is building parts of this checkout. Waiting for it.");
    await sleep(LOCK_INTERVAL_MS);
  }
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  // Not every caller waits for every part.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
