import type { ReactNode } from "react";

export const SkipLink = () => (
  <a className="cq-skip-link" href="#content">
    Skip to content
  </a>
);

export const Content = ({ children }: { children: ReactNode }) => (
  <main id="content" className="sh-content" tabIndex={-1}>
    {children}
  </main>
);
