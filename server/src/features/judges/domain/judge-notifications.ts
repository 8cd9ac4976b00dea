import { and, eq, inArray, isNull, like, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { contestJudges } from "../../../database/schema/judging";
import { notices } from "../../../database/schema/messages";
import { users } from "../../../database/schema/people";
import type { Clock } from "../../../platform/clock";
import { notify, type Notification, type NotificationTable } from "../../../platform/notify";
import { isPresent } from "../../../platform/people";
import { reasonSuffix } from "../../../platform/text/format";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { isAwaitingAnswer } from "./judge-assignments-repository";

const JUDGING_PAGE = "/dashboard/judging";

type NamedContest = Pick<ContestRow, "id" | "name">;
type OwnedContest = Pick<ContestRow, "id" | "name" | "creatorId">;

const keyOf = (invitationId: string) => `judge_invited:${invitationId}`;

const invitationText = (contestName: string) => `You are invited to judge “${contestName}”. Please accept or decline.`;

export const formatEntryCount = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);

const judgesOf = (contestId: string) =>
  sql`select s.judge_id from contest_judges s join users u on u.id = s.judge_id where s.contest_id = ${contestId} and s.state = 'accepted' and u.removed_at is null`;

const toJudges = ({ id, name }: NamedContest, kind: Notification["kind"], text: string): Notification => ({
  to: judgesOf(id),
  kind,
  text: `“${name}”, which you judge, ${text}`,
  href: `${JUDGING_PAGE}/${id}`,
});

/** Omits the judge's name and address: a deleted user's must not remain in notifications. */
const toCreator = ({ id, creatorId }: OwnedContest, text: string): Notification => ({
  to: creatorId,
  kind: "judge_answered",
  text,
  href: `/dashboard/contest_submitted/${id}`,
});

export const judgeNotifications = {
  invited: (userId: string, invitation: { id: string; name: string; invitedAt: Date }) => ({
    to: userId,
    kind: "judge_invited",
    text: invitationText(invitation.name),
    href: JUDGING_PAGE,
    asks: `invitation:${invitation.id}`,
    onceKey: `${keyOf(invitation.id)}:${invitation.invitedAt.toISOString().slice(0, 10)}`,
  }),
  accepted: (contest: OwnedContest) => toCreator(contest, `A judge has accepted your invitation to “${contest.name}”.`),
  declined: (contest: OwnedContest) => toCreator(contest, `An invitation to judge “${contest.name}” was declined.`),
  steppedDown: (contest: OwnedContest) =>
    toCreator(contest, `A judge of “${contest.name}” has stepped down. What they said of its entries was taken back.`),
  withdrawn: ({ id, name }: NamedContest, judgeId: string) => ({
    to: judgeId,
    kind: "judge_ended",
    text: `You no longer judge “${name}”: its creator withdrew the invitation. What you said of its entries was taken back.`,
    href: `${JUDGING_PAGE}/${id}`,
  }),
  /** Once per deadline, so not again after the contest was hidden. */
  judgingOpen: (contest: Pick<ContestRow, "id" | "name" | "deadline">, entryCount: number) => ({
    ...toJudges(
      contest,
      "judging_open",
      `has closed with ${formatEntryCount(entryCount)}. You can read and rate ${entryCount === 1 ? "it" : "them"} now, until the winner is chosen.`,
    ),
    asks: `winner:${contest.id}`,
    onceKey: `judging_open:${contest.id}:${contest.deadline.toISOString()}`,
  }),
  hidden: (contest: NamedContest) =>
    toJudges(
      contest,
      "contest_hidden",
      "is hidden while admins look at it. What you said of its entries stays, and you can go on when it is on show again.",
    ),
  shown: (contest: NamedContest) => toJudges(contest, "contest_hidden", "is on show again."),
  cancelled: (contest: NamedContest, reason: string) =>
    toJudges(contest, "judge_ended", `was cancelled${reasonSuffix(reason)}`),
  removed: (contest: NamedContest) => ({
    ...toJudges(contest, "judge_ended", "was removed. There is nothing left to judge."),
    href: JUDGING_PAGE,
  }),
} satisfies NotificationTable;

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
    waiting.map(({ userId, ...invitation }) => judgeNotifications.invited(userId, invitation)),
  );
}

/** Rewords an unread invitation. Deleting it instead would allow one email per invite-and-withdraw cycle. */
export const notifyInvitationEnded = (
  tx: Database,
  { contestName, ...invitation }: { id: string; email: string; contestName: string },
  how: string,
) =>
  rewordUnread(tx, invitation, {
    kind: "judge_ended",
    text: `You were invited to judge “${contestName}”, and ${how}.`,
  });

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

export async function notifyJudgeSteppedDown(tx: Database, clock: Clock, whichContests: SQL): Promise<void> {
  const affected = await tx
    .select({ id: contests.id, name: contests.name, creatorId: contests.creatorId })
    .from(contests)
    .where(whichContests)
    .orderBy(contests.id);
  await notify(tx, clock, affected.map(judgeNotifications.steppedDown));
}

/** Resolves the requests to a user who no longer judges the contest. Expects both to be locked. */
export const resolveJudgeRequests = (tx: Database, clock: Clock, contestId: string, judgeId: string) =>
  tx
    .update(notices)
    .set({ readAt: clock.now() })
    .where(
      and(
        eq(notices.userId, judgeId),
        eq(notices.kind, "judging_open"),
        eq(notices.asks, `winner:${contestId}`),
        isNull(notices.readAt),
      ),
    );

/** Updates the open invitees' notifications to say how the invitation ended ("its winner was chosen"). */
export async function endInvitations(tx: Database, { id, name }: NamedContest, how: string): Promise<void> {
  const waiting = await tx
    .select({ id: contestJudges.id, email: contestJudges.email })
    .from(contestJudges)
    .where(and(eq(contestJudges.contestId, id), eq(contestJudges.state, "invited")));
  for (const { id: invitationId, email } of waiting)
    if (email !== null) await notifyInvitationEnded(tx, { id: invitationId, email, contestName: name }, how);
}
