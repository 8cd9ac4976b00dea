import { formatTaka } from "./taka";

/** The fields of a contest that the people who joined it relied on. */
export interface Terms {
  registrationPrice: number;
  prize: number;
  task: string;
  tags: string;
  deadline: Date;
}

/** The terms that would change, each with the sentence for its field. An earlier deadline is a change of terms, a later one is not. */
export function changedTerms(contest: Terms, next: Terms): Partial<Record<keyof Terms, string>> {
  const refused: Partial<Record<keyof Terms, string>> = {};
  if (next.registrationPrice !== contest.registrationPrice) {
    refused.registrationPrice = `People joined for a fee of ${formatTaka(contest.registrationPrice)}; this stays.`;
  }
  if (next.prize !== contest.prize) refused.prize = `People joined for a prize of ${formatTaka(contest.prize)}; this stays.`;
  if (next.task !== contest.task) refused.task = "People joined for this task; it stays.";
  if (next.tags !== contest.tags) refused.tags = "People joined under this tag; it stays.";
  if (next.deadline < contest.deadline) refused.deadline = "People rely on this deadline; it can only be moved to later.";
  return refused;
}
