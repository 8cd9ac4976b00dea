import { countCharacters } from "./characters";

export const LONGEST_SEARCH = 100;
export const SEARCH_TOO_LONG = `Please search with at most ${LONGEST_SEARCH} characters`;

/** Why these words cannot be searched for, as a sentence; "" when they can. */
export const searchRefusal = (words: string): string => (countCharacters(words.trim()) > LONGEST_SEARCH ? SEARCH_TOO_LONG : "");
