import type { FastifyInstance } from "fastify";
import { message } from "@conquest/shared/contracts/text/message";
import { HttpError, UNAVAILABLE_STATUS } from "../errors";

const BEAT_MS = 50;
/** Half a second, since the work that was accepted before follows. */
const MAX_DELAY_MS = 500;
/** One late beat is a single slow step, after which everything can be answered. */
const LATE_BEATS = 2;

/**
 * Rejects requests while the event loop is behind. The delay is that of a due timer, so it grows within one iteration
 * too, in which a burst arrives at once and no timer fires.
 */
export function shedLoad(app: FastifyInstance, accepted: ReadonlySet<string | undefined>): void {
  let dueAt = performance.now() + BEAT_MS;
  let lateBeats = 0;
  const delay = () => performance.now() - dueAt;

  const timer = setInterval(() => {
    lateBeats = delay() > MAX_DELAY_MS ? lateBeats + 1 : 0;
    dueAt = performance.now() + BEAT_MS;
  }, BEAT_MS).unref();
  app.addHook("onClose", async () => clearInterval(timer));

  app.addHook("onRequest", (request, _reply, done) => {
    const isBehind = lateBeats >= LATE_BEATS || delay() > MAX_DELAY_MS;
    if (!isBehind || accepted.has(request.routeOptions.url)) return done();
    done(new HttpError(UNAVAILABLE_STATUS, "overloaded", message("The site is very busy. Try again in a moment.")));
  });
}
