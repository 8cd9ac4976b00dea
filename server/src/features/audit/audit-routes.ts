import type { FastifyInstance } from "fastify";
import { SYSTEM, listAudit } from "@conquest/shared/contracts/audit";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { displayNameOf } from "../../platform/people";
import { auditRepository } from "./audit-repository";

export function auditRoutes(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">): void {
  const audit = auditRepository(db);

  registerEndpoint(app, listAudit, async ({ query }) => {
    const page = await audit.list(query, clock.now());
    return page.map(
      ({
        entry: { number, act, at, actorId, actorRole, userId, contestId, messageId, fromValue, toValue, reason },
        contestName,
        winnerNote,
        messageFrom,
        person,
        actor,
      }) => ({
        _id: String(number),
        act,
        at: at.toISOString(),
        by: { role: actorRole, person: actorId === SYSTEM ? null : toPerson(actorId, actor) },
        person: userId === null ? null : toPerson(userId, person),
        contest: contestId === null ? null : { _id: contestId, name: contestName },
        message: messageId === null ? null : { _id: messageId, name: messageFrom },
        from: fromValue,
        to: toValue,
        reason: act === "winner_chosen" && !reason ? (winnerNote ?? "") : reason,
      }),
    );
  });
}

const toPerson = (id: string, person: { name: string; email: string | null; removedAt: Date | null } | null) => ({
  _id: id,
  name: person ? displayNameOf(person) : `Person ${id}`,
  email: person?.email ?? null,
});
