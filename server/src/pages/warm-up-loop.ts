import type { FastifyBaseLogger } from "fastify";
import { isTransientError } from "../platform/failures/transient-errors";

/** Maximum delay in milliseconds until a new release is preloaded. */
const INTERVAL_MS = 5_000;

export function startWarmUpLoop(prepare: () => Promise<void>, log: FastifyBaseLogger) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isOver = false;

  const start = (): void => {
    running = prepare()
      .catch((error: unknown) => {
        // Outages are logged by the affected page requests.
        if (!isTransientError(error)) log.error({ err: error }, "pages could not be prepared");
      })
      .then(() => {
        if (!isOver) timer = setTimeout(start, INTERVAL_MS).unref();
      });
  };

  return {
    start,
    stop: async (): Promise<void> => {
      isOver = true;
      clearTimeout(timer);
      await running;
    },
  };
}
