import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { t } from "@conquest/shared/singletons/language";

/** Opens an article of the help in a new tab, so that a form keeps what was typed. */
export const HelpLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={`/help/${to}`} target="_blank" className="cq-link cq-help-link">
    {children}
    <span className="cq-visually-hidden"> {t("(opens in a new tab)")}</span>
  </Link>
);
