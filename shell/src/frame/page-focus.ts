import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** After going to another page the focus is at its heading, or at its content where the heading is not there yet. */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation();
  const isRedirect = useNavigationType() === "REPLACE";
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname || hash) return;
    before.current = pathname;
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById("content");
      const focused = document.activeElement;
      if (!content) return;
      // A page that put the focus somewhere itself knows better.
      if (focused !== content && content.contains(focused)) return;
      // Sent on by the site, they have turned to something in the frame already.
      if (isRedirect && focused && focused !== document.body && !content.contains(focused)) return;
      const heading = content.querySelector<HTMLElement>("h1");
      heading?.setAttribute("tabindex", "-1");
      (heading ?? content).focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash, isRedirect]);
}
