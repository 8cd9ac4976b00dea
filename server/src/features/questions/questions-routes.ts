import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/questions";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { publicDisplayNameOf } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository } from "../contests/domain/contests-repository";
import { questionPermissions } from "./domain/question-policy";
import { answerQuestion, askQuestion, removeQuestion } from "./change-questions";
import { questionsRepository, type QuestionWithAsker } from "./questions-repository";

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
      orNotFound(await questionsRepository(db).findWithAsker(id), "This question was removed meanwhile."),
      caller,
      isOwner,
    );

  registerEndpoint(app, contract.listQuestions, async ({ params: { contestId }, query, caller }) => {
    const { creatorId } = orNotFound(await contestsRepository(db).findVisible(contestId, caller), "No such contest.");
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
