import { splitLanguage } from "@conquest/shared/contracts/parts/languages";
import { config } from "@conquest/shared/singletons/config";

export function splitPath(pathname: string) {
  const { language, address } = splitLanguage(pathname, config().languages);
  return { language, path: address };
}
