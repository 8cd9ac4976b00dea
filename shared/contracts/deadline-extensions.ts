import { z } from "zod";
import { contestParams, myContest } from "./contests";
import { defineEndpoint } from "./http/endpoint";
import { MAX_REASON_LENGTH, deadlineInput, instant, requiredText } from "./text/fields";

/** Once somebody has joined a deadline is moved so often at most, */
export const MAX_EXTENSIONS = 2;
/** and by so many days: people's money waits for it. */
export const MAX_EXTENSION_DAYS = 30;
/** For so long whoever had joined may leave with a full refund, whatever they handed in. */
export const LEAVE_HOURS = 48;

/** Moves the deadline of the caller's own open contest to later, and tells everybody who joined and follows. */
export const extendDeadline = defineEndpoint({
  method: "PUT",
  path: "/extend-deadline/:id",
  access: "signed-in",
  params: contestParams,
  body: z.object({
    deadline: deadlineInput,
    /** For those who joined to read. */
    reason: requiredText(MAX_REASON_LENGTH),
    /** The deadline as the person saw it; refused when it is no longer that. */
    from: instant.optional(),
  }),
  response: z.object({
    contest: myContest,
    /** How many had joined: each of them was told, and may leave until then. */
    toldCount: z.number().int().min(0),
    leavesUntil: instant,
  }),
  perMinute: 20,
});
