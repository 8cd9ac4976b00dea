import { z } from "zod";
import { contestForm, contestListQuery, contestParams, myContest, phase } from "./contests";
import { defineEndpoint, pageQuery } from "./endpoint";
import { emailParam, optionalText, taka } from "./fields";

export const createContest = defineEndpoint({
  method: "POST",
  path: "/create-contest",
  access: ["creator"],
  body: contestForm,
  response: z.object({ insertedId: z.string(), contest: myContest }),
});

export const listMyContests = defineEndpoint({
  method: "GET",
  path: "/my-contests/:email",
  access: "signed-in",
  params: z.object({ email: emailParam }),
  query: pageQuery.extend({ q: contestListQuery.shape.q, phase: phase.optional() }),
  response: z.array(myContest),
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
  body: z.object({ reason: optionalText(500) }),
  response: z.object({
    deletedCount: z.number().int(),
    cancelled: z.boolean(),
    refundedCount: z.number().int(),
    /** Whole taka. */
    refundedTotal: taka,
  }),
});
