import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestSearch } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import type { TermGroups } from "../../../platform/lists/text-search";
import {
  hasSigns,
  isPattern,
  isFuzzyMatchable,
  isLiteral,
  editDistanceWithin,
  transpositionsOf,
  wordsIn,
} from "../../../platform/lists/tokens";

/** So many words that are as near as each other may have been meant. */
const MOST_MEANT = 3;

const wordsLike = sql`(select words_like(typed) word union select word from search_words where word = any(string_to_array(swaps, ' '))) near`;

/** The same of the words in one creator's contests, which are few; all words there are may have others that are nearer. */
const ownWordsLike = (creatorId: string): SQL => sql`(
  select word from (
    select distinct word from ${contestSearch} join ${contests} on ${contests.id} = ${contestSearch.contestId},
      search_words_of(${contestSearch.name} || ' ' || ${contestSearch.rest}) word where ${contests.creatorId} = ${creatorId}
  ) own where similarity(word, typed) >= 0.2 or word = any(string_to_array(swaps, ' ')) order by word = any(string_to_array(swaps, ' ')) desc, similarity(word, typed) desc, word limit 20) near`;

/**
 * What somebody may have meant who typed this (folded) text: its words in any order, and for each also those words of contests
 * (or of one creator's) that are written nearly so. Null when that is the text again, or the text is to be taken literally.
 * The nearest words may only occur in contests outside the list: `moreSlips` raises the accepted edit distance by that many letters.
 */
export async function expandFuzzyQuery(
  db: Database,
  text: string,
  creatorId?: string,
  moreSlips = 0,
): Promise<TermGroups | null> {
  if (isPattern(text)) return null;
  const typed = wordsIn(text);
  const sought = [...new Set(typed.filter(isFuzzyMatchable))];
  if (sought.length === 0) return null;
  const swaps = sought.map((word) => transpositionsOf(word).join(" "));
  const { rows } = await db.execute<{ typed: string; word: string }>(sql`
    select typed, word from unnest(string_to_array(${sought.join(" ")}, ' '), string_to_array(${swaps.join("\n")}, ${"\n"})) sought (typed, swaps) cross join lateral ${creatorId === undefined ? wordsLike : ownWordsLike(creatorId)} where word <> typed`);
  const near = typed.map((word) =>
    nearest(
      word,
      rows.filter((row) => row.typed === word).map((row) => row.word),
      moreSlips,
    ),
  );
  const isAsTyped = near.every(({ length }) => length === 0);
  // The same words in another order are near; the same word without its signs is what nobody typed.
  return isAsTyped && (typed.length === 1 || hasSigns(text))
    ? null
    : typed.map((word, index) => [...isLiteral(word), ...near[index]!]);
}

/** Of these words, sorted by likeness, those that are nearest to what was typed. */
function nearest(typed: string, words: readonly string[], moreSlips: number): string[] {
  const near = words.map((word) => ({ word, slips: editDistanceWithin(typed, word) ?? Infinity }));
  const fewest = Math.min(...near.map(({ slips }) => slips));
  return near
    .filter(({ slips }) => slips <= fewest + moreSlips && slips < Infinity)
    .slice(0, MOST_MEANT)
    .map(({ word }) => word);
}
