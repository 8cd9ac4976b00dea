/**
 * What to search for, or "" when there is nothing to search for. Dots alone count as nothing: as a part of an
 * address browsers take them for "this folder" and "the folder above".
 */
export function readTerm(typed: string | null): string {
  const term = (typed ?? "").trim();
  return /^\.*$/.test(term) ? "" : term;
}
