import { z } from "zod";
import { invalid, message } from "./text/message";

/** From the most to the least visible. */
export const VISIBILITIES = ["public", "unlisted", "private"] as const;
export const visibility = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof visibility>;

const visibilityOrNone = /* @__PURE__ */ (() =>
  z.enum(["", ...VISIBILITIES], invalid(message("Choose who can see the contest"))))();

/** Drafts without a choice have "". */
export const visibilityInput = /* @__PURE__ */ (() =>
  visibilityOrNone.transform((chosen): Visibility => (chosen === "" ? "public" : chosen)))();

/** Rejects "", so that an empty choice cannot make a contest public. */
export const visibilityChange = /* @__PURE__ */ (() =>
  visibilityOrNone.pipe(z.enum(VISIBILITIES, invalid(message("Choose who can see the contest")))))();

export const isMoreVisible = (one: Visibility, other: Visibility): boolean =>
  VISIBILITIES.indexOf(one) < VISIBILITIES.indexOf(other);
