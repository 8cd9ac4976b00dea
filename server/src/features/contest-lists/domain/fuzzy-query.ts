import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestSearch } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import {
  type TermGroups,
  type SearchTerm,
  hasSigns,
  isPattern,
  isFuzzyMatchable,
  literalTerms,
  editDistanceWithin,
  transpositionsOf,
  wordsIn,
} from "../../../platform/lists/text-search";
import type { FoldedQuery } from "./contest-search";
import { idsOf } from "../../../platform/lists/fuzzy-name-search";

const MAX_CANDIDATES = 3;

const wordsLike = sql`(select words_like(typed) word union select word from search_words where word = any(string_to_array(swaps, ' '))) near`;

/** Candidates from one creator's contests only: nearer words elsewhere would displace them. */
const ownWordsLike = (creatorId: string): SQL => sql`(
  select word from (
    select distinct word from ${contestSearch} join ${contests} on ${contests.id} = ${contestSearch.contestId},
      search_words_of(${contestSearch.name} || ' ' || ${contestSearch.rest}) word where ${contests.creatorId} = ${creatorId}
  ) own where similarity(word, typed) >= 0.2 or word = any(string_to_array(swaps, ' ')) order by word = any(string_to_array(swaps, ' ')) desc, similarity(word, typed) desc, word limit 20) near`;

interface FuzzyOptions {
  /** Corrects by the words of this creator's contests. */
  creatorId?: string;
  extraEdits?: number;
}

/** Expands a query to its words in any order, in either script, and similar words; null if that adds nothing. */
export async function expandFuzzyQuery(
  db: Database,
  { typed: text, words }: Pick<FoldedQuery, "typed" | "words">,
  { creatorId, extraEdits = 0 }: FuzzyOptions = {},
) {
  if (isPattern(text)) return null;
  const typed = wordsIn(text);
  const queryWords = [...new Set(typed.filter(isFuzzyMatchable))];
  if (queryWords.length === 0) return null;
  const swaps = queryWords.map((word) => transpositionsOf(word).join(" "));
  const { rows } = await db.execute<{ typed: string; word: string }>(sql`
    select typed, word from unnest(string_to_array(${queryWords.join(" ")}, ' '), string_to_array(${swaps.join("\n")}, ${"\n"})) sought (typed, swaps) cross join lateral ${creatorId === undefined ? wordsLike : ownWordsLike(creatorId)} where word <> typed`);
  const near = typed.map((word) =>
    nearest(
      word,
      rows.filter((row) => row.typed === word).map((row) => row.word),
      extraEdits,
    ),
  );
  const isAsTyped = near.every(({ length }) => length === 0);
  // Words in another order, or joined by signs, are a fuzzy match; a word merely stripped of its signs is not.
  return isAsTyped && (typed.length === 1 || (hasSigns(text) && !typed.every(isFuzzyMatchable)))
    ? null
    : typed.map((word, index) => [...literalTerms(word), ...(words.get(word) ?? []), ...near[index]!]);
}

/** Returns the words nearest to the typed one; `words` is sorted by similarity. */
function nearest(typed: string, words: readonly string[], extraEdits: number): string[] {
  const near = words.map((word) => ({ word, edits: editDistanceWithin(typed, word) ?? Infinity }));
  const minEdits = Math.min(...near.map(({ edits }) => edits));
  return near
    .filter(({ edits }) => edits <= minEdits + extraEdits && edits < Infinity)
    .slice(0, MAX_CANDIDATES)
    .map(({ word }) => word);
}

const MAX_CORRECTIONS = 3;

export interface SearchedInstead {
  near: string | TermGroups | null;
  inBothScripts: TermGroups | null;
}

/** Returns the texts found on a page if the typed one is not among them; null if it was searched alone. */
export async function textsSearchedInstead(
  db: Database,
  { near, inBothScripts }: SearchedInstead,
  contestIds: readonly string[],
): Promise<string[] | null> {
  const others = inBothScripts ? await correctionsIn(db, inBothScripts, contestIds) : [];
  if (others.length > 0) return others;
  return near === null ? null : correctionsIn(db, near, contestIds);
}

/** Returns none if there are too many, or if only the word order differs. A text searched exactly is the only one. */
async function correctionsIn(db: Database, searched: string | TermGroups, contestIds: readonly string[]) {
  if (typeof searched === "string") return [searched];
  const { rows } = await db.execute<{ text: string }>(sql`
    select ${contestSearch.name} || ' ' || ${contestSearch.rest} as text from ${contestSearch} where ${contestSearch.contestId} in (${idsOf(contestIds)})`);
  const typed = searched.map(([asTyped]) => textOf(asTyped!)).join(" ");
  const texts = new Set(rows.map(({ text }) => searched.map((group) => wordingIn(text, group)).join(" ")));
  return texts.has(typed) || texts.size > MAX_CORRECTIONS ? [] : [...texts].toSorted();
}

const textOf = (wording: SearchTerm) => (typeof wording === "string" ? wording : wording.whole);

/** The first wording of a group is the typed word. Whole words are preferred to parts of words. */
function wordingIn(text: string, group: readonly SearchTerm[]): string {
  const [asTyped, ...near] = group.map(textOf);
  if (typeof group[0] === "object" || text.includes(asTyped!)) return asTyped!;
  const words = new Set(wordsIn(text));
  return near.find((word) => words.has(word)) ?? near.find((word) => text.includes(word)) ?? asTyped!;
}
