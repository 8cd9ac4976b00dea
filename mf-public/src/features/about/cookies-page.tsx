import { TextPage } from "./text-page";
import { T, t } from "@conquest/shared/singletons/language";

export default function CookiesPage() {
  return (
    <TextPage title={t("Cookie policy")} subtitle={t("Four cookies, and what else stays in your browser.")}>
      <h2>{t("The cookies")}</h2>
      <p>
        <T
          text="When you log in, we set <a>conquest_session</a> (<a>__Host-conquest_session</a> over https). It holds a random number that tells our server who you are. Scripts can't read it, and other sites don't get it. It ends when you log out, after 12 hours without a visit, or after 7 days at the latest."
          a={<code />}
        />
      </p>
      <p>
        <T
          text="We set <a>conquest_styles</a> in every browser for 30 days. It lists the stylesheets the browser already has, so we don't send them again. It doesn't identify you."
          a={<code />}
        />
      </p>
      <p>
        <T
          text="While we test a new version of a page with some visitors, we set <a>conquest_visitor</a> for 30 days: a number below 10,000 that doesn't identify you, so you get the same version each time."
          a={<code />}
        />
      </p>
      <p>
        <T
          text="When you choose a language, we set <a>conquest_language</a> for a year, so pages open in it. It doesn't identify you."
          a={<code />}
        />
      </p>
      <h2>{t("What else stays in your browser")}</h2>
      <ul>
        <li>{t("Your choice of light or dark theme, until you clear it.")}</li>
        <li>{t("The language that this browser and your account last had in common, until you clear it.")}</li>
        <li>{t("Your last role on the site and its last working list of modules, so pages open faster.")}</li>
        <li>{t("Your login at our identity provider, Firebase Authentication, until you log out.")}</li>
        <li>
          {t("When you asked for links to verify your email, and whether you hid that message, until you clear it.")}
        </li>
        <li>
          {t(
            "Text you've typed into a form, until you submit it or close the tab. We never keep passwords or card details.",
          )}
        </li>
      </ul>
      <h2>{t("No tracking")}</h2>
      <p>{t("We set no cookies for advertising or statistics, and neither does anyone else through this site.")}</p>
    </TextPage>
  );
}
