import { message } from "@conquest/shared/contracts/text/message";
import { and, eq, gte, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { notices } from "../../../database/schema/messages";
import { users } from "../../../database/schema/people";
import { contestQuestions } from "../../../database/schema/talk";
import type { Clock } from "../../../platform/clock";
import { notify, resolveActionRequests, type NotificationTable } from "../../../platform/notify";
import { truncate } from "../../../platform/text/format";
import { contestsRepository, type ContestRow } from "../../contests/domain/contests-repository";

const MAX_QUOTE_LENGTH = 140;

export const quoteExcerpt = (text: string): string => `“${truncate(text.replace(/\s+/gu, " "), MAX_QUOTE_LENGTH)}”`;

const QUESTION = "question:";
const questionKey = (questionId: string) => `${QUESTION}${questionId}`;
const answerKey = (questionId: string) => `answer:${questionId}`;

type NamedContest = Pick<ContestRow, "id" | "name">;

export const questionNotifications = {
  asked: (
    { id, name, creatorId }: Pick<ContestRow, "id" | "name" | "creatorId">,
    questionId: string,
    text: string,
  ) => ({
    to: creatorId,
    kind: "question",
    subject: message("New question: “{name}”", { name }),
    text: message("New question about “{name}”: {quote}", { name, quote: quoteExcerpt(text) }),
    href: `/contest-details/${id}#questions`,
    onceKey: questionKey(questionId),
    asks: `question:${questionId}`,
  }),
  answered: ({ id, name }: NamedContest, question: AnsweredQuestion) => ({
    to: question.askerId,
    kind: "answer",
    ...(question.isFirst
      ? {
          subject: message("Question answered: “{name}”", { name }),
          text: message("Your question about “{name}” was answered: {quote}", {
            name,
            quote: quoteExcerpt(question.answer),
          }),
        }
      : {
          subject: message("Answer updated: “{name}”", { name }),
          text: message("The answer to your question about “{name}” was updated: {quote}", {
            name,
            quote: quoteExcerpt(question.answer),
          }),
        }),
    href: `/contest-details/${id}#questions`,
    onceKey: answerKey(question.id),
  }),
  removed: ({ id, name }: NamedContest, askerId: string, by: "creator" | "admin") => ({
    to: askerId,
    kind: "question_removed",
    subject: message("Question deleted: “{name}”", { name }),
    text:
      by === "creator"
        ? message("The creator deleted your question about “{name}”.", { name })
        : message("An admin deleted your question about “{name}”.", { name }),
    href: `/contest-details/${id}#questions`,
  }),
} satisfies NotificationTable;

interface AnsweredQuestion {
  id: string;
  askerId: string;
  answer: string;
  isFirst: boolean;
}

/** Replaces any earlier notification of an answer. Call only for askers who can see the contest. */
export async function notifyQuestionAnswered(
  tx: Database,
  clock: Clock,
  contest: NamedContest,
  question: AnsweredQuestion,
): Promise<void> {
  await withdrawNotification(tx, question.askerId, answerKey(question.id));
  await notify(tx, clock, questionNotifications.answered(contest, question));
}

const withdrawNotification = (tx: Database, userId: string, onceKey: string) =>
  tx.delete(notices).where(and(eq(notices.userId, userId), eq(notices.onceKey, onceKey)));

export async function withdrawQuestionNotifications(
  tx: Database,
  question: { id: string; creatorId: string; askerId: string },
): Promise<void> {
  await withdrawNotification(tx, question.creatorId, questionKey(question.id));
  await withdrawNotification(tx, question.askerId, answerKey(question.id));
}

/** Call before unhiding: askers who could see the hidden contest were notified of answers at once. */
export async function notifyAnswersWrittenWhileHidden(
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
