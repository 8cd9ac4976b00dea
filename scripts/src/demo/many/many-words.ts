import { z } from "zod";
import { TAGS } from "@conquest/shared/contracts/tags";
import { readContent, texts } from "../read-content";

/** Patterns of generated contests contain `{thing}`, `{place}`, `{occasion}` and `{sponsor}`. */
const language = z.strictObject({
  things: z.record(z.enum(TAGS), texts),
  places: texts,
  occasions: texts,
  /** Syllables of sponsor names, enough to make each name rare. */
  syllables: texts,
  names: texts,
  sentences: texts,
  tasks: texts,
  people: z.strictObject({ given: texts, family: texts }),
});

export type Language = z.infer<typeof language>;

export const LANGUAGES = readContent("generated-words", z.strictObject({ latin: language, bangla: language }));

export function sponsorOf({ syllables }: Language, number: number): string {
  const word = [1, 20, 400, 8000]
    .map((step, place) => syllables[(Math.floor(number / step) + 7 * place) % syllables.length]!)
    .join("");
  return word[0]!.toUpperCase() + word.slice(1);
}
