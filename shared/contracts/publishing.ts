import { z } from "zod";
import {
  SEARCHES_PER_MINUTE,
  contestPermissions,
  contestForm,
  contestListQuery,
  contestParams,
  myContest,
  phase,
} from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { MAX_REASON_LENGTH, emailParam, id, optionalText, taka } from "./text/fields";

const ignored = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** The rule gets the fields of the form: status, participants and creator are sent too, and the server sets them itself. */
export const createContest = defineEndpoint({
  method: "POST",
  path: "/create-contest",
  access: ["creator"],
  body: contestForm
    .extend({
      status: ignored(z.string()),
      participants: ignored(z.array(z.string())),
      creator: ignored(z.object({ name: z.string(), email: z.string(), photo: z.string() })),
      /** The caller's draft that it was until now. */
      draftId: id.optional(),
    })
    .transform(({ status: _status, participants: _participants, creator: _creator, ...form }) => form),
  response: z.object({ insertedId: z.string(), contest: myContest }),
  perMinute: 120,
});

/** Last created first; sorted by `due`, first those that wait for a winner, the most urgent before the others, then what is open, and last what is done. */
export const listMyContests = defineEndpoint({
  method: "GET",
  path: "/my-contests/:email",
  access: "signed-in",
  params: z.object({ email: emailParam }),
  query: pageQuery.extend({
    q: contestListQuery.shape.q,
    phase: phase.optional(),
    /** The id of the only one that is wanted. */
    contest: id.optional(),
    sort: z.enum(["due"]).optional(),
  }),
  response: z.array(myContest),
  perMinute: SEARCHES_PER_MINUTE,
  countedWith: "q",
});

/** Only the fields sent are changed. */
export const updateContest = defineEndpoint({
  method: "PUT",
  path: "/update-contest/:id",
  access: "signed-in",
  params: contestParams,
  body: contestForm.partial(),
  response: z.object({ modifiedCount: z.number().int(), contest: myContest }),
});

/** Deletes where nobody has paid, otherwise cancels and refunds; the answer says which. */
export const deleteContest = defineEndpoint({
  method: "DELETE",
  path: "/delete-contest/:id",
  access: "signed-in",
  params: contestParams,
  body: z.object({
    reason: optionalText(MAX_REASON_LENGTH),
    /** What the person was told would happen; refused when it is no longer so. */
    how: contestPermissions.shape.remove.shape.how.optional(),
  }),
  response: z.object({
    deletedCount: z.number().int(),
    cancelled: z.boolean(),
    refundedCount: z.number().int(),
    /** Whole taka. */
    refundedTotal: taka,
  }),
});
