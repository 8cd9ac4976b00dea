import { z } from "zod";
import { myContest } from "./contests";
import { defineEndpoint } from "./http/endpoint";
import { MAX_REASON_LENGTH, deadlineInput, instant, requiredText } from "./text/fields";

export const MAX_EXTENSIONS = 2;
/** Limited because participants' money is held until the deadline. */
export const MAX_EXTENSION_DAYS = 30;
export { LEAVE_WINDOW_HOURS } from "./text/refund-rule";

export const extendDeadline = defineEndpoint("PUT /extend-deadline/:id", "signed-in", {
  body: z.object({
    deadline: deadlineInput,
    reason: requiredText(MAX_REASON_LENGTH),
    /** The deadline shown to the user; rejected if it has changed. */
    from: instant.optional(),
  }),
  response: z.object({ contest: myContest, toldCount: z.number().int().min(0), leavesUntil: instant }),
  perMinute: 20,
});
