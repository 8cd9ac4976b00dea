import { useLocation } from "react-router-dom";
import { LANGUAGE_NAMES, withLanguage } from "@conquest/shared/contracts/parts/languages";
import { config } from "@conquest/shared/singletons/config";
import { language } from "@conquest/shared/singletons/language";
import { rememberLanguage } from "@conquest/shared/ui/language/language-cookie";

/** Plain links: a page in another language loads with its translations. */
export function LanguageSwitch({ className }: { className: string }) {
  const { pathname, search } = useLocation();
  const others = (config().languages ?? []).filter((each) => each !== language());
  return others.map((each) => (
    <a
      key={each}
      href={withLanguage(pathname + search, each)}
      hrefLang={each}
      lang={each}
      onClick={() => rememberLanguage(each)}
      className={className}>
      {LANGUAGE_NAMES[each]}
    </a>
  ));
}
