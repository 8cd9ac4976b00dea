import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** After going to another page the focus is at its heading, or at its content where the heading is not there yet. */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname || hash) return;
    before.current = pathname;
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById("content");
      // A page that put the focus somewhere itself knows better.
      if (!content || (document.activeElement !== content && content.contains(document.activeElement))) return;
      const heading = content.querySelector<HTMLElement>("h1");
      heading?.setAttribute("tabindex", "-1");
      (heading ?? content).focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);
}
