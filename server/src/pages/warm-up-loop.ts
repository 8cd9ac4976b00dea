import type { FastifyBaseLogger } from "fastify";
import { isTransientError } from "../platform/failures/transient-errors";

/** So long after a release a server has what its pages are made of, whether or not somebody opens one. In milliseconds. */
const AGAIN_AFTER = 5_000;

/** Prepares at the start, and again and again: what it was prepared for changes with every release. */
export function startWarmUpLoop(prepare: () => Promise<void>, log: FastifyBaseLogger) {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let isOver = false;

  const start = (): void => {
    underWay = prepare()
      .catch((error: unknown) => {
        // Whoever asks for a page meanwhile is told so, and the log with them.
        if (!isTransientError(error)) log.error({ err: error }, "pages could not be prepared");
      })
      .then(() => {
        if (!isOver) timer = setTimeout(start, AGAIN_AFTER).unref();
      });
  };

  return {
    start,
    stop: async (): Promise<void> => {
      isOver = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
