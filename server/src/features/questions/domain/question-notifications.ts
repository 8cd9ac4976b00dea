import { and, eq, gte, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { notices } from "../../../database/schema/messages";
import { users } from "../../../database/schema/people";
import { contestQuestions } from "../../../database/schema/talk";
import type { Clock } from "../../../platform/clock";
import { notify, resolveActionRequests } from "../../../platform/notify";
import { truncate } from "../../../platform/text/shortened";
import { contestsRepository, type ContestRow } from "../../contests/domain/contests-repository";

const MAX_QUOTE_LENGTH = 140;

export const quoteExcerpt = (text: string): string => `“${truncate(text.replace(/\s+/gu, " "), MAX_QUOTE_LENGTH)}”`;

const QUESTION = "question:";
export const questionKey = (questionId: string) => `${QUESTION}${questionId}`;
export const answerKey = (questionId: string) => `answer:${questionId}`;

/** Replaces any earlier notification of an answer. Call only for askers who can see the contest. */
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
      text: `Your question about “${name}” has ${question.isFirst ? "an answer" : "another answer"}: ${quoteExcerpt(question.answer)}`,
      href: `/contest-details/${id}#questions`,
      onceKey,
    },
  ]);
}

export const withdrawNotification = (tx: Database, userId: string, onceKey: string) =>
  tx.delete(notices).where(and(eq(notices.userId, userId), eq(notices.onceKey, onceKey)));

/** Call before unhiding: askers who could see the hidden contest were notified of answers at once. */
export async function notifyAnswersWhileHidden(
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

/** Resolves the requests to answer questions that match `which`, a condition on `contest_questions`. */
export async function resolveQuestionRequests(tx: Database, clock: Clock, which: SQL): Promise<void> {
  const waiting = await tx
    .select({ id: contestQuestions.id })
    .from(contestQuestions)
    .where(and(which, isNull(contestQuestions.answeredAt)));
  await resolveActionRequests(tx, clock, ...waiting.map(({ id }) => `question:${id}` as const));
}

/** Deletes a deleted user's open questions with their notifications. Answered ones stay, without a name. */
export async function deleteUnansweredQuestions(tx: Database, askerId: string): Promise<void> {
  const isUnanswered = and(eq(contestQuestions.askerId, askerId), isNull(contestQuestions.answeredAt));
  await tx.delete(notices).where(
    sql`(${notices.userId}, ${notices.onceKey}) in (
      select ${contests.creatorId}, ${QUESTION}::text || ${contestQuestions.id}
      from ${contestQuestions} inner join ${contests} on ${contests.id} = ${contestQuestions.contestId} where ${isUnanswered})`,
  );
  await tx.delete(contestQuestions).where(isUnanswered);
}
