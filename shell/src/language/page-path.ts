import { splitLanguage } from "@conquest/shared/contracts/parts/languages";
import { config } from "@conquest/shared/singletons/config";

/** Splits a path of the browser into its language and the site's path. */
export function splitPath(pathname: string) {
  const { language, address } = splitLanguage(pathname, config().languages);
  return { language, path: address };
}
