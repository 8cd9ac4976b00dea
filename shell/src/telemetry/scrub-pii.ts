import { MAX_ERROR_MESSAGE_LENGTH } from "@conquest/shared/contracts/telemetry";

const QUERY = /\?[\w%.~[\]-]+=[^\s"'<>)]*/g;

export const scrubPii = (text: string): string =>
  decoded(text.replace(QUERY, ""))
    .replace(QUERY, "")
    .replace(/[^\s"'<>()=/,;:]+@[^\s"'<>()/,;:]+/g, "(email)")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "(id)")
    .replace(/\b(?=[\w-]*\d)[\w-]{24,}/g, "(id)")
    .slice(0, MAX_ERROR_MESSAGE_LENGTH);

function decoded(text: string): string {
  const decodedOnce = text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      // The server rejects text with NUL.
      return decodeURIComponent(codes).replaceAll("\0", "");
    } catch {
      return codes;
    }
  });
  return decodedOnce === text ? text : decoded(decodedOnce);
}
