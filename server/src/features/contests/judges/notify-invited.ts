import { and, eq, inArray, isNull, like, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { contestJudges } from "../../../database/schema/judging";
import { notices } from "../../../database/schema/messages";
import { users } from "../../../database/schema/people";
import type { Clock } from "../../../platform/clock";
import { notify } from "../../../platform/notify";
import { isPresent } from "../../../platform/people";
import { isWaiting } from "./judge-assignments-repository";

/** Where people find what they are invited to judge, and what they judge. */
export const JUDGING_PAGE = "/dashboard/judging";

const keyOf = (invitationId: string) => `judge_invited:${invitationId}`;

const invitationText = (contestName: string) => `You are invited to judge “${contestName}”. Please accept or decline.`;

/**
 * Tells whoever has the address what it is invited to judge and not yet told of: when somebody is invited, when an account comes to
 * have the address, and when its block is lifted. Call it once that is written. Once a day at most for one contest, however often its
 * creator thinks better of it. Names nobody.
 */
export async function notifyInvited(
  tx: Database,
  clock: Clock,
  { email, invitationId }: { email: string; invitationId?: string },
): Promise<void> {
  // Who invites an address and who comes to have it do not see each other before they are through: of two the second does.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`invited ${email}`}))`);
  const waiting = await tx
    .select({ id: contestJudges.id, name: contests.name, invitedAt: contestJudges.invitedAt, userId: users.id })
    .from(contestJudges)
    .innerJoin(contests, eq(contests.id, contestJudges.contestId))
    .innerJoin(users, and(eq(users.email, contestJudges.email), isPresent, eq(users.status, "verified")))
    .where(
      and(
        eq(contestJudges.email, email),
        invitationId === undefined ? undefined : eq(contestJudges.id, invitationId),
        isWaiting,
        sql`${contests.creatorId} <> ${users.id}`,
      ),
    );
  for (const { id, name } of waiting)
    await reword(tx, { id, email }, { kind: "judge_invited", text: invitationText(name) });
  await notify(
    tx,
    clock,
    waiting.map(({ id, name, invitedAt, userId }) => ({
      userId,
      kind: "judge_invited",
      text: invitationText(name),
      href: JUDGING_PAGE,
      asks: `invitation:${id}`,
      onceKey: `${keyOf(id)}:${invitedAt.toISOString().slice(0, 10)}`,
    })),
  );
}

/**
 * Says in what somebody was told of an invitation, and has not read, how it ended ("its winner was chosen"): also in a letter
 * that is not out yet. It is not taken away, or who invites and withdraws in turns would have a letter sent each time.
 */
export const notifyInvitationEnded = (
  tx: Database,
  { id, email, contestName }: { id: string; email: string; contestName: string },
  how: string,
) =>
  reword(tx, { id, email }, { kind: "judge_ended", text: `You were invited to judge “${contestName}”, and ${how}.` });

const reword = (
  tx: Database,
  { id, email }: { id: string; email: string },
  said: { kind: "judge_invited" | "judge_ended"; text: string },
) =>
  tx
    .update(notices)
    .set(said)
    .where(
      and(
        inArray(notices.userId, tx.select({ id: users.id }).from(users).where(eq(users.email, email))),
        like(notices.onceKey, `${keyOf(id)}:%`),
        isNull(notices.readAt),
      ),
    );
