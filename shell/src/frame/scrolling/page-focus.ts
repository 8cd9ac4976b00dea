import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** After going to another page the focus is at its heading; at its content for as long as the heading is not there yet. */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation();
  const isRedirect = useNavigationType() === "REPLACE";
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname || hash) return;
    before.current = pathname;
    const drawing = new MutationObserver(() => moveOn());
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById("content");
      const focused = document.activeElement;
      if (!content) return;
      // A page that put the focus somewhere itself knows better.
      if (focused !== content && content.contains(focused)) return;
      // Sent on by the site, they have turned to something in the frame already.
      if (isRedirect && focused && focused !== document.body && !content.contains(focused)) return;
      content.focus({ preventScroll: true });
      // Another layout may bring another content.
      drawing.observe(document.body, { childList: true, subtree: true });
      moveOn();
    });
    let taken: HTMLElement | undefined;
    function moveOn() {
      // A heading of what is on its way gives its place to that of what came, and the focus goes along.
      const { activeElement, body } = document;
      if (taken?.isConnected && activeElement === taken) return;
      const content = document.getElementById("content");
      // Whoever has turned to something else meanwhile is left there.
      if (taken?.isConnected || (activeElement !== content && activeElement !== body)) return drawing.disconnect();
      const heading = content?.querySelector<HTMLElement>("h1");
      if (!heading) return;
      taken = heading;
      taken.setAttribute("tabindex", "-1");
      taken.focus({ preventScroll: true });
    }
    return () => {
      cancelAnimationFrame(frame);
      drawing.disconnect();
    };
  }, [pathname, hash, isRedirect]);
}
