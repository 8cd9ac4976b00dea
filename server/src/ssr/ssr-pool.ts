import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { SsrResult, SsrRequest } from "@conquest/shared/contracts/parts/ssr";
import { SsrFailure, startSsrProcess, type Answer, type Bundle, type SsrProcess } from "./ssr-process";
import { OutOfResourcesError } from "./sandboxed-process";

/** Each pair of shell and part has a process of about 80 MB. */
const MAX_PROCESSES = 8;
/** Beyond this, pages are sent without SSR, which is faster than waiting. */
const MAX_QUEUE_LENGTH = 64;
/** After this many failures in a row, a release no longer renders this kind of page. */
const MAX_FAILURES = 3;

/** A shell release and the part release that renders the page (null for the shell's own pages). */
export interface SsrProcessPair {
  shell: ReleaseBundle;
  part: ReleaseBundle | null;
}

export interface ReleaseBundle {
  part: string;
  version: string;
  read(): Promise<string | null>;
}

export interface RenderJob {
  order: SsrRequest;
  answer: Answer;
  kind: string;
  log?: FastifyBaseLogger;
}

interface Worker {
  process: SsrProcess | undefined;
  failures: Map<string, number>;
  hasBundles: boolean;
  isOver: boolean;
  waiting: number;
  queue: Promise<unknown>;
}

function disposeWorker(worker: Worker): void {
  worker.isOver = true;
  worker.process?.end();
}

const nameOf = ({ part, version }: ReleaseBundle) => `${part}@${version}`;

/** Renders pages in separate processes, with the releases that the browser will hydrate them with. */
export function createSsrPool(log: FastifyBaseLogger) {
  const workers = new LRUCache<string, Worker>({ max: MAX_PROCESSES, dispose: disposeWorker });

  const keyOf = ({ shell, part }: SsrProcessPair) => [shell, ...(part ? [part] : [])].map(nameOf).join(" + ");

  function workerFor(pair: SsrProcessPair): Worker {
    const key = keyOf(pair);
    const known = workers.get(key);
    if (known) return known;
    const created: Worker = {
      process: undefined,
      failures: new Map(),
      hasBundles: true,
      isOver: false,
      waiting: 0,
      queue: Promise.resolve(),
    };
    workers.set(key, created);
    return created;
  }

  async function running(pair: SsrProcessPair, worker: Worker): Promise<SsrProcess | null> {
    if (worker.process) return worker.process;
    if (worker.isOver) return null;
    const [shell, part] = await Promise.all([bundleOf(pair.shell), pair.part && bundleOf(pair.part)]);
    if (!shell || (pair.part && !part)) {
      // Old releases have no SSR bundle.
      worker.hasBundles = false;
      return null;
    }
    // It may have been evicted while the bundles were read.
    if (worker.isOver) return null;
    worker.process = startSsrProcess({ shell, part });
    return worker.process;
  }

  async function renderOn(
    pair: SsrProcessPair,
    worker: Worker,
    { order, answer, kind, log: requestLog = log }: RenderJob,
  ): Promise<SsrResult | null> {
    const failures = worker.failures.get(kind) ?? 0;
    if (failures >= MAX_FAILURES || !worker.hasBundles) return null;
    try {
      const process = await running(pair, worker);
      const page = process && (await process.render(order, answer));
      worker.failures.delete(kind);
      return page;
    } catch (error) {
      if (worker.isOver) return null;
      if (error instanceof OutOfResourcesError) {
        requestLog.error({ releases: keyOf(pair), reason: error.message }, "a page could not be drawn");
        return null;
      }
      worker.failures.set(kind, failures + 1);
      worker.process?.end();
      worker.process = undefined;
      const isGivenUp = failures + 1 >= MAX_FAILURES;
      const reason = error instanceof SsrFailure ? error.message : String(error);
      requestLog.error({ releases: keyOf(pair), page: kind, reason, isGivenUp }, "a page could not be drawn");
      return null;
    }
  }

  return {
    /** Returns null to send the page without SSR. Failures count per `kind`, so that one page disables no other. */
    render(pair: SsrProcessPair, job: RenderJob): Promise<SsrResult | null> {
      const worker = workerFor(pair);
      if (worker.waiting >= MAX_QUEUE_LENGTH) return Promise.resolve(null);
      worker.waiting += 1;
      const rendered = worker.queue
        .then(() => renderOn(pair, worker, job))
        .finally(() => {
          worker.waiting -= 1;
        });
      worker.queue = rendered;
      return rendered;
    },

    warm(pair: SsrProcessPair): Promise<void> {
      const worker = workerFor(pair);
      const isWarm = worker.queue.then(async () => {
        await (await running(pair, worker).catch(() => null))?.ready.catch(() => undefined);
      });
      worker.queue = isWarm;
      return isWarm;
    },

    close: () => workers.clear(),
  };
}
export type SsrPool = ReturnType<typeof createSsrPool>;

async function bundleOf(release: ReleaseBundle): Promise<Bundle | null> {
  const code = await release.read();
  return code === null ? null : { name: `${nameOf(release)}/draw.js`, code };
}
