import { useLocation } from "react-router-dom";
import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { config } from "@conquest/shared/singletons/config";
import { language } from "@conquest/shared/singletons/language";

/** In their own language, for people who cannot read the page's. */
const NAMES: Record<Language, string> = { en: "English", bn: "বাংলা" };

/** Plain links: a page in another language loads with its translations. */
export function LanguageSwitch() {
  const { pathname, search } = useLocation();
  const others = (config().languages ?? []).filter((each) => each !== language());
  return others.map((each) => (
    <a
      key={each}
      href={withLanguage(pathname + search, each)}
      hrefLang={each}
      lang={each}
      className="sh-navbar-link sh-navbar-language">
      {NAMES[each]}
    </a>
  ));
}
