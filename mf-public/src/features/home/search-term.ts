import { contestListQuery } from "@conquest/shared/contracts/contests";

/**
 * What to search for, or "" when there is nothing to search for. Dots alone count as nothing: as a part of an
 * address browsers take them for "this folder" and "the folder above".
 */
export function readTerm(typed: string | null): string {
  const term = (typed ?? "").trim();
  return /^\.*$/.test(term) ? "" : term;
}

/** Why a term cannot be searched for, as a sentence; "" when it can. */
export const refusalOf = (term: string): string => contestListQuery.shape.q.safeParse(term).error?.issues[0]?.message ?? "";
