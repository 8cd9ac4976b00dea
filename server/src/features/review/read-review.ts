import { desc, eq, and, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import {
  REVIEWED_FIELDS,
  type contestReview,
  type ReviewedField,
  type ReviewQueue,
} from "@conquest/shared/contracts/review";
import { message, type Text } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { users } from "../../database/schema/people";
import { contestRounds, contests } from "../../database/schema/contests";
import { contestComments } from "../../database/schema/talk";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { findContestPicture, pictureIdOf } from "../../platform/files/uploaded-pictures";
import { displayNameOf } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { managedContests, toAdminContest } from "../contest-lists/domain/managed-contests";
import { storedReason } from "../lifecycle/domain/site-reasons";
import { findBaseRound } from "./domain/contest-rounds";
import { publicPreview } from "../contest-cards/domain/public-preview";
import { epochMs } from "../../database/sort-keys";
import { STAGE } from "../../database/stages";

type HistoryEvent = z.input<typeof contestReview>["history"][number];

const MAX_ROUNDS = 100;

export const readReview = (deps: Pick<Deps, "db" | "clock" | "config">, id: string, caller: Caller) =>
  deps.db.transaction(
    async (db) => {
      const row = orNotFound(
        await contestsRepository(db).findManaged(id, caller),
        message("We couldn't find that contest. It may have been deleted."),
      );
      const managed = orNotFound(
        await managedContests({ ...deps, db }).find(id, caller),
        message("We couldn't find that contest. It may have been deleted."),
      );
      // One more than returned, to compare the oldest returned round with.
      const rounds = await listRounds(db, id, MAX_ROUNDS + 1);
      const base = await findBaseRound(db, id);
      return {
        contest: toAdminContest(managed),
        asVisitors: await publicPreview(db, row, deps.clock.now(), deps.config.joinAmount),
        base: base
          ? {
              act: base.act,
              at: base.at.toISOString(),
              terms: base.terms,
              pictureId: await ownedPictureId(db, id, base.terms.image),
            }
          : null,
        history: await buildHistory(db, row, rounds),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

async function ownedPictureId(db: Database, contestId: string, address: string): Promise<string | null> {
  const id = pictureIdOf(address);
  const picture = id === null ? undefined : await findContestPicture(db, id);
  return picture?.contestId === contestId ? id : null;
}

const listRounds = (db: Database, contestId: string, limit: number) =>
  db
    .select({
      revision: contestRounds.revision,
      act: contestRounds.act,
      terms: contestRounds.terms,
      at: contestRounds.at,
      name: users.name,
      removedAt: users.removedAt,
    })
    .from(contestRounds)
    .leftJoin(users, eq(users.id, contestRounds.actorId))
    .where(eq(contestRounds.contestId, contestId))
    .orderBy(desc(contestRounds.revision))
    .limit(limit);
type Round = Awaited<ReturnType<typeof listRounds>>[number];

async function buildHistory(db: Database, contest: ContestRow, rounds: readonly Round[]): Promise<HistoryEvent[]> {
  const comments = await db
    .select({
      id: contestComments.id,
      text: contestComments.text,
      decision: contestComments.decision,
      revision: contestComments.revision,
      at: contestComments.createdAt,
      name: users.name,
      removedAt: users.removedAt,
    })
    .from(contestComments)
    .innerJoin(users, eq(users.id, contestComments.authorId))
    .where(eq(contestComments.contestId, contest.id));
  const reasons = new Map(comments.map(({ revision, text }) => [revision, text]));
  const roundEvents = rounds.slice(0, MAX_ROUNDS).map((round, index): HistoryEvent => {
    const before = rounds[index + 1];
    return {
      _id: `round-${round.revision}`,
      what: round.act,
      at: round.at.toISOString(),
      by: authorName(round),
      text: reasons.get(round.revision) ?? "",
      changed: before ? changedFields(before, round) : [],
    };
  });
  // Comments from before rounds were stored have no revision, so they become events themselves.
  const legacyComments = comments.filter(({ revision }) => revision === null);
  const commentEvents = legacyComments.map((comment): HistoryEvent => ({
    _id: comment.id,
    what: comment.decision,
    at: comment.at.toISOString(),
    by: authorName(comment),
    text: comment.text,
    changed: [],
  }));
  const events = [...roundEvents.toReversed(), ...commentEvents, ...(await cancellationOf(db, contest))];
  return events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

async function cancellationOf(
  db: Database,
  { cancelledAt, cancelledBy, cancelReason }: ContestRow,
): Promise<HistoryEvent[]> {
  if (!cancelledAt) return [];
  const [person] =
    cancelledBy === null
      ? []
      : await db.select({ name: users.name, removedAt: users.removedAt }).from(users).where(eq(users.id, cancelledBy));
  return [
    {
      _id: "cancelled",
      what: "cancelled",
      at: cancelledAt.toISOString(),
      by: person ? authorName(person) : null,
      text: storedReason(cancelReason ?? ""),
      changed: [],
    },
  ];
}

const authorName = ({ name, removedAt }: { name: string | null; removedAt: Date | null }): Text | null =>
  name === null ? null : displayNameOf({ name, removedAt });

const changedFields = (before: Round, after: Round): ReviewedField[] =>
  REVIEWED_FIELDS.filter((field) => JSON.stringify(before.terms[field]) !== JSON.stringify(after.terms[field]));

const MAX_COUNTED = 1000;

/** Time never ends this stage, so the stored stage is exact. */
const isWaiting = sql`${contests.stage} = ${sql.raw(String(STAGE.in_review))}`;
/** Matches the index on creation; read backwards, the first submitted contest comes first. */
const newness = sql`(-${epochMs(contests.createdAt)})`;
const forwards = sql`${newness} desc, ${contests.id} desc`;
const backwards = sql`${newness}, ${contests.id}`;

/** Returns the review queue and the neighbours of contest `at`, whether or not it still waits. */
export const reviewQueue = async ({ db }: Pick<Deps, "db">, at: string | undefined): Promise<ReviewQueue> => {
  const [current] =
    at === undefined
      ? []
      : await db
          .select({ key: newness, isWaiting: sql<boolean>`(${isWaiting})` })
          .from(contests)
          .where(eq(contests.id, at));
  const currentRow = current && sql`(${current.key}::bigint, ${at}::text)`;
  const row = sql`(${newness}, ${contests.id})`;
  const idWhere = (where: SQL | undefined, order: SQL) =>
    sql`(select ${contests.id} from ${contests} where ${and(isWaiting, where)} order by ${order} limit 1)`;
  const countWhere = (where?: SQL) =>
    sql`(select count(*)::int from (select from ${contests} where ${and(isWaiting, where)} limit ${MAX_COUNTED}) counted)`;
  const noId = sql`null::text`;
  const { rows } = await db.execute<{
    waiting: number;
    before: number | null;
    first: string | null;
    previous: string | null;
    next: string | null;
  }>(sql`select
      ${countWhere()} as waiting,
      ${current?.isWaiting ? countWhere(sql`${row} > ${currentRow}`) : sql`null::int`} as before,
      ${idWhere(undefined, forwards)} as first,
      ${currentRow ? idWhere(sql`${row} > ${currentRow}`, backwards) : noId} as previous,
      ${currentRow ? idWhere(sql`${row} < ${currentRow}`, forwards) : noId} as next`);
  const { waiting, before, first, previous, next } = rows[0]!;
  return {
    waitingCount: waiting,
    position: before === null || before >= MAX_COUNTED ? null : before + 1,
    firstId: first,
    previousId: previous,
    nextId: next,
  };
};
