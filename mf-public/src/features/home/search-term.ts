/**
 * Returns the trimmed term, or "" if it is blank. Dots alone count as blank: browsers resolve them as relative path
 * segments in URLs.
 */
export function readTerm(typed: string | null): string {
  const term = (typed ?? "").trim();
  return /^\.*$/.test(term) ? "" : term;
}
