import type { ReactNode } from "react";

/** The first stop of the keyboard: past the navigation. */
export function SkipLink() {
  return (
    <a className="cq-skip-link" href="#content">
      Skip to content
    </a>
  );
}

/** The one main element of the page. It can take the focus when the page changes. */
export function Content({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="sh-content" tabIndex={-1}>
      {children}
    </main>
  );
}
