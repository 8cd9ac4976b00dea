import { and, eq, gte, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { notices } from "../../../database/schema/messages";
import { users } from "../../../database/schema/people";
import { contestQuestions } from "../../../database/schema/talk";
import type { Clock } from "../../../platform/clock";
import { notify, resolveActionRequests } from "../../../platform/notify";
import { shortened } from "../../../platform/text/shortened";
import { contestsRepository, type ContestRow } from "../contests-repository";

/** So much of what was written stands in a notice, in characters. */
const LONGEST_QUOTE = 140;

/** The beginning of what somebody wrote, in one line. */
export const quoted = (text: string): string => `“${shortened(text.replace(/\s+/gu, " "), LONGEST_QUOTE)}”`;

const QUESTION = "question:";
/** What the creator was told of a question. */
export const questionKey = (questionId: string) => `${QUESTION}${questionId}`;
/** What the asker was told of its answer. */
export const answerKey = (questionId: string) => `answer:${questionId}`;

/** Tells whoever asked that there is an answer, in place of what they were told of an earlier one. For one who sees the contest. */
export async function notifyQuestionAnswered(
  tx: Database,
  clock: Clock,
  { id, name }: Pick<ContestRow, "id" | "name">,
  question: { id: string; askerId: string; answer: string; isFirst: boolean },
): Promise<void> {
  const onceKey = answerKey(question.id);
  await withdrawNotification(tx, question.askerId, onceKey);
  await notify(tx, clock, [
    {
      userId: question.askerId,
      kind: "answer",
      text: `Your question about “${name}” has ${question.isFirst ? "an answer" : "another answer"}: ${quoted(question.answer)}`,
      href: `/contest-details/${id}#questions`,
      onceKey,
    },
  ]);
}

/** Takes back what a person was told under this key: what it quotes is no longer there, or no longer so. */
export const withdrawNotification = (tx: Database, userId: string, onceKey: string) =>
  tx.delete(notices).where(and(eq(notices.userId, userId), eq(notices.onceKey, onceKey)));

/** Of what was answered while this contest was hidden nobody was told who did not see it; it is about to be on show again. */
export async function notifyAnswerHidden(
  tx: Database,
  clock: Clock,
  contest: Pick<ContestRow, "id" | "name" | "hiddenAt">,
): Promise<void> {
  const since = contest.hiddenAt!;
  const answered = await tx
    .select({
      id: contestQuestions.id,
      askerId: contestQuestions.askerId,
      answer: contestQuestions.answer,
      answeredAt: contestQuestions.answeredAt,
      role: users.role,
    })
    .from(contestQuestions)
    .innerJoin(users, eq(users.id, contestQuestions.askerId))
    .where(
      and(
        eq(contestQuestions.contestId, contest.id),
        or(gte(contestQuestions.answeredAt, since), gte(contestQuestions.correctedAt, since)),
        eq(users.status, "verified"),
        isNull(users.removedAt),
      ),
    )
    .orderBy(contestQuestions.id);
  for (const { id, askerId, answer, answeredAt, role } of answered) {
    if (await contestsRepository(tx).isVisibleTo(contest.id, { id: askerId, role })) continue;
    await notifyQuestionAnswered(tx, clock, contest, { id, askerId, answer: answer!, isFirst: answeredAt! >= since });
  }
}

/** Which questions wait for no answer any more, as a condition on `contest_questions`: their contest is over or off the public, or nobody reads them. */
export async function resolveQuestionRequests(tx: Database, clock: Clock, which: SQL): Promise<void> {
  const waiting = await tx
    .select({ id: contestQuestions.id })
    .from(contestQuestions)
    .where(and(which, isNull(contestQuestions.answeredAt)));
  await resolveActionRequests(tx, clock, ...waiting.map(({ id }) => `question:${id}` as const));
}

/**
 * For a person who is removed: what was answered stays for others to read, without a name. What was not goes, and with it what
 * the creators of the contests were told of it.
 */
export async function deleteUnansweredRequests(tx: Database, askerId: string): Promise<void> {
  const isUnanswered = and(eq(contestQuestions.askerId, askerId), isNull(contestQuestions.answeredAt));
  await tx.delete(notices).where(
    sql`(${notices.userId}, ${notices.onceKey}) in (
      select ${contests.creatorId}, ${QUESTION}::text || ${contestQuestions.id}
      from ${contestQuestions} inner join ${contests} on ${contests.id} = ${contestQuestions.contestId} where ${isUnanswered})`,
  );
  await tx.delete(contestQuestions).where(isUnanswered);
}
