import { z } from "zod";
import { REQUIRED } from "@conquest/shared/contracts/fields";

/** The only card the simulated payment takes. */
export const TEST_CARD = "4242424242424242";
export const INVALID_CARD = "Invalid card number";
const EXPIRY_SHAPE = "Please give month and year as MM/YY";

/** Cards are issued for a few years; a date further away is a slip. */
const MAX_YEARS_AHEAD = 20;

/** Whether a card that says `MM/YY` is good at `now`: to the end of that month, and not for decades. */
function isGood(expiry: string, now: Date): boolean {
  const [month = 0, year = 0] = expiry.split("/").map(Number);
  const end = new Date(2000 + year, month, 1);
  return end > now && 2000 + year <= now.getFullYear() + MAX_YEARS_AHEAD;
}

const required = z.string().trim().min(1, REQUIRED);

/** What the payment form asks for. All of it stays in the browser. */
export const paymentForm = z.object({
  card_number: required.refine((typed) => typed.replace(/\s/g, "") === TEST_CARD, INVALID_CARD),
  expiry: required
    .regex(/^(0[1-9]|1[0-2])\/\d{2}$/, { message: EXPIRY_SHAPE, abort: true })
    .refine((typed) => isGood(typed, new Date()), "This card has expired or its date cannot be right"),
  cvc: required.regex(/^\d{3,4}$/, "Please give the three or four digits"),
  cardholder_name: required.max(120, "Please keep this to 120 characters"),
});

/** Digits in groups of four, as on a card. */
export const groupDigits = (typed: string): string =>
  typed
    .replace(/\D/g, "")
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");

/** "1227" becomes "12/27" while it is typed. */
export const slashExpiry = (typed: string): string =>
  typed
    .replace(/\D/g, "")
    .slice(0, 4)
    .replace(/^(\d{2})(?=\d)/, "$1/");
