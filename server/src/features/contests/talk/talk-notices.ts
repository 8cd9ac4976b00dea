import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { notices } from "../../../database/schema/messages";
import { contestQuestions } from "../../../database/schema/talk";
import type { Clock } from "../../../platform/clock";
import { settle } from "../../../platform/notify";
import { shortened } from "../../../platform/text/shortened";

/** So much of what was written stands in a notice, in characters. */
const LONGEST_QUOTE = 140;

/** The beginning of what somebody wrote, in one line. */
export const quoted = (text: string): string => `“${shortened(text.replace(/\s+/gu, " "), LONGEST_QUOTE)}”`;

const QUESTION = "question:";
/** What the creator was told of a question. */
export const questionKey = (questionId: string) => `${QUESTION}${questionId}`;
/** What the asker was told of its answer. */
export const answerKey = (questionId: string) => `answer:${questionId}`;

/** Takes back what a person was told under this key: what it quotes is no longer there, or no longer so. */
export const takeBackNotice = (tx: Database, userId: string, onceKey: string) => tx.delete(notices).where(and(eq(notices.userId, userId), eq(notices.onceKey, onceKey)));

/** Which questions wait for no answer any more, as a condition on `contest_questions`: their contest is over or off the public, or nobody reads them. */
export async function settleQuestions(tx: Database, clock: Clock, which: SQL): Promise<void> {
  const waiting = await tx.select({ id: contestQuestions.id }).from(contestQuestions).where(and(which, isNull(contestQuestions.answeredAt)));
  await settle(tx, clock, ...waiting.map(({ id }) => `question:${id}` as const));
}

/**
 * For a person who is removed: what was answered stays for others to read, without a name. What was not goes, and with it what
 * the creators of the contests were told of it.
 */
export async function forgetUnanswered(tx: Database, askerId: string): Promise<void> {
  const isUnanswered = and(eq(contestQuestions.askerId, askerId), isNull(contestQuestions.answeredAt));
  await tx.delete(notices).where(
    sql`(${notices.userId}, ${notices.onceKey}) in (
      select ${contests.creatorId}, ${QUESTION}::text || ${contestQuestions.id}
      from ${contestQuestions} inner join ${contests} on ${contests.id} = ${contestQuestions.contestId} where ${isUnanswered})`,
  );
  await tx.delete(contestQuestions).where(isUnanswered);
}
