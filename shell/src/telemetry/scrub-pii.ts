import { MAX_ERROR_MESSAGE_LENGTH } from "@conquest/shared/contracts/telemetry";

const QUERY = /\?[\w%.~[\]-]+=[^\s"'<>)]*/g;

/** Says the same of everybody: without e-mail addresses, queries of addresses, ids and tokens, and not too long. */
export const scrubPii = (text: string): string =>
  decoded(text.replace(QUERY, ""))
    .replace(QUERY, "")
    .replace(/[^\s"'<>()=/,;:]+@[^\s"'<>()/,;:]+/g, "(e-mail)")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "(id)")
    .replace(/\b(?=[\w-]*\d)[\w-]{24,}/g, "(id)")
    .slice(0, MAX_ERROR_MESSAGE_LENGTH);

/** With the characters of an address in it as they are meant; some encode an address within an address. */
function decoded(text: string): string {
  const once = text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      // The server takes no text with NUL in it.
      return decodeURIComponent(codes).replaceAll("\0", "");
    } catch {
      return codes;
    }
  });
  return once === text ? text : decoded(once);
}
