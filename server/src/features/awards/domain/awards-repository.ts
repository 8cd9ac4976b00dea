import { and, eq, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { adminAward, award } from "@conquest/shared/contracts/awards";
import type { Database } from "../../../database/database";
import { awards } from "../../../database/schema/awards";
import { contests } from "../../../database/schema/contests";
import { files } from "../../../database/schema/files";
import { users } from "../../../database/schema/people";
import { epochMs } from "../../../database/sort-keys";
import { toStoredFile } from "../../../platform/files/files-repository";
import { readKeysetPage, type PageQuery } from "../../../platform/lists/keyset-page";
import { publicDisplayNameOf, toNamedPerson } from "../../../platform/people";
import type { Caller } from "../../../platform/sessions/session";
import { placements } from "../../../database/schema/placements";
import { canCreatorSend, isPlacementOfAward, type AwardRow } from "./award-columns";
import { awardPermissions } from "./award-policy";
import { awardDueAt } from "./award-schedule";

const winners = alias(users, "winner");
const person = (of: typeof winners | typeof users) => ({
  name: of.name,
  email: of.email,
  status: of.status,
  removedAt: of.removedAt,
});

const columns = {
  award: awards,
  name: contests.name,
  prizeName: placements.prizeName,
  creator: person(users),
  canCreatorSend,
  winner: person(winners),
  proof: files,
};
export type FoundAward = Awaited<ReturnType<ReturnType<typeof awardsRepository>["list"]>>[number];

const waitingLongest = [
  epochMs(awards.waitingSince),
  sql`(${awards.contestId} || ' ' || lpad(${awards.place}::text, 5, '0'))`,
];

export const awardsRepository = (db: Database) => {
  const select = <More extends Record<string, SQL>>(more: More) =>
    db
      .select({ ...columns, ...more })
      .from(awards)
      .innerJoin(contests, eq(contests.id, awards.contestId))
      .leftJoin(placements, isPlacementOfAward)
      .innerJoin(users, eq(users.id, awards.creatorId))
      .innerJoin(winners, eq(winners.id, awards.winnerId))
      .leftJoin(files, eq(files.id, awards.proofId));

  const readableBy = ({ id, role }: Caller) =>
    role === "admin" ? undefined : or(eq(awards.creatorId, id), eq(awards.winnerId, id));

  return {
    list: (contestIds: readonly string[], caller: Caller) =>
      select({})
        .where(and(inArray(awards.contestId, [...contestIds]), readableBy(caller)))
        .orderBy(awards.contestId, awards.place),

    async statesByEntry(contestId: string, caller: Caller): Promise<ReadonlyMap<string, AwardRow["state"]>> {
      const rows = await db
        .select({
          entryId: sql<string>`coalesce(${placements.entryId}, ${contests.winnerEntryId})`,
          state: awards.state,
        })
        .from(awards)
        .innerJoin(contests, eq(contests.id, awards.contestId))
        .leftJoin(placements, isPlacementOfAward)
        .where(and(eq(awards.contestId, contestId), readableBy(caller)));
      return new Map(rows.map(({ entryId, state }) => [entryId, state]));
    },

    /** Lock the contest before changing it. */
    async find(contestId: string, place: number, caller: Caller) {
      const [row] = await select({}).where(
        and(eq(awards.contestId, contestId), eq(awards.place, place), readableBy(caller)),
      );
      return row;
    },

    listToSettle: ({ id }: Caller, query: PageQuery, now: Date) => {
      const isListed = and(
        inArray(awards.state, ["unconfirmed", "disputed"]),
        ne(awards.creatorId, id),
        ne(awards.winnerId, id),
      );
      return readKeysetPage(db, query, now, {
        order: waitingLongest,
        all: sql`select from ${awards} where ${isListed}`,
        rows: ({ columns: { sortKeys, total }, after, orderBy, limit }) =>
          select({ sortKeys, total })
            .where(and(isListed, after))
            .orderBy(...orderBy)
            .limit(limit),
      });
    },

    change: ({ contestId, place }: Pick<AwardRow, "contestId" | "place">, change: Partial<AwardRow>) =>
      db
        .update(awards)
        .set({ ...change, revision: sql`${awards.revision} + 1` })
        .where(and(eq(awards.contestId, contestId), eq(awards.place, place))),
  };
};

const TIMED = ["to_send", "late", "sent", "unconfirmed"] as const satisfies readonly AwardRow["state"][];

export const factsOf = ({ award: { state, winnerId }, canCreatorSend: canSend }: FoundAward, caller: Caller) => ({
  state,
  isWinner: winnerId === caller.id,
  canCreatorSend: canSend,
});

export const relationOf = ({ award: { creatorId } }: FoundAward, caller: Caller) => ({
  isOwner: creatorId === caller.id,
  isAdmin: caller.role === "admin",
});

export function toAward(found: FoundAward, caller: Caller): z.input<typeof award> {
  const { award: row, name, prizeName, winner, proof } = found;
  const { place, prize, state, revision } = row;
  const isTimed = TIMED.some((each) => each === state);
  return {
    contest: { _id: row.contestId, name },
    place,
    prize,
    prizeName,
    state,
    revision,
    winner: { name: publicDisplayNameOf(winner) },
    awardedAt: row.awardedAt.toISOString(),
    dueAt: isTimed ? awardDueAt(row.waitingSince).toISOString() : null,
    sent: row.sentAt && {
      on: row.sentOn!,
      at: row.sentAt.toISOString(),
      note: row.sentNote,
      proof: proof && toStoredFile(proof),
    },
    problem: row.problemAt && { text: row.problem, at: row.problemAt.toISOString() },
    decision: row.decision && { is: row.decision, note: row.decisionNote, at: row.decidedAt!.toISOString() },
    endedAt: row.endedAt && row.endedAt.toISOString(),
    may: awardPermissions(factsOf(found, caller), relationOf(found, caller)),
  };
}

export const toAdminAward = (found: FoundAward, caller: Caller): z.input<typeof adminAward> => ({
  ...toAward(found, caller),
  creator: toNamedPerson(found.award.creatorId, found.creator),
  winner: toNamedPerson(found.award.winnerId, found.winner),
});
