import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { message } from "@conquest/shared/contracts/text/message";
import { throwUnavailable } from "../errors";
import { createInFlightCounter } from "../concurrency/fair-semaphore";

/** Files processed concurrently per server: they are held in memory, and the last one waits for all others. */
const MAX_CONCURRENT_UPLOADS = 10;
const MAX_UPLOADS_PER_USER = 3;

const countersByApp = new WeakMap<FastifyInstance, ReturnType<typeof createInFlightCounter>>();

/** `isInUse` is set once the bytes have arrived; the slot is then released when their processing ends. */
interface Slot {
  end: () => void;
  isInUse: boolean;
}
const slots = new WeakMap<FastifyRequest, Slot>();

/** Throws 503 if no slot is free. Use it with {@link withUploadSlot}. */
export function acquireUploadSlot(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  const counts = countersByApp.get(app) ?? createInFlightCounter();
  countersByApp.set(app, counts);
  const userId = request.caller?.id ?? "";
  if (counts.of(userId) >= MAX_UPLOADS_PER_USER)
    throwUnavailable("busy", message("Your other files are still uploading. Try again in a moment."));
  if (counts.all() >= MAX_CONCURRENT_UPLOADS)
    throwUnavailable("busy", message("We're receiving many files right now. Try again in a moment."));
  const slot: Slot = { end: counts.begin(userId), isInUse: false };
  slots.set(request, slot);
  const release = () => slot.isInUse || slot.end();
  reply.raw.once("finish", release).once("close", release);
}

/** If the client disconnects, the slot stays reserved until processing ends. */
export async function withUploadSlot<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const slot = slots.get(request);
  if (!slot) return work();
  slot.isInUse = true;
  try {
    return await work();
  } finally {
    slot.end();
  }
}
