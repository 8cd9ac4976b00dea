import { MAX_SEARCH_LENGTH, searchError } from "@conquest/shared/contracts/text/search-words";
import { t } from "@conquest/shared/singletons/language";

/** Returns what is wrong with a search text, translated; "" if it is valid. */
export const searchProblem = (text: string): string =>
  searchError(text) && t("Search with at most {n} characters", { n: MAX_SEARCH_LENGTH });
