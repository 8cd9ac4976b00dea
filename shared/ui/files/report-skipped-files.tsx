import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";

const MAX_NAMES = 3;

/** Lists the files that exceeded the limit: "“a.png” and 2 more were left out." */
export function reportSkippedFiles(files: readonly File[]): string {
  const names = files.slice(0, MAX_NAMES).map(({ name }) => `“${name}”`);
  const more = files.length - names.length;
  return isolateQuotedText(
    `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""} ${files.length === 1 ? "was" : "were"} left out.`,
  );
}
