import { and, eq, isNull, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/questions";
import { MAX_UNANSWERED_QUESTIONS } from "@conquest/shared/contracts/questions";
import { message } from "@conquest/shared/contracts/text/message";
import { epochMs, pendingFirst } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { contestQuestions } from "../../database/schema/talk";
import { readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { askers, isReadable, readableQuestions } from "./domain/question-columns";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCaller, lockCallerAnd, publicDisplayNameOf } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canAsk, canRemoveQuestion, questionPermissions } from "./domain/question-policy";
import {
  questionNotifications,
  notifyQuestionAnswered,
  withdrawQuestionNotifications,
} from "./domain/question-notifications";
import { registerEndpoint } from "../../platform/register-endpoint";

type QuestionRow = typeof contestQuestions.$inferSelect;

const newestFirst = [sql`-${epochMs(contestQuestions.askedAt)}`, sql`${contestQuestions.id}`];
const waitingFirst = [pendingFirst(contestQuestions.answeredAt), ...newestFirst];

const questionsRepository = (db: Database) => {
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

type QuestionWithAsker = NonNullable<Awaited<ReturnType<ReturnType<typeof questionsRepository>["findWithAsker"]>>>;

const askQuestion = ({ db, clock }: Deps, contestId: string, text: string, caller: Caller): Promise<string> =>
  db.transaction(async (tx) => {
    // The lock serializes concurrent questions, so that the limit holds.
    const contest = orNotFound(
      await contestsRepository(tx).lockVisible(contestId, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    const askedAt = clock.now();
    assertAllowed(canAsk(contest, { isOwner: contest.creatorId === caller.id }, askedAt));
    await lockCaller(tx, caller);
    if ((await questionsRepository(tx).countWaiting(contestId, caller.id)) >= MAX_UNANSWERED_QUESTIONS) {
      throwConflict(
        "too_many_waiting",
        message("You have {max} unanswered questions here. Wait for an answer or delete one.", {
          max: MAX_UNANSWERED_QUESTIONS,
        }),
      );
    }
    const { id } = await questionsRepository(tx).insert({ contestId, askerId: caller.id, text, askedAt });
    await notify(tx, clock, questionNotifications.asked(contest, id, text));
    return id;
  });

const NO_OWN_QUESTION = message("We couldn't find that question. It may have been deleted.");

/** Also replaces an existing answer. */
const answerQuestion = ({ db, clock }: Deps, id: string, text: string, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    const { contestId, askerId } = orNotFound(await questionsRepository(tx).find(id), NO_OWN_QUESTION);
    const contest = orNotFound(await contestsRepository(tx).lockOwn(contestId, caller.id), NO_OWN_QUESTION);
    // Locks users before questions, as removing a user does.
    const asker = await lockCallerAnd(tx, caller, askerId);
    const { answer } = orNotFound(await questionsRepository(tx).lock(id), NO_OWN_QUESTION);
    if (answer === text) return;
    const now = clock.now();
    await questionsRepository(tx).change(
      id,
      answer === null ? { answer: text, answeredAt: now } : { answer: text, correctedAt: now },
    );
    await resolveActionRequests(tx, clock, `question:${id}`);
    // Users who cannot see the contest are notified if it becomes visible again.
    if (!asker?.isActive || !(await contestsRepository(tx).isVisibleTo(contestId, { id: askerId, role: asker.role })))
      return;
    await notifyQuestionAnswered(tx, clock, contest, { id, askerId, answer: text, isFirst: answer === null });
  });

const NO_QUESTION = message("We couldn't find that question. It may have been deleted.");

/** Notifies the asker, unless they removed it themselves or no longer see the contest. */
const removeQuestion = ({ db, clock }: Deps, id: string, caller: Caller): Promise<{ deletedCount: number }> =>
  db.transaction(async (tx) => {
    const { contestId, askerId } = orNotFound(await questionsRepository(tx).find(id), NO_QUESTION);
    // Serializes with answers. Askers can remove their own question even if the contest is hidden.
    const contest = orNotFound(
      askerId === caller.id
        ? await contestsRepository(tx).lockAny(contestId)
        : await contestsRepository(tx).lockVisible(contestId, caller),
      NO_QUESTION,
    );
    const asker = await lockCallerAnd(tx, caller, askerId);
    const question = orNotFound(await questionsRepository(tx).lock(id), NO_QUESTION);
    const [isOwner, isOwn] = [contest.creatorId === caller.id, askerId === caller.id];
    assertAllowed(
      canRemoveQuestion({ isAnswered: question.answer !== null, isOwn }, { isOwner, isAdmin: caller.role === "admin" }),
    );
    await questionsRepository(tx).remove(id);
    await withdrawQuestionNotifications(tx, { id, creatorId: contest.creatorId, askerId });
    if (
      asker?.isActive &&
      !isOwn &&
      (await contestsRepository(tx).isVisibleTo(contestId, { id: askerId, role: asker.role }))
    )
      await notify(tx, clock, questionNotifications.removed(contest, askerId, isOwner ? "creator" : "admin"));
    return { deletedCount: 1 };
  });

function toQuestion({ question, photo, ...asker }: QuestionWithAsker, caller: Caller | null, isOwner: boolean) {
  const { id, text, askedAt, answer, answeredAt, correctedAt, askerId } = question;
  const isOwn = askerId === caller?.id;
  return {
    _id: id,
    text,
    at: askedAt.toISOString(),
    name: publicDisplayNameOf(asker),
    photo: asker.status === "verified" ? photo : "",
    isOwn,
    answer: answeredAt && {
      text: answer!,
      at: answeredAt.toISOString(),
      correctedAt: correctedAt?.toISOString() ?? null,
    },
    may: questionPermissions(
      { isAnswered: answeredAt !== null, isOwn },
      { isOwner, isAdmin: caller?.role === "admin" },
    ),
  };
}

export function questionsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const read = async (id: string, caller: Caller, isOwner: boolean) =>
    toQuestion(
      orNotFound(await questionsRepository(db).findWithAsker(id), message("This question was deleted.")),
      caller,
      isOwner,
    );

  registerEndpoint(app, contract.listQuestions, async ({ params: { contestId }, query, caller }) => {
    const { creatorId } = orNotFound(
      await contestsRepository(db).findVisible(contestId, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    const isOwner = creatorId === caller?.id;
    const page = await questionsRepository(db).list(contestId, isOwner, query, clock.now());
    return page.map((row) => toQuestion(row, caller, isOwner));
  });
  registerEndpoint(app, contract.askQuestion, async ({ params, body, caller }) =>
    read(await askQuestion(deps, params.contestId, body.text, caller), caller, false),
  );
  registerEndpoint(app, contract.answerQuestion, async ({ params, body, caller }) => {
    await answerQuestion(deps, params.id, body.text, caller);
    return read(params.id, caller, true);
  });
  registerEndpoint(app, contract.removeQuestion, ({ params, caller }) => removeQuestion(deps, params.id, caller));
}
