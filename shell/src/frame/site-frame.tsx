import type { ReactNode } from "react";
import { t } from "@conquest/shared/singletons/language";
import { Footer } from "./footer";
import { Navbar } from "./navbar/navbar";

export const SiteFrame = ({ children }: { children: ReactNode }) => (
  <div className="sh-site">
    <SkipLink />
    <Navbar />
    <Content>{children}</Content>
    <Footer />
  </div>
);

export const SkipLink = () => (
  <a className="cq-skip-link" href="#content">
    {t("Skip to content")}
  </a>
);

export const Content = ({ children }: { children: ReactNode }) => (
  <main id="content" className="sh-content" tabIndex={-1}>
    {children}
  </main>
);
