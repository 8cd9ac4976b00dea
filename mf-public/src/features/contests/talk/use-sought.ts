import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Leads to the heading of this id whoever came for it: the browser's own jump found the page before all of it was there. */
export function useSought(hash: `#${string}`, headingId: string): void {
  const { hash: sought, key } = useLocation();
  useEffect(() => {
    if (sought !== hash) return;
    const heading = document.getElementById(headingId);
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  }, [sought, hash, headingId, key]);
}
