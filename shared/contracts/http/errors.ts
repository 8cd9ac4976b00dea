import { z } from "zod";
import { instant } from "../text/fields";

/** `message` tells the user what to do. `code` is a stable identifier, except the number 1 for an unreadable date. */
export const errorBody = z.object({
  error: z.object({
    code: z.union([z.string(), z.literal(1)]),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    /** For a submission after the deadline: both times in UTC, which the page shows in the reader's time zone. */
    late: z.object({ deadline: instant, arrivedAt: instant }).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
export type ErrorCode = ErrorBody["error"]["code"];

/** HTTP status of each kind of error. 401 and 403 sign the user out, so nothing else may use them. */
export const STATUS = {
  noSession: 401,
  notAllowedHere: 403,
  notFound: 404,
  conflict: 409,
  badInput: 422,
  tooMany: 429,
} as const;

/** Request header: the account that a page shows. Another tab may have signed in someone else, whose cookie is sent. */
export const PAGE_ACCOUNT_HEADER = "X-Page-Account";

export const ACCOUNT_CHANGED = "account_changed";
