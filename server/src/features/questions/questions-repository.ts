import { and, eq, isNull, sql } from "drizzle-orm";
import { epochMs, pendingFirst } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { contestQuestions } from "../../database/schema/talk";
import { readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { askers, isReadable, readableQuestions } from "./domain/question-columns";

export type QuestionRow = typeof contestQuestions.$inferSelect;

const newestFirst = [sql`-${epochMs(contestQuestions.askedAt)}`, sql`${contestQuestions.id}`];
const waitingFirst = [pendingFirst(contestQuestions.answeredAt), ...newestFirst];

export const questionsRepository = (db: Database) => {
  const columns = {
    question: contestQuestions,
    name: askers.name,
    photo: askers.image,
    status: askers.status,
    removedAt: askers.removedAt,
  };
  return {
    async find(id: string): Promise<QuestionRow | undefined> {
      const [row] = await db.select().from(contestQuestions).where(eq(contestQuestions.id, id));
      return row;
    },

    async lock(id: string): Promise<QuestionRow | undefined> {
      const [row] = await db.select().from(contestQuestions).where(eq(contestQuestions.id, id)).for("update");
      return row;
    },

    async findWithAsker(id: string) {
      const [row] = await db
        .select(columns)
        .from(contestQuestions)
        .innerJoin(askers, eq(askers.id, contestQuestions.askerId))
        .where(eq(contestQuestions.id, id));
      return row;
    },

    countWaiting: (contestId: string, askerId: string): Promise<number> =>
      db.$count(
        contestQuestions,
        and(
          eq(contestQuestions.askerId, askerId),
          eq(contestQuestions.contestId, contestId),
          isNull(contestQuestions.answeredAt),
        ),
      ),

    async insert(question: Pick<QuestionRow, "contestId" | "askerId" | "text" | "askedAt">): Promise<QuestionRow> {
      const [row] = await db.insert(contestQuestions).values(question).returning();
      return row!;
    },

    change: (id: string, change: Partial<Pick<QuestionRow, "answer" | "answeredAt" | "correctedAt">>) =>
      db.update(contestQuestions).set(change).where(eq(contestQuestions.id, id)),

    remove: (id: string) => db.delete(contestQuestions).where(eq(contestQuestions.id, id)),

    /** Lists the publicly readable questions; `isForOwner` puts unanswered ones first. */
    list(contestId: string, isForOwner: boolean, query: PageQuery, now: Date) {
      return readKeysetPage(db, query, now, {
        order: isForOwner ? waitingFirst : newestFirst,
        all: readableQuestions(contestId),
        rows: ({ columns: pageColumns, after, orderBy, limit }) =>
          db
            .select({ ...columns, ...pageColumns })
            .from(contestQuestions)
            .innerJoin(askers, eq(askers.id, contestQuestions.askerId))
            .where(and(eq(contestQuestions.contestId, contestId), isReadable, after))
            .orderBy(...orderBy)
            .limit(limit),
      });
    },
  };
};

export type QuestionWithAsker = NonNullable<
  Awaited<ReturnType<ReturnType<typeof questionsRepository>["findWithAsker"]>>
>;
