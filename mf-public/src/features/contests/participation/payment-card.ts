import { latinDigits } from "@conquest/shared/contracts/text/digits";

/** The only card the simulated payment takes. */
export const TEST_CARD = "4242424242424242";
export const INVALID_CARD = "Invalid card number";

/** Digits in groups of four, as on a card. */
export const groupDigits = (typed: string): string =>
  latinDigits(typed)
    .replace(/\D/g, "")
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");

export const onlyDigits = (typed: string): string => latinDigits(typed).replace(/\D/g, "");

/** "1227" becomes "12/27" while it is typed. */
export const slashExpiry = (typed: string): string =>
  latinDigits(typed)
    .replace(/\D/g, "")
    .slice(0, 4)
    .replace(/^(\d{2})(?=\d)/, "$1/");
