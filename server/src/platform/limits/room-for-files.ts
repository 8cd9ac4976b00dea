import type { FastifyInstance, FastifyReply } from "fastify";
import { unavailable } from "../errors";

/** Files that a server reads and draws anew at the same time: their bytes are in its memory, and who comes last waits for all before. */
const MOST_AT_ONCE = 10;

const onTheirWay = new WeakMap<FastifyInstance, number>();

/** Counts a file that is about to come, until its request is over; refuses one more than the server has room for (503). */
export function makeRoom(app: FastifyInstance, reply: FastifyReply): void {
  const now = onTheirWay.get(app) ?? 0;
  if (now >= MOST_AT_ONCE) unavailable("busy", "Many files are coming in right now. Please try again in a moment.");
  onTheirWay.set(app, now + 1);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    onTheirWay.set(app, onTheirWay.get(app)! - 1);
  };
  // Answered, or gone before that.
  reply.raw.once("finish", end).once("close", end);
}
