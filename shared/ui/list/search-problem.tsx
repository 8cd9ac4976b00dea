import { MAX_SEARCH_LENGTH, isSearchTooLong } from "@conquest/shared/contracts/text/search-words";
import { t } from "@conquest/shared/singletons/language";

export const searchProblem = (text: string): string =>
  isSearchTooLong(text) ? t("Search with at most {n} characters", { n: MAX_SEARCH_LENGTH }) : "";
