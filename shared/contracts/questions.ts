import { z } from "zod";
import { permission } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { contestIdParams, idParam, instant, requiredText } from "./text/fields";

const questionParams = z.object({ id: idParam });

/** How long a question may be, in characters. */
export const MAX_QUESTION_LENGTH = 500;
/** How long its answer may be, in characters. */
export const MAX_ANSWER_LENGTH = 2000;
/** So many questions of one person wait for an answer at a time, of one contest. */
export const MAX_UNANSWERED_QUESTIONS = 3;

export const questionForm = z.object({ text: requiredText(MAX_QUESTION_LENGTH) });
export const answerForm = z.object({ text: requiredText(MAX_ANSWER_LENGTH) });

/** What somebody asked on a contest's page, and what its creator answered, for everybody to read. */
export const contestQuestion = z.object({
  _id: z.string(),
  text: z.string(),
  at: instant,
  name: z.string(),
  photo: z.string(),
  /** The caller asked it. */
  isOwn: z.boolean(),
  answer: z
    .object({
      text: z.string(),
      at: instant,
      /** When it was last corrected. */
      correctedAt: instant.nullable(),
    })
    .nullable(),
  /** What the caller may do with it. */
  may: z.object({ answer: permission, remove: permission }),
});
export type ContestQuestion = z.infer<typeof contestQuestion>;

/** The newest first; for the contest's owner what waits for an answer before that. */
export const listQuestions = defineEndpoint({
  method: "GET",
  path: "/questions/:contestId",
  access: "everyone",
  params: contestIdParams,
  query: pageQuery,
  response: z.array(contestQuestion),
});

/** Asks the creator in public. */
export const askQuestion = defineEndpoint({
  method: "POST",
  path: "/questions/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: questionForm,
  response: contestQuestion,
  perMinute: 20,
});

/** The creator's answer, or another one in its place. */
export const answerQuestion = defineEndpoint({
  method: "PUT",
  path: "/question-answer/:id",
  access: "signed-in",
  params: questionParams,
  body: answerForm,
  response: contestQuestion,
  perMinute: 60,
});

/** For the contest's owner and for admins; whoever asked takes it back while nobody has answered. */
export const removeQuestion = defineEndpoint({
  method: "DELETE",
  path: "/question/:id",
  access: "signed-in",
  params: questionParams,
  response: z.object({ deletedCount: z.number().int() }),
});
