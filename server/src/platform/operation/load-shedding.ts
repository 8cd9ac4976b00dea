import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { message } from "@conquest/shared/contracts/text/message";
import { HttpError, UNAVAILABLE_STATUS } from "../errors";

const BEAT_MS = 50;
/** Well below a second, since the work that was accepted before follows. The process must have computed for as long. */
const MAX_DELAY_MS = 300;
/** So late several times in a row, the server gets more than it can do; once, it did one slow step. */
const LATE_MS = 100;
const LATE_BEATS = 3;

/** Rejects requests while the event loop is behind a due timer, also in a long iteration, during which none fires. */
export function shedLoad(app: FastifyInstance, accepted: ReadonlySet<string | undefined>): void {
  let dueAt = performance.now() + BEAT_MS;
  let lateBeats = 0;
  let cpuBefore = process.cpuUsage();
  const delay = () => performance.now() - dueAt;
  // A machine that paused the process is no overload.
  const computedFor = () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    return (user + system) / 1000;
  };

  const timer = setInterval(() => {
    lateBeats = delay() > LATE_MS ? lateBeats + 1 : 0;
    dueAt = performance.now() + BEAT_MS;
    cpuBefore = process.cpuUsage();
  }, BEAT_MS).unref();
  app.addHook("onClose", async () => clearInterval(timer));

  const check = ({ routeOptions: { url } }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    const isBehind = lateBeats >= LATE_BEATS || (delay() > MAX_DELAY_MS && computedFor() > MAX_DELAY_MS);
    if (!isBehind || accepted.has(url)) return done();
    done(new HttpError(UNAVAILABLE_STATUS, "overloaded", message("The site is very busy. Try again in a moment.")));
  };
  app.addHook("onRequest", check);
  // Bodies that arrive together are parsed in one iteration, after their requests were accepted.
  app.addHook("preValidation", check);
}
