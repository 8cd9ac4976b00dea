import { toLatinDigits } from "@conquest/shared/contracts/text/digits";
import { msg } from "@conquest/shared/contracts/text/message";

export const TEST_CARD = "4242424242424242";
export const INVALID_CARD = msg("Invalid card number");

/** Groups digits by four, as on a card. */
export const groupDigits = (typed: string): string =>
  toLatinDigits(typed)
    .replace(/\D/g, "")
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");

/** Other brands are not recognized, as only the test card is accepted. */
export const isVisaNumber = (typed: string): boolean => toLatinDigits(typed).trimStart().startsWith("4");

export const onlyDigits = (typed: string): string => toLatinDigits(typed).replace(/\D/g, "");

/** Formats "1227" as "12/27" while typing. */
export const slashExpiry = (typed: string): string =>
  toLatinDigits(typed)
    .replace(/\D/g, "")
    .slice(0, 4)
    .replace(/^(\d{2})(?=\d)/, "$1/");
