import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { unavailable } from "../errors";
import { createInFlightCounter } from "./in-flight-counter";

/** Files that a server reads and draws anew at the same time: their bytes are in its memory, and who comes last waits for all before. */
const MOST_AT_ONCE = 10;
/** Of one person, who sends one after the other: nobody takes the room of all. */
const MOST_OF_A_PERSON = 3;

/** By whose they are, for each server. */
const onTheirWay = new WeakMap<FastifyInstance, ReturnType<typeof createInFlightCounter>>();

/** Lets go of a file's room; once its bytes are there, when nothing is done with them any more. */
interface Room {
  end: () => void;
  isInUse: boolean;
}
const rooms = new WeakMap<FastifyRequest, Room>();

/** Counts a file that is about to come, until its request is over; refuses one more than there is room for (503). Goes with {@link withUploadSlot}. */
export function acquireUploadSlot(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  const counts = onTheirWay.get(app) ?? createInFlightCounter();
  onTheirWay.set(app, counts);
  const who = request.caller?.id ?? "";
  if (counts.of(who) >= MOST_OF_A_PERSON)
    unavailable("busy", "Your other files are still on their way. Please try again in a moment.");
  if (counts.all() >= MOST_AT_ONCE)
    unavailable("busy", "Many files are coming in right now. Please try again in a moment.");
  const room: Room = { end: counts.begin(who), isInUse: false };
  rooms.set(request, room);
  // Answered, or gone before that.
  const leave = () => room.isInUse || room.end();
  reply.raw.once("finish", leave).once("close", leave);
}

/** Does what is to be done with a file that has come. Whoever goes meanwhile leaves its bytes here: they are counted until it is done. */
export async function withUploadSlot<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const room = rooms.get(request);
  if (!room) return work();
  room.isInUse = true;
  try {
    return await work();
  } finally {
    room.end();
  }
}
