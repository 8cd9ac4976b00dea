/** Returns the trimmed term, or "" if it is blank or only dots, which browsers resolve as relative URL segments. */
export function readTerm(typed: string | null): string {
  const term = (typed ?? "").trim();
  return /^\.*$/.test(term) ? "" : term;
}
