import type { ReactNode } from "react";

/** Lets keyboard users skip the navigation. */
export function SkipLink() {
  return (
    <a className="cq-skip-link" href="#content">
      Skip to content
    </a>
  );
}

/** The page's main element; focusable, so that navigation can move the focus to it. */
export function Content({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="sh-content" tabIndex={-1}>
      {children}
    </main>
  );
}
