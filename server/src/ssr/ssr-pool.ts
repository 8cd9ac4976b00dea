import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { SsrResult, SsrRequest } from "@conquest/shared/contracts/parts/ssr";
import { SsrFailure, startSsrProcess, type Answer, type Bundle, type SsrProcess } from "./ssr-process";
import { NotStarted } from "./sandboxed-process";

/** Releases whose pages are drawn at the same time: each pair of shell and part has a process of some 80 MB. */
const MOST_PROCESSES = 8;
/** Pages that may wait for a process. Whoever comes after them gets the page undrawn, which is better than waiting. */
const LONGEST_QUEUE = 64;
/** After so many failures one after the other a release does not draw this kind of page any more. */
const MOST_FAILURES = 3;

/** A release of the shell, and one of the part that draws the page (null for pages that are the shell's own). */
export interface SsrProcessPair {
  shell: ReleaseBundle;
  part: ReleaseBundle | null;
}

export interface ReleaseBundle {
  part: string;
  version: string;
  /** The release's drawing bundle; null when it brings none. */
  read(): Promise<string | null>;
}

/** A page to be drawn. */
export interface RenderedPage {
  order: SsrRequest;
  answer: Answer;
  kind: string;
  /** Of the request that it is drawn for. */
  log?: FastifyBaseLogger;
}

interface Drawer {
  process: SsrProcess | undefined;
  /** By the kind of page: failures since the last one that could be drawn. */
  failures: Map<string, number>;
  hasBundles: boolean;
  /** Put away for others, or because the server ends: it starts nothing any more. */
  isOver: boolean;
  waiting: number;
  queue: Promise<unknown>;
}

function putAway(drawer: Drawer): void {
  drawer.isOver = true;
  drawer.process?.end();
}

const nameOf = ({ part, version }: ReleaseBundle) => `${part}@${version}`;

/** Draws pages, each with the code of the releases that a browser will go on with, and never in this process. */
export function createSsrPool(log: FastifyBaseLogger) {
  const drawers = new LRUCache<string, Drawer>({ max: MOST_PROCESSES, dispose: putAway });

  const keyOf = ({ shell, part }: SsrProcessPair) => [shell, ...(part ? [part] : [])].map(nameOf).join(" + ");

  function drawerFor(pair: SsrProcessPair): Drawer {
    const key = keyOf(pair);
    const known = drawers.get(key);
    if (known) return known;
    const fresh: Drawer = {
      process: undefined,
      failures: new Map(),
      hasBundles: true,
      isOver: false,
      waiting: 0,
      queue: Promise.resolve(),
    };
    drawers.set(key, fresh);
    return fresh;
  }

  async function running(pair: SsrProcessPair, drawer: Drawer): Promise<SsrProcess | null> {
    if (drawer.process) return drawer.process;
    if (drawer.isOver) return null;
    const [shell, part] = await Promise.all([bundleOf(pair.shell), pair.part && bundleOf(pair.part)]);
    if (!shell || (pair.part && !part)) {
      // A release from before pages were drawn.
      drawer.hasBundles = false;
      return null;
    }
    // While they were read.
    if (drawer.isOver) return null;
    drawer.process = startSsrProcess({ shell, part });
    return drawer.process;
  }

  async function drawOn(
    pair: SsrProcessPair,
    drawer: Drawer,
    { order, answer, kind, log: own = log }: RenderedPage,
  ): Promise<SsrResult | null> {
    const failures = drawer.failures.get(kind) ?? 0;
    if (failures >= MOST_FAILURES || !drawer.hasBundles) return null;
    try {
      const process = await running(pair, drawer);
      const page = process && (await process.draw(order, answer));
      drawer.failures.delete(kind);
      return page;
    } catch (error) {
      if (drawer.isOver) return null;
      if (error instanceof NotStarted) {
        own.error({ releases: keyOf(pair), reason: error.message }, "a page could not be drawn");
        return null;
      }
      drawer.failures.set(kind, failures + 1);
      drawer.process?.end();
      drawer.process = undefined;
      const isGivenUp = failures + 1 >= MOST_FAILURES;
      const reason = error instanceof SsrFailure ? error.message : String(error);
      own.error({ releases: keyOf(pair), page: kind, reason, isGivenUp }, "a page could not be drawn");
      return null;
    }
  }

  return {
    /**
     * Null when the page is to be sent undrawn: the releases bring nothing to draw with, failed, or are too busy. What fails
     * counts for pages of its `kind` only: whoever finds an address that breaks one takes nothing from the others.
     */
    draw(pair: SsrProcessPair, drawing: RenderedPage): Promise<SsrResult | null> {
      const drawer = drawerFor(pair);
      if (drawer.waiting >= LONGEST_QUEUE) return Promise.resolve(null);
      drawer.waiting += 1;
      const drawn = drawer.queue
        .then(() => drawOn(pair, drawer, drawing))
        .finally(() => {
          drawer.waiting -= 1;
        });
      drawer.queue = drawn;
      return drawn;
    },

    /** Has the process of these releases ready before somebody waits for it. */
    warm(pair: SsrProcessPair): Promise<void> {
      const drawer = drawerFor(pair);
      const isWarm = drawer.queue.then(async () => {
        await (await running(pair, drawer).catch(() => null))?.ready.catch(() => undefined);
      });
      drawer.queue = isWarm;
      return isWarm;
    },

    close: () => drawers.clear(),
  };
}
export type SsrPool = ReturnType<typeof createSsrPool>;

async function bundleOf(release: ReleaseBundle): Promise<Bundle | null> {
  const code = await release.read();
  return code === null ? null : { name: `${nameOf(release)}/draw.js`, code };
}
