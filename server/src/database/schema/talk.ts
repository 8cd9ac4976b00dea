import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { ContestComment } from "@conquest/shared/contracts/contests";
import { epochMs, pendingFirst } from "../sort-keys";
import { instant, newId, CASCADE } from "./columns";
import { contestReference } from "./contests";
import { userReference } from "./people";

export const contestComments = pgTable(
  "contest_comments",
  {
    id: newId("id"),
    contestId: contestReference("contest_id", CASCADE),
    authorId: userReference("author_id"),
    text: text("text").notNull(),
    decision: text("decision").$type<ContestComment["decision"]>().notNull().default("comment"),
    /** The round that it explains; null for a separate comment, or from before rounds existed. */
    revision: integer("revision"),
    createdAt: instant("created_at").notNull(),
  },
  (comment) => [
    check("contest_comments_decision", sql`${comment.decision} in ('comment', 'changes_requested', 'rejected')`),
    check("contest_comments_text", sql`${comment.text} <> ''`),
    index("contest_comments_by_contest").on(comment.contestId, comment.createdAt, comment.id),
  ],
);

export const contestQuestions = pgTable(
  "contest_questions",
  {
    id: newId("id"),
    contestId: contestReference("contest_id", CASCADE),
    askerId: userReference("asker_id"),
    text: text("text").notNull(),
    askedAt: instant("asked_at").notNull(),
    answer: text("answer"),
    answeredAt: instant("answered_at"),
    correctedAt: instant("corrected_at"),
  },
  (question) => [
    check("contest_questions_text", sql`${question.text} <> ''`),
    check("contest_questions_answer", sql`${question.answer} <> ''`),
    check("contest_questions_answered", sql`(${question.answer} is null) = (${question.answeredAt} is null)`),
    check("contest_questions_corrected", sql`${question.correctedAt} is null or ${question.answeredAt} is not null`),
    index("questions_by_contest").on(question.contestId, sql`(-${epochMs(question.askedAt)})`, question.id),
    index("questions_by_turn").on(
      question.contestId,
      pendingFirst(question.answeredAt),
      sql`(-${epochMs(question.askedAt)})`,
      question.id,
    ),
    index("questions_by_asker").on(question.askerId, question.contestId),
  ],
);

export const contestNews = pgTable(
  "contest_news",
  {
    id: newId("id"),
    contestId: contestReference("contest_id", CASCADE),
    text: text("text").notNull(),
    writtenAt: instant("written_at").notNull(),
    sentTo: integer("sent_to").notNull(),
  },
  (news) => [
    check("contest_news_text", sql`${news.text} <> ''`),
    check("contest_news_sent_to", sql`${news.sentTo} >= 0`),
    index("news_by_contest").on(news.contestId, sql`(-${epochMs(news.writtenAt)})`, news.id),
  ],
);
