import { countCharacters } from "./characters";

export const MAX_SEARCH_LENGTH = 100;
export const SEARCH_TOO_LONG = `Please search with at most ${MAX_SEARCH_LENGTH} characters`;

/** Why these words cannot be searched for, as a sentence; "" when they can. */
export const searchError = (words: string): string =>
  countCharacters(words.trim()) > MAX_SEARCH_LENGTH ? SEARCH_TOO_LONG : "";
