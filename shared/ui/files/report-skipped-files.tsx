import { inReadingOrder } from "@conquest/shared/contracts/text/reading-order";

/** More names than these would be a list. */
const MOST_NAMES = 3;

/** "“a.png” and 2 more were left out.": which files there was no room for. */
export function reportSkippedFiles(files: readonly File[]): string {
  const names = files.slice(0, MOST_NAMES).map(({ name }) => `“${name}”`);
  const more = files.length - names.length;
  return inReadingOrder(
    `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""} ${files.length === 1 ? "was" : "were"} left out.`,
  );
}
