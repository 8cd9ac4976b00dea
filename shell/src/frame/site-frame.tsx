import type { ReactNode } from "react";
import { Content, SkipLink } from "./content";
import { Footer } from "./footer";
import { Navbar } from "./navbar/navbar";

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="sh-site">
      <SkipLink />
      <Navbar />
      <Content>{children}</Content>
      <Footer />
    </div>
  );
}
