import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { unavailable } from "../errors";
import { countUnderWay } from "./count-under-way";

/** Files that a server reads and draws anew at the same time: their bytes are in its memory, and who comes last waits for all before. */
const MOST_AT_ONCE = 10;
/** Of one person, who sends one after the other: nobody takes the room of all. */
const MOST_OF_A_PERSON = 3;

/** By whose they are, for each server. */
const onTheirWay = new WeakMap<FastifyInstance, ReturnType<typeof countUnderWay>>();

/** Counts a file that is about to come, until its request is over; refuses one more than there is room for (503). */
export function makeRoom(app: FastifyInstance, { caller }: FastifyRequest, reply: FastifyReply): void {
  const counts = onTheirWay.get(app) ?? countUnderWay();
  onTheirWay.set(app, counts);
  const who = caller?.id ?? "";
  if (counts.of(who) >= MOST_OF_A_PERSON) unavailable("busy", "Your other files are still on their way. Please try again in a moment.");
  if (counts.all() >= MOST_AT_ONCE) unavailable("busy", "Many files are coming in right now. Please try again in a moment.");
  const end = counts.begin(who);
  // Answered, or gone before that.
  reply.raw.once("finish", end).once("close", end);
}
