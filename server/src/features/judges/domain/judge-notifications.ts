import { message, msg, type Text } from "@conquest/shared/contracts/text/message";
import { and, eq, gte, inArray, isNull, like, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { contestJudges } from "../../../database/schema/judging";
import { notices } from "../../../database/schema/messages";
import { users } from "../../../database/schema/people";
import type { Clock } from "../../../platform/clock";
import { notify, type Notification, type NotificationTable } from "../../../platform/notify";
import { isPresent } from "../../../platform/people";
import { dateOf, withReason } from "../../../platform/text/message-values";
import { wordingColumns } from "../../../platform/wording";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { DAY_MS } from "../../contests/domain/phase";
import { isAwaitingAnswer } from "./judge-assignments-repository";

const JUDGING_PAGE = "/dashboard/judging";

type NamedContest = Pick<ContestRow, "id" | "name">;
type OwnedContest = Pick<ContestRow, "id" | "name" | "creatorId">;

const keyOf = (invitationId: string) => `judge_invited:${invitationId}`;

interface Reminder {
  kind: "half" | "last";
  dueAt: Date;
}

const reminderKey = (contestId: string, { kind, dueAt }: Reminder) =>
  `ratings_due:${contestId}:${kind}:${dueAt.toISOString()}`;

const invitationWords = (name: string) => ({
  subject: message("Judging invitation: “{name}”", { name }),
  text: message("You're invited to judge “{name}”. Accept or decline the invitation.", { name }),
});

const judgesOf = (contestId: string) =>
  sql`select s.judge_id from contest_judges s join users u on u.id = s.judge_id where s.contest_id = ${contestId} and s.state = 'accepted' and u.removed_at is null`;

type Words = Pick<Notification, "subject" | "text">;

const toJudges = ({ id }: NamedContest, kind: Notification["kind"], words: Words): Notification => ({
  to: judgesOf(id),
  kind,
  ...words,
  href: `${JUDGING_PAGE}/${id}`,
});

/** Omits the judge's name and address: a deleted user's must not remain in notifications. */
const toCreator = ({ id, creatorId }: OwnedContest, words: Words): Notification => ({
  to: creatorId,
  kind: "judge_answered",
  ...words,
  href: `/dashboard/contest_submitted/${id}`,
});

export const judgeNotifications = {
  invited: (userId: string, invitation: { id: string; name: string; invitedAt: Date }) => ({
    to: userId,
    kind: "judge_invited",
    ...invitationWords(invitation.name),
    href: JUDGING_PAGE,
    asks: `invitation:${invitation.id}`,
    onceKey: `${keyOf(invitation.id)}:${invitation.invitedAt.toISOString().slice(0, 10)}`,
  }),
  accepted: (contest: OwnedContest) =>
    toCreator(contest, {
      subject: message("Judge joined: “{name}”", { name: contest.name }),
      text: message("A judge accepted your invitation to “{name}”.", { name: contest.name }),
    }),
  declined: (contest: OwnedContest) =>
    toCreator(contest, {
      subject: message("Judging invitation declined: “{name}”", { name: contest.name }),
      text: message("Your invitation to judge “{name}” was declined.", { name: contest.name }),
    }),
  steppedDown: (contest: OwnedContest) =>
    toCreator(contest, {
      subject: message("Judge stepped down: “{name}”", { name: contest.name }),
      text: message("A judge of “{name}” stepped down. Their ratings and feedback were deleted.", {
        name: contest.name,
      }),
    }),
  ratingsDue: (
    { id, name }: NamedContest,
    judge: { id: string; rated: number; assigned: number },
    reminder: Reminder,
  ) => ({
    to: judge.id,
    kind: "judging_open",
    subject: message("Ratings due soon: “{name}”", { name }),
    text: message(
      "{n, plural, one {You've rated {rated} of # entry of “{name}”. Its creator asks for all ratings by {date}.} other {You've rated {rated} of # entries of “{name}”. Its creator asks for all ratings by {date}.}}",
      { name, rated: judge.rated, n: judge.assigned, date: dateOf(reminder.dueAt) },
    ),
    href: `${JUDGING_PAGE}/${id}`,
    asks: `winner:${id}`,
    onceKey: reminderKey(id, reminder),
  }),
  /** At most once a day: several judges may leave or recuse themselves one after the other. */
  entriesAssigned: ({ id, name }: NamedContest, judge: { id: string; added: number }, now: Date) => ({
    to: judge.id,
    kind: "judging_open",
    subject: message("More entries to judge: “{name}”", { name }),
    text: message(
      "{n, plural, one {# more entry of “{name}” is assigned to you. Read and rate it.} other {# more entries of “{name}” are assigned to you. Read and rate them.}}",
      { name, n: judge.added },
    ),
    href: `${JUDGING_PAGE}/${id}`,
    asks: `winner:${id}`,
    onceKey: `entries_assigned:${id}:${now.toISOString().slice(0, 10)}`,
  }),
  recused: (contest: OwnedContest) =>
    toCreator(contest, {
      subject: message("Judge recused: “{name}”", { name: contest.name }),
      text: message("A judge of “{name}” recused themselves from an entry. Their reason is in the list of judges.", {
        name: contest.name,
      }),
    }),
  withdrawn: ({ id, name }: NamedContest, judgeId: string) => ({
    to: judgeId,
    kind: "judge_ended",
    subject: message("Removed as a judge: “{name}”", { name }),
    text: message(
      "You're no longer a judge for “{name}”. The creator removed you, and your ratings and feedback were deleted.",
      { name },
    ),
    href: `${JUDGING_PAGE}/${id}`,
  }),
  /** Once per deadline, so not again after the contest was hidden. */
  judgingOpen: (contest: Pick<ContestRow, "id" | "name" | "deadline" | "judgesPerEntry">, entryCount: number) => ({
    ...toJudges(contest, "judging_open", {
      subject: message("Entries to judge: “{name}”", { name: contest.name }),
      text:
        contest.judgesPerEntry !== null
          ? message(
              "“{name}”, which you judge, closed. You can read and rate the entries assigned to you until the winner is picked.",
              { name: contest.name },
            )
          : message(
              "{n, plural, one {“{name}”, which you judge, closed with # entry. You can read and rate it until the winner is picked.} other {“{name}”, which you judge, closed with # entries. You can read and rate them until the winner is picked.}}",
              { name: contest.name, n: entryCount },
            ),
    }),
    asks: `winner:${contest.id}`,
    onceKey: `judging_open:${contest.id}:${contest.deadline.toISOString()}`,
  }),
  hidden: (contest: NamedContest) =>
    toJudges(contest, "contest_hidden", {
      subject: message("Contest hidden: “{name}”", { name: contest.name }),
      text: message(
        "“{name}”, which you judge, is hidden while admins review it. Your ratings and feedback are kept. You can continue once it's restored.",
        { name: contest.name },
      ),
    }),
  shown: (contest: NamedContest) =>
    toJudges(contest, "contest_hidden", {
      subject: message("Contest restored: “{name}”", { name: contest.name }),
      text: message("“{name}”, which you judge, is visible again.", { name: contest.name }),
    }),
  cancelled: (contest: NamedContest, reason: Text) =>
    toJudges(contest, "judge_ended", {
      subject: message("Contest cancelled: “{name}”", { name: contest.name }),
      text: withReason(
        reason,
        [msg("“{name}”, which you judge, was cancelled."), msg("“{name}”, which you judge, was cancelled: {reason}")],
        { name: contest.name },
      ),
    }),
  removed: (contest: NamedContest) => ({
    ...toJudges(contest, "judge_ended", {
      subject: message("Contest deleted: “{name}”", { name: contest.name }),
      text: message("“{name}”, which you judge, was deleted. There's nothing left to judge.", { name: contest.name }),
    }),
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
  for (const { id, name } of waiting) await rewordUnread(tx, { id, email }, "judge_invited", invitationWords(name));
  await notify(
    tx,
    clock,
    waiting.map(({ userId, ...invitation }) => judgeNotifications.invited(userId, invitation)),
  );
}

const INVITATION_ENDS = {
  withdrawn: (name: string) => message("Your invitation to judge “{name}” was withdrawn.", { name }),
  decided: (name: string) =>
    message("Your invitation to judge “{name}” has ended because the winner was picked.", { name }),
  cancelled: (name: string) =>
    message("Your invitation to judge “{name}” has ended because the contest was cancelled.", { name }),
  deleted: (name: string) =>
    message("Your invitation to judge “{name}” has ended because the contest was deleted.", { name }),
};
type InvitationEnd = keyof typeof INVITATION_ENDS;

/** Rewords an unread invitation. Deleting it instead would allow one email per invite-and-withdraw cycle. */
export const notifyInvitationEnded = (
  tx: Database,
  { contestName, ...invitation }: { id: string; email: string; contestName: string },
  end: InvitationEnd,
) =>
  rewordUnread(tx, invitation, "judge_ended", {
    subject: message("Judging invitation ended: “{name}”", { name: contestName }),
    text: INVITATION_ENDS[end](contestName),
  });

const rewordUnread = (
  tx: Database,
  { id, email }: { id: string; email: string },
  kind: "judge_invited" | "judge_ended",
  words: Words,
) =>
  tx
    .update(notices)
    .set({ kind, ...wordingColumns(words) })
    .where(
      and(
        inArray(notices.userId, tx.select({ id: users.id }).from(users).where(eq(users.email, email))),
        like(notices.onceKey, `${keyOf(id)}:%`),
        isNull(notices.readAt),
      ),
    );

/** Lists judges who had this kind of reminder already, unless the date moved later by more than a day since. */
export async function listReminded(tx: Database, contestId: string, reminder: Reminder): Promise<ReadonlySet<string>> {
  const sameKind = `ratings_due:${contestId}:${reminder.kind}:%`;
  const dayBefore = new Date(reminder.dueAt.getTime() - DAY_MS);
  const rows = await tx
    .select({ userId: notices.userId })
    .from(notices)
    .where(
      and(
        sql`${notices.userId} in (${judgesOf(contestId)})`,
        like(notices.onceKey, sameKind),
        gte(notices.onceKey, reminderKey(contestId, { ...reminder, dueAt: dayBefore })),
      ),
    );
  return new Set(rows.map(({ userId }) => userId));
}

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

/** Updates the open invitees' notifications to say why the invitation ended. */
export async function endInvitations(tx: Database, { id, name }: NamedContest, end: InvitationEnd): Promise<void> {
  const waiting = await tx
    .select({ id: contestJudges.id, email: contestJudges.email })
    .from(contestJudges)
    .where(and(eq(contestJudges.contestId, id), eq(contestJudges.state, "invited")));
  for (const { id: invitationId, email } of waiting)
    if (email !== null) await notifyInvitationEnded(tx, { id: invitationId, email, contestName: name }, end);
}
