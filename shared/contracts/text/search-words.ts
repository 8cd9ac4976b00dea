import { countCharacters } from "./characters";
import { message, translated } from "./message";

export const MAX_SEARCH_LENGTH = 100;
export const SEARCH_TOO_LONG = message("Search with at most {max} characters", { max: MAX_SEARCH_LENGTH });

/** Returns an error message if the search text is too long, otherwise "". */
export const searchError = (text: string): string =>
  countCharacters(text.trim()) > MAX_SEARCH_LENGTH ? translated(SEARCH_TOO_LONG) : "";
