import { countCharacters } from "./characters";

export const MAX_SEARCH_LENGTH = 100;
export const SEARCH_TOO_LONG = `Search with at most ${MAX_SEARCH_LENGTH} characters`;

/** Returns an error message if the search text is too long, otherwise "". */
export const searchError = (text: string): string =>
  countCharacters(text.trim()) > MAX_SEARCH_LENGTH ? SEARCH_TOO_LONG : "";
