import { type SiteConfig, config } from "@conquest/shared/singletons/config";
import { msg, t } from "@conquest/shared/singletons/language";
import { Link } from "react-router-dom";
import type { Tag } from "@conquest/shared/contracts/tags";
import { Logo } from "@conquest/shared/ui/picture/logo";

const SHAPES: Record<SiteConfig["social"][number]["name"], string> = {
  facebook: "M14 8h3V4h-3c-2.8 0-5 2.2-5 5v2H6v4h3v7h4v-7h3.2l.8-4h-4V9c0-.6.4-1 1-1z",
  x: "m4 4 16 16M20 4 4 20",
  instagram:
    "M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM17.5 6.5h.01",
  youtube: "M6 5h12a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4zM10 9v6l5-3z",
  linkedin:
    "M4 9h4v12H4zM6 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM16 8a6 6 0 0 1 6 6v7h-4v-7a2 2 0 0 0-4 0v7h-4v-7a6 6 0 0 1 6-6z",
  github:
    "M15 22v-4a4.8 4.8 0 0 0-1-3.5c3 0 6-2 6-5.5.1-1.3-.3-2.5-1-3.5.3-1.2.3-2.4 0-3.5 0 0-1 0-3 1.5-2.6-.5-5.4-.5-8 0C6 2 5 2 5 2c-.3 1.2-.3 2.4 0 3.5A5.4 5.4 0 0 0 4 9c0 3.5 3 5.5 6 5.5-.4.5-.7 1-.9 1.7-.1.6-.2 1.2-.1 1.8v4M9 18c-4.5 2-5-2-7-2",
};

const SocialIcon = ({ name }: { name: keyof typeof SHAPES }) => (
  <svg
    viewBox="0 0 24 24"
    width="22"
    height="22"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round">
    <path d={SHAPES[name]} />
  </svg>
);

const withTag = (tag: Tag) => `/all_contests?tag=${encodeURIComponent(tag)}`;

const COLUMNS = [
  {
    title: msg("Services"),
    /* eslint-disable untranslated/texts -- Tags as in addresses. */
    links: [
      { label: msg("Programming"), to: withTag("Business Idea Concerts") },
      { label: msg("Designing"), to: withTag("Image Design Contests") },
      { label: msg("Marketing"), to: withTag("Marketing Strategy") },
      { label: msg("Advertisement"), to: withTag("Digital Advertisement Contests") },
    ],
    /* eslint-enable untranslated/texts */
  },
  {
    title: msg("Company"),
    links: [
      { label: msg("About us"), to: "/about" },
      { label: msg("Help"), to: "/help" },
      { label: msg("Contact"), to: "/contact_us" },
      { label: msg("Contests"), to: "/all_contests" },
      { label: msg("Winners"), to: "/#winners" },
    ],
  },
  {
    title: msg("Legal"),
    links: [
      { label: msg("Terms of use"), to: "/terms" },
      { label: msg("Privacy policy"), to: "/privacy" },
      { label: msg("Cookie policy"), to: "/cookies" },
    ],
  },
];

const NAMES = {
  facebook: "Facebook",
  x: "X",
  instagram: "Instagram",
  youtube: "YouTube",
  linkedin: "LinkedIn",
  github: "GitHub",
};

export function Footer() {
  const { social } = config();
  return (
    <footer className="sh-footer">
      <div className="sh-footer-row">
        <div className="sh-footer-brand">
          <Logo />
          <p>{t("Compete. Create. Conquer.")}</p>
          {social.length > 0 && (
            <ul className="sh-footer-social">
              {social.map(({ name, href }) => (
                <li key={name}>
                  <a href={href} rel="noopener" aria-label={NAMES[name] ?? name}>
                    <SocialIcon name={name} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={t(title)} className="sh-footer-column">
            <h2>{t(title)}</h2>
            <ul>
              {links.map(({ label, to }) => (
                <li key={label}>
                  <Link to={to}>{t(label)}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
