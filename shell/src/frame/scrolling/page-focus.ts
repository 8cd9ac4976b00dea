import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Moves the focus to the heading of the new page after navigation, or to its content until the heading is rendered. */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation();
  const isRedirect = useNavigationType() === "REPLACE";
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname || hash) return;
    before.current = pathname;
    const observer = new MutationObserver(() => focusHeading());
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById("content");
      const focused = document.activeElement;
      if (!content) return;
      if (focused !== content && content.contains(focused)) return;
      // After a redirect, keep the focus that the user moved into the frame.
      if (isRedirect && focused && focused !== document.body && !content.contains(focused)) return;
      content.focus({ preventScroll: true });
      observer.observe(document.body, { childList: true, subtree: true });
      focusHeading();
    });
    let focusedHeading: HTMLElement | undefined;
    function focusHeading() {
      // A skeleton's heading may be replaced by the final one; the focus then moves along.
      const { activeElement, body } = document;
      if (focusedHeading?.isConnected && activeElement === focusedHeading) return;
      const content = document.getElementById("content");
      if (focusedHeading?.isConnected || (activeElement !== content && activeElement !== body))
        return observer.disconnect();
      const heading = content?.querySelector<HTMLElement>("h1");
      if (!heading) return;
      focusedHeading = heading;
      focusedHeading.setAttribute("tabindex", "-1");
      focusedHeading.focus({ preventScroll: true });
    }
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [pathname, hash, isRedirect]);
}
