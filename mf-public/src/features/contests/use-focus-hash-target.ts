import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Focuses the heading if the URL has this hash; the shell scrolls there. */
export function useFocusHashTarget(hash: `#${string}`, headingId: string): void {
  const { hash: currentHash, key } = useLocation();
  useEffect(() => {
    if (currentHash === hash) document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [currentHash, hash, headingId, key]);
}
