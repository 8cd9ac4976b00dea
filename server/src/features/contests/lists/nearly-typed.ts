import { distance } from "fastest-levenshtein";
import { sql } from "drizzle-orm";
import type { Database } from "../../../database/open-database";
import type { Wordings } from "../../../platform/lists/text-search";

/** A word of fewer letters is taken as it is. */
const SHORTEST = 3;
/** So many words that are as near as each other may have been meant. */
const MOST_MEANT = 3;

/** Signs that elsewhere stand for anything. Whoever writes them looks for them. */
const IS_PATTERN = /[%_*?\\]/;
const HAS_SIGNS = /[\p{P}\p{S}]/u;

/** How many letters may be wrong, missing or too many. */
const slipsIn = (word: string) => (word.length <= 3 ? 1 : word.length <= 8 ? 2 : 3);

/**
 * What somebody may have meant who typed this (folded) text: its words in any order, and for each also those words of contests
 * that are written nearly so. Null when that is the text again, or the text is to be taken literally.
 */
export async function nearlyTyped(db: Database, text: string): Promise<Wordings | null> {
  if (IS_PATTERN.test(text)) return null;
  const typed = text.split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== "");
  const sought = [...new Set(typed.filter((word) => [...word].length >= SHORTEST))];
  if (sought.length === 0) return null;
  const { rows } = await db.execute<{ typed: string; word: string }>(sql`
    select typed, word from unnest(string_to_array(${sought.join(" ")}, ' ')) typed cross join lateral words_like(typed) word where word <> typed`);
  const groups = typed.map((word) => {
    const near = rows.filter((row) => row.typed === word).map((row) => ({ word: row.word, slips: distance(word, row.word) }));
    const fewest = Math.min(slipsIn(word), ...near.map(({ slips }) => slips));
    return [word, ...near.filter(({ slips }) => slips === fewest).slice(0, MOST_MEANT).map((each) => each.word)];
  });
  const isAsTyped = groups.every(({ length }) => length === 1);
  // The same words in another order are near; the same word without its signs is what nobody typed.
  return isAsTyped && (groups.length === 1 || HAS_SIGNS.test(text)) ? null : groups;
}
