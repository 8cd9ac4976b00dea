import { and, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { distance } from "fastest-levenshtein";
import type { Database } from "../../database/database";
import { users } from "../../database/schema/people";
import { isPresent } from "../people";
import { containsTerm } from "./text-search";
import { isNumber, isPattern, isFuzzyMatchable, editDistanceWithin, wordsIn } from "./tokens";

/** Of so many that are alike it is looked how many letters differ. */
const LOOKED_AT = sql.raw("500");
/** Trigrams may propose everybody with a common name or domain: more than so many are not compared. */
const COMPARED = sql.raw("20000");
/** Whoever types a name means somebody: of more nobody is looked for among them. */
const MOST_MEANT = 200;
/** Of an address, whatever its length: most of it is somebody else's domain. */
const SLIPS_IN_ADDRESS = 2;

interface Among {
  /** Who may be found, as a condition on `users`. Nobody else is looked at. */
  among: SQL | undefined;
  /** Whether they may be found by their address: it is as good as told to whoever finds it. */
  byAddress: boolean;
}

const name = sql`search_fold(${users.name})`;
const address = sql`${users.email}`;

/** Ids of people who are called nearly like this (folded) text, or as it is but with the words in another order; nobody where it is to be taken literally. */
export async function findUsersByFuzzyName(db: Database, text: string, { among, byAddress }: Among): Promise<string[]> {
  if (byAddress && text.includes("@"))
    return nearest(await alike(db, { text: address, words: [text], among }), (found) => slipsInAddress(text, found));
  const typed = wordsIn(text);
  const words = typed.filter(isFuzzyMatchable);
  if (isPattern(text) || words.length === 0) return [];
  const held = typed
    .filter((word) => !words.includes(word))
    .map((word) => containsTerm(name, isNumber(word) ? { whole: word } : word));
  return nearest(await alike(db, { text: name, words, among: and(among, ...held) }), (found) =>
    slipsInName(typed, wordsIn(found)),
  );
}

interface Alike extends Record<string, unknown> {
  id: string;
  text: string;
}

/** More than are meant, the likest first: trigrams find them, and the words each for itself. */
const alike = (
  db: Database,
  { text, words, among }: { text: SQL; words: readonly string[]; among: SQL | undefined },
): Promise<Alike[]> =>
  db.transaction(async (tx) => {
    // What two letters out of eight are mistyped in has few trigrams left; of an address there are enough, beside those of a domain that many have.
    await tx.execute(
      sql`select set_config('pg_trgm.word_similarity_threshold', ${text === address ? "0.65" : "0.2"}, true)`,
    );
    const likeness = sql.join(
      words.map((word) => sql`word_similarity(${word}, text)`),
      sql` + `,
    );
    const { rows } = await tx.execute<Alike>(sql`
      select id, text from (
        select ${users.id} as id, ${text} as text from ${users} where ${and(isPresent, among, ...words.map((word) => sql`${text} %> ${word}`))} limit ${COMPARED}
      ) proposed order by ${likeness} desc, id limit ${LOOKED_AT}`);
    return rows;
  });

/** Whose slips are the fewest, or one more: there are many ways to write a name. */
function nearest(found: readonly Alike[], slipsOf: (text: string) => number): string[] {
  const people = found.map(({ id, text }) => ({ id, slips: slipsOf(text) }));
  const most = Math.min(...people.map(({ slips }) => slips)) + 1;
  return people
    .filter(({ slips }) => slips <= most && slips < Infinity)
    .slice(0, MOST_MEANT)
    .map(({ id }) => id);
}

/** Each word that was typed is in a word of the name, or nearly is one. What may not be mistyped is there already. */
const slipsInName = (typed: readonly string[], words: readonly string[]): number =>
  typed
    .filter(isFuzzyMatchable)
    .reduce(
      (sum, word) =>
        sum +
        Math.min(...words.map((each) => (each.includes(word) ? 0 : (editDistanceWithin(word, each) ?? Infinity)))),
      0,
    );

function slipsInAddress(typed: string, found: string): number {
  const slips = distance(typed, found);
  return slips <= SLIPS_IN_ADDRESS && typed.replace(/\D/g, "") === found.replace(/\D/g, "") ? slips : Infinity;
}

/** Condition: the person is one of these. */
export const isOneOf = (id: PgColumn | SQL, ids: readonly string[]): SQL => sql`${id} in (${idsOf(ids)})`;

/** One parameter, however many there are: each other number of them would be another statement. */
export const idsOf = (ids: readonly string[]): SQL => sql`select unnest(string_to_array(${ids.join(" ")}, ' '))`;
