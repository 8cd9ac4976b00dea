import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import { toLatinDigits } from "@conquest/shared/contracts/text/digits";
import { lengthError, tooLongMessage } from "@conquest/shared/contracts/text/length-error";
import { invalid, msg } from "@conquest/shared/contracts/text/message";
import { MAX_NAME_LENGTH, REQUIRED } from "@conquest/shared/contracts/text/names";
import { INVALID_CARD, TEST_CARD } from "./payment-card";

const EXPIRY_SHAPE = msg("Enter the expiry date as MM/YY");

/** Cards are valid for a few years; a date further away is a typo. */
const MAX_YEARS_AHEAD = 20;

/** Whether `MM/YY` is valid at `now`: until the end of that month, and at most MAX_YEARS_AHEAD years ahead. */
function isValidExpiry(expiry: string, now: Date): boolean {
  const [month = 0, year = 0] = expiry.split("/").map(Number);
  const end = new Date(2000 + year, month, 1);
  return end > now && 2000 + year <= now.getFullYear() + MAX_YEARS_AHEAD;
}

const required = z.string().trim().min(1, REQUIRED);
const inDigits = required.overwrite(toLatinDigits);

/** Fields of the payment form, which never leave the browser. */
export const paymentForm = z.object({
  card_number: inDigits.refine((typed) => typed.replace(/\s/g, "") === TEST_CARD, INVALID_CARD),
  expiry: inDigits
    .regex(/^(0[1-9]|1[0-2])\/\d{2}$/, { message: EXPIRY_SHAPE, abort: true })
    .refine((typed) => isValidExpiry(typed, new Date()), msg("Check the expiry date. This card may have expired.")),
  cvc: inDigits.regex(/^\d{3,4}$/, msg("Enter the 3- or 4-digit CVC")),
  cardholder_name: required.refine(
    (name) => !lengthError(name, MAX_NAME_LENGTH),
    invalid(tooLongMessage(MAX_NAME_LENGTH)),
  ),
});

export const check = zodResolver(paymentForm);
