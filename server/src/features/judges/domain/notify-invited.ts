import { and, eq, inArray, isNull, like, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { contestJudges } from "../../../database/schema/judging";
import { notices } from "../../../database/schema/messages";
import { users } from "../../../database/schema/people";
import type { Clock } from "../../../platform/clock";
import { notify } from "../../../platform/notify";
import { isPresent } from "../../../platform/people";
import { isAwaitingAnswer } from "./judge-assignments-repository";

export const JUDGING_PAGE = "/dashboard/judging";

const keyOf = (invitationId: string) => `judge_invited:${invitationId}`;

const invitationText = (contestName: string) => `You are invited to judge “${contestName}”. Please accept or decline.`;

/** Call after inviting, after an account gets the address, and after unblocking it. Notifies at most once a day. */
export async function notifyInvited(
  tx: Database,
  clock: Clock,
  { email, invitationId }: { email: string; invitationId?: string },
): Promise<void> {
  // Inviting and registering do not see each other's uncommitted rows, so the second one must notify.
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
        isAwaitingAnswer,
        sql`${contests.creatorId} <> ${users.id}`,
      ),
    );
  for (const { id, name } of waiting)
    await rewordUnread(tx, { id, email }, { kind: "judge_invited", text: invitationText(name) });
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

/** Rewords an unread invitation. Deleting it instead would allow one email per invite-and-withdraw cycle. */
export const notifyInvitationEnded = (
  tx: Database,
  { id, email, contestName }: { id: string; email: string; contestName: string },
  how: string,
) =>
  rewordUnread(
    tx,
    { id, email },
    { kind: "judge_ended", text: `You were invited to judge “${contestName}”, and ${how}.` },
  );

const rewordUnread = (
  tx: Database,
  { id, email }: { id: string; email: string },
  change: { kind: "judge_invited" | "judge_ended"; text: string },
) =>
  tx
    .update(notices)
    .set(change)
    .where(
      and(
        inArray(notices.userId, tx.select({ id: users.id }).from(users).where(eq(users.email, email))),
        like(notices.onceKey, `${keyOf(id)}:%`),
        isNull(notices.readAt),
      ),
    );
