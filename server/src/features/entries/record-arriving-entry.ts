import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../platform/deps";
import type {} from "../../platform/limits/request-arrival";
import { arrivingEntriesRepository } from "./domain/arriving-entries";

/** Recorded before the body is read, so that no server judges without it. A failure never rejects the entry. */
export const recordArrivingEntry =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<() => Promise<void>> => {
    const { contestId } = request.params as { contestId: string };
    const id = randomUUID();
    const arriving = arrivingEntriesRepository(db);
    const failed = (err: unknown) => {
      request.log.warn({ err }, "an arriving entry could not be noted");
      return false;
    };
    const isRecorded = arriving
      .add({ id, contestId, userId: request.caller!.id, arrivedAt: request.arrivedAt }, clock.now())
      .catch(failed);
    let removed: Promise<void> | undefined;
    const remove = () =>
      (removed ??= isRecorded.then(async (isThere) => void (isThere && (await arriving.remove(id).catch(failed)))));
    // The connection may be closed before the record is written.
    reply.raw.once("close", () => void remove());
    await isRecorded;
    return remove;
  };
