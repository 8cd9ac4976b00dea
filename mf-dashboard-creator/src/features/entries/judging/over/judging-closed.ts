import { ApiError } from "@conquest/shared/singletons/http";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { Props as CannotRateProps } from "./cannot-rate";
import type { Props } from "./judging-over";

/** Shares a chunk with the comment form, because both need the form libraries. */
export const JudgingOver = lazyComponent<Props>(() => import(/* webpackChunkName: "word-form" */ "./judging-over"));
export const CannotRate = lazyComponent<CannotRateProps>(
  () => import(/* webpackChunkName: "word-form" */ "./cannot-rate"),
);

/** Error codes for users who can no longer judge the contest, or not at the moment. */
const CLOSED_CODES: unknown[] = ["judges_no_more", "cancelled", "not_public"];

/** Returns the error if judging is closed, in which case a retry is useless. */
export const judgingClosedReason = (error: Error | null) =>
  error instanceof ApiError && CLOSED_CODES.includes(error.code) ? error : undefined;
