import { z } from "zod";
import {
  MAX_BRIEF_LENGTH,
  SEARCHES_PER_MINUTE,
  contestPermissions,
  contestForm,
  contestListQuery,
  myContest,
  phase,
  type Phase,
} from "./contests";
import { visibilityChange } from "./visibility";
import { richText } from "./text/rich-text";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { MAX_REASON_LENGTH, freeText, id, optionalText, taka } from "./text/fields";

const ignored = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** Passes only the form fields on. Clients also send status, participants and creator, which the server sets itself. */
export const createContest = defineEndpoint("POST /create-contest", ["creator"], {
  body: contestForm
    .extend({
      status: ignored(z.string()),
      participants: ignored(z.array(z.string())),
      creator: ignored(z.object({ name: z.string(), email: z.string(), photo: z.string() })),
      draftId: id.optional(),
    })
    .transform(({ status: _status, participants: _participants, creator: _creator, ...form }) => form),
  response: z.object({ insertedId: z.string(), contest: myContest }),
  perMinute: 120,
});

/** How a contest's page would show a description or task; null if it uses no Markdown. Stores nothing. */
export const previewMarkdown = defineEndpoint("POST /markdown-preview", "signed-in", {
  body: z.object({ text: freeText(MAX_BRIEF_LENGTH) }),
  response: z.object({ tokens: richText.nullable() }),
  perMinute: 60,
});

/** Phases that the lists of one's own contests show together. */
export const CONTEST_GROUPS = {
  review: ["in_review", "changes_requested", "rejected"],
  open: ["open"],
  judging: ["judging", "overdue"],
  done: ["completed", "cancelled"],
} as const satisfies Record<string, readonly Phase[]>;
const groups = ["review", "open", "judging", "done"] as const satisfies (keyof typeof CONTEST_GROUPS)[];
export type ContestGroup = (typeof groups)[number];

/** Newest first. With `sort=due`: contests waiting for a winner by urgency, then open ones, then finished ones. */
export const listMyContests = defineEndpoint("GET /my-contests/:email", "signed-in", {
  query: pageQuery.extend({
    q: contestListQuery.shape.q,
    phase: phase.optional(),
    group: z.enum(groups).optional(),
    contest: id.optional(),
    sort: z.enum(["due"]).optional(),
  }),
  response: z.array(myContest),
  perMinute: SEARCHES_PER_MINUTE,
  countedWith: "q",
});

const count = z.int().min(0);

export const countMyContests = defineEndpoint("GET /my-contest-counts", "signed-in", {
  response: z.object({ drafts: count, review: count, open: count, judging: count, done: count }),
});

export const updateContest = defineEndpoint("PUT /update-contest/:id", "signed-in", {
  body: contestForm.partial().extend({ visibility: visibilityChange.optional() }),
  response: z.object({ modifiedCount: z.number().int(), contest: myContest }),
});

export const deleteContest = defineEndpoint("DELETE /delete-contest/:id", "signed-in", {
  body: z.object({
    reason: optionalText(MAX_REASON_LENGTH),
    /** The consequence shown to the user; rejected if it has changed. */
    how: contestPermissions.shape.remove.shape.how.optional(),
  }),
  response: z.object({
    deletedCount: z.number().int(),
    cancelled: z.boolean(),
    refundedCount: z.number().int(),
    refundedTotal: taka,
  }),
});
