import { LONGEST_MESSAGE } from "@conquest/shared/contracts/telemetry";

/** Says the same of everybody: without e-mail addresses, queries of addresses, ids and tokens, and not too long. */
export const impersonal = (text: string): string =>
  text
    .replace(/[^\s"'<>()=/,;:]+@[^\s"'<>()/,;:]+/g, "(e-mail)")
    .replace(/\?[\w%.~[\]-]+=[^\s"'<>)]*/g, "")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "(id)")
    .replace(/\b(?=[\w-]*\d)[\w-]{24,}/g, "(id)")
    .slice(0, LONGEST_MESSAGE);
