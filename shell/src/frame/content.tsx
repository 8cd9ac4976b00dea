import type { ReactNode } from "react";

export function SkipLink() {
  return (
    <a className="cq-skip-link" href="#content">
      Skip to content
    </a>
  );
}

export function Content({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="sh-content" tabIndex={-1}>
      {children}
    </main>
  );
}
