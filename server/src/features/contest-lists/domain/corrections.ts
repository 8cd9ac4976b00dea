import { sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestSearch } from "../../../database/schema/contest-lists";
import { idsOf } from "../../../platform/lists/fuzzy-name-search";
import type { SearchTerm, TermGroups } from "../../../platform/lists/text-search";
import { wordsIn } from "../../../platform/lists/tokens";

const MAX_CORRECTIONS = 3;

/** Returns none if there are too many, or if only the word order differs. A text searched exactly is the only one. */
export async function correctionsIn(
  db: Database,
  searched: string | TermGroups,
  contestIds: readonly string[],
): Promise<string[]> {
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
