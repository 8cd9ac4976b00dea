import { ApiError } from "@conquest/shared/singletons/http";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { Props as CannotRateProps } from "./cannot-rate";
import type { Props } from "./judging-over";

/** With what was typed, in a form: both are like the other forms of the room. */
export const JudgingOver = lazyComponent<Props>(() => import(/* webpackChunkName: "word-form" */ "./judging-over"));
export const CannotRate = lazyComponent<CannotRateProps>(
  () => import(/* webpackChunkName: "word-form" */ "./cannot-rate"),
);

/** With these the server says that somebody judges a contest no more, or not now. */
const CODES: unknown[] = ["judges_no_more", "cancelled", "not_public"];

/** Why somebody's judging of a contest is over, where it is: to ask again is of no use. */
export const judgingClosedReason = (error: Error | null) =>
  error instanceof ApiError && CODES.includes(error.code) ? error : undefined;
