import { Link } from "react-router-dom";
import type { Tag } from "@conquest/shared/contracts/tags";
import { config } from "@conquest/shared/singletons/config";
import { Logo } from "@conquest/shared/ui/picture/logo";
import { SocialIcon } from "./social-icon";

const withTag = (tag: Tag) => `/all_contests?tag=${encodeURIComponent(tag)}`;

const COLUMNS = [
  {
    title: "Services",
    links: [
      { label: "Programming", to: withTag("Business Idea Concerts") },
      { label: "Designing", to: withTag("Image Design Contests") },
      { label: "Marketing", to: withTag("Marketing Strategy") },
      { label: "Advertisement", to: withTag("Digital Advertisement Contests") },
    ],
  },
  {
    title: "Company",
    links: [
      { label: "About us", to: "/about" },
      { label: "Contact", to: "/contact_us" },
      { label: "Contests", to: "/all_contests" },
      { label: "Winners", to: "/#winners" },
    ],
  },
  {
    title: "Legal",
    links: [
      { label: "Terms of use", to: "/terms" },
      { label: "Privacy policy", to: "/privacy" },
      { label: "Cookie policy", to: "/cookies" },
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
          <p>Compete. Create. Conquer.</p>
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
          <nav key={title} aria-label={title} className="sh-footer-column">
            <h2>{title}</h2>
            <ul>
              {links.map(({ label, to }) => (
                <li key={label}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
