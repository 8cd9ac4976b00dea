import { and, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { distance } from "fastest-levenshtein";
import type { Database } from "../../database/database";
import { users } from "../../database/schema/people";
import { isPresent } from "../people";
import { containsTerm, isNumber, isPattern, isFuzzyMatchable, editDistanceWithin, wordsIn } from "./text-search";

const MAX_CANDIDATES = sql.raw("500");
/** Trigrams may match everyone with a common name or domain; at most this many candidates are ranked. */
const MAX_RANKED = sql.raw("20000");
const MAX_RESULTS = 200;
/** Fixed, because most of an email is a domain shared with others. */
const MAX_EMAIL_DISTANCE = 2;

interface SearchScope {
  among: SQL | undefined;
  /** Whether emails may be searched: finding one reveals it. */
  byAddress: boolean;
}

const name = sql`search_fold(${users.name})`;
const address = sql`${users.email}`;

/** Matches similar names, and names with the words in another order; none if the text is to be taken literally. */
export async function findUsersByFuzzyName(db: Database, text: string, { among, byAddress }: SearchScope) {
  if (byAddress && text.includes("@"))
    return closest(await findCandidates(db, { text: address, words: [text], among }), (found) =>
      emailDistance(text, found),
    );
  const typed = wordsIn(text);
  const words = typed.filter(isFuzzyMatchable);
  if (isPattern(text) || words.length === 0) return [];
  const exactTerms = typed
    .filter((word) => !words.includes(word))
    .map((word) => containsTerm(name, isNumber(word) ? { whole: word } : word));
  return closest(await findCandidates(db, { text: name, words, among: and(among, ...exactTerms) }), (found) =>
    nameDistance(typed, wordsIn(found)),
  );
}

interface Candidate extends Record<string, unknown> {
  id: string;
  text: string;
}

const findCandidates = (
  db: Database,
  { text, words, among }: { text: SQL; words: readonly string[]; among: SQL | undefined },
): Promise<Candidate[]> =>
  db.transaction(async (tx) => {
    // Names need a low threshold: two typos in eight letters leave few trigrams. For emails a higher one excludes
    // matches by a common domain only.
    await tx.execute(
      sql`select set_config('pg_trgm.word_similarity_threshold', ${text === address ? "0.65" : "0.2"}, true)`,
    );
    const similarity = sql.join(
      words.map((word) => sql`word_similarity(${word}, text)`),
      sql` + `,
    );
    const { rows } = await tx.execute<Candidate>(sql`
      select id, text from (
        select ${users.id} as id, ${text} as text from ${users} where ${and(isPresent, among, ...words.map((word) => sql`${text} %> ${word}`))} limit ${MAX_RANKED}
      ) proposed order by ${similarity} desc, id limit ${MAX_CANDIDATES}`);
    return rows;
  });

/** Keeps the candidates with the fewest typos, or one more, since names have many spellings. */
function closest(found: readonly Candidate[], distanceTo: (text: string) => number): string[] {
  const people = found.map(({ id, text }) => ({ id, edits: distanceTo(text) }));
  const maxDistance = Math.min(...people.map(({ edits }) => edits)) + 1;
  return people
    .filter(({ edits }) => edits <= maxDistance && edits < Infinity)
    .slice(0, MAX_RESULTS)
    .map(({ id }) => id);
}

/** Sums the typos of each typed word against its closest word of the name; other words were matched by the query. */
const nameDistance = (typed: readonly string[], words: readonly string[]): number =>
  typed
    .filter(isFuzzyMatchable)
    .reduce(
      (sum, word) =>
        sum +
        Math.min(...words.map((each) => (each.includes(word) ? 0 : (editDistanceWithin(word, each) ?? Infinity)))),
      0,
    );

function emailDistance(typed: string, found: string): number {
  const edits = distance(typed, found);
  return edits <= MAX_EMAIL_DISTANCE && typed.replace(/\D/g, "") === found.replace(/\D/g, "") ? edits : Infinity;
}

export const isOneOf = (id: PgColumn | SQL, ids: readonly string[]): SQL => sql`${id} in (${idsOf(ids)})`;

/** Passed as one parameter; otherwise each count of ids would be a different statement. */
export const idsOf = (ids: readonly string[]): SQL => sql`select unnest(string_to_array(${ids.join(" ")}, ' '))`;
