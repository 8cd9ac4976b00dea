import { z } from "zod";
import { permission } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { displayName, instant, requiredText } from "./text/fields";

export const MAX_QUESTION_LENGTH = 500;
export const MAX_ANSWER_LENGTH = 2000;
/** Per user and contest. */
export const MAX_UNANSWERED_QUESTIONS = 3;

export const questionForm = z.object({ text: requiredText(MAX_QUESTION_LENGTH) });
export const answerForm = z.object({ text: requiredText(MAX_ANSWER_LENGTH) });

export const contestQuestion = z.object({
  _id: z.string(),
  text: z.string(),
  at: instant,
  name: displayName,
  photo: z.string(),
  isOwn: z.boolean(),
  answer: z.object({ text: z.string(), at: instant, correctedAt: instant.nullable() }).nullable(),
  may: z.object({ answer: permission, remove: permission }),
});
export type ContestQuestion = z.infer<typeof contestQuestion>;

/** Newest first; for the contest's owner, unanswered questions come before the others. */
export const listQuestions = defineEndpoint("GET /questions/:contestId", "everyone", {
  query: pageQuery,
  response: z.array(contestQuestion),
});

export const askQuestion = defineEndpoint("POST /questions/:contestId", "signed-in", {
  body: questionForm,
  response: contestQuestion,
  perMinute: 20,
});

export const answerQuestion = defineEndpoint("PUT /question-answer/:id", "signed-in", {
  body: answerForm,
  response: contestQuestion,
  perMinute: 60,
});

/** For the contest's owner and admins. The author can remove a question until it is answered. */
export const removeQuestion = defineEndpoint("DELETE /question/:id", "signed-in", {
  response: z.object({ deletedCount: z.number().int() }),
});
