import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { searchWords } from "../../../database/schema/contest-lists";
import { splitAtWords, wordsIn } from "../../../platform/lists/text-search";
import { areWordsKnown } from "./known-words";
import { spells, stemsOf } from "./transliteration";
import { COUNTERPARTS } from "./word-pairs";

const MAX_WORDS = sql.raw("8");
const MAX_CANDIDATES = sql.raw("100");
/** Shorter Latin words sound like too many Bangla ones. */
const MIN_LATIN = sql.raw("4");
const BANGLA = /[\u0980-\u09ff]/u;
const isBangla = (text: SQL) => sql`${text} ~ '[\u0980-\u09ff]'`;

export interface Candidate {
  part: string;
  word: string;
}

/** JSON of words of contests in the other script that sound like those of the text, with or without a case ending. */
export const soundAlikes = (folded: SQL): SQL => sql`(
  select json_agg(json_build_object('part', part, 'word', near.word))
  from (select distinct part, search_sound(part) as sound from search_words_of(${folded}) part
    where ${isBangla(sql`part`)} or part ~ '^[a-z]{${MIN_LATIN},}$' limit ${MAX_WORDS}) parts
  cross join lateral (
    select ${searchWords.word} from ${searchWords}
    where search_sound(${searchWords.word}) = any(case when ${isBangla(sql`part`)} then array[sound, regexp_replace(sound, '[rkt]$', ''), regexp_replace(sound, '(?:tr|dr|gl)$', '')]
        else array[sound, sound || 'r', sound || 'k', sound || 't', sound || 'tr', sound || 'dr', sound || 'gl'] end)
      and (${isBangla(sql`${searchWords.word}`)}) <> (${isBangla(sql`part`)}) and length(${searchWords.word}) <= 40
    order by length(${searchWords.word}), ${searchWords.word} limit ${MAX_CANDIDATES}) near)`;

/** How many counterparts of each word are combined, by how many words have any. More words would have too many. */
const MAX_COMBINED = [6, 2, 1];

export interface OtherScript {
  /** The text with one or more words in the other script. */
  phrases: readonly string[];
  words: ReadonlyMap<string, readonly string[]>;
}

/** Rewrites a folded text in the other script, with words that contests have. */
export async function findInOtherScript(
  db: Database,
  text: string,
  candidates: readonly Candidate[],
): Promise<OtherScript> {
  const pairs = new Map([text, ...wordsIn(text)].map((each) => [each, pairsOf(each)]));
  const known = await findKnown(db, [...pairs.values()].flat());
  const words = new Map<string, string[]>();
  for (const [word, paired] of pairs) {
    const alike = candidates.filter(({ part }) => part === word).flatMap((found) => spellingFound(word, found.word));
    const counterparts = withoutLonger([...paired.filter((other) => known.has(other)), ...alike]);
    if (counterparts.length > 0) words.set(word, counterparts);
  }
  return { phrases: combine(text, words), words };
}

function combine(text: string, words: ReadonlyMap<string, readonly string[]>): string[] {
  const parts = splitAtWords(text);
  const most = MAX_COMBINED[new Set(parts.filter((part) => words.has(part))).size - 1] ?? 0;
  let phrases = [""];
  for (const part of parts) {
    const forms = [part, ...(words.get(part) ?? []).slice(0, most)];
    phrases = phrases.flatMap((phrase) => forms.map((form) => phrase + form));
  }
  return [...new Set([...(words.get(text) ?? []), ...phrases])].filter((phrase) => phrase !== text);
}

async function findKnown(db: Database, texts: readonly string[]): Promise<ReadonlySet<string>> {
  if (texts.length === 0) return new Set();
  const { rows } = await db.execute<{ pair: string }>(
    sql`select pair from unnest(string_to_array(${texts.join("\n")}, ${"\n"})) pair where ${areWordsKnown(sql`pair`)}`,
  );
  return new Set(rows.map(({ pair }) => pair));
}

function pairsOf(word: string): readonly string[] {
  const forms = BANGLA.test(word) ? stemsOf(word).toReversed() : [word, word.replace(/s$/, "")];
  return forms.map((form) => COUNTERPARTS.get(form)).find((pairs) => pairs !== undefined) ?? [];
}

/** Returns the word in the other script, without a case ending, if one of the two spells the other. */
function spellingFound(typed: string, word: string): string[] {
  if (BANGLA.test(typed)) return stemsOf(typed).some((stem) => spells(word, stem)) ? [word] : [];
  return stemsOf(word)
    .filter((stem) => spells(typed, stem))
    .slice(0, 1);
}

/** Substrings are searched, so a word makes longer ones that contain it unnecessary. */
const withoutLonger = (words: readonly string[]): string[] => {
  const different = [...new Set(words)];
  return different.filter((word) => !different.some((other) => other !== word && word.includes(other)));
};
