import type { ReactNode } from "react";
import { Content, SkipLink } from "./content";
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
