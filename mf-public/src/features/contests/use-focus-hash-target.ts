import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Gives the heading of this id the focus where an address names its place: the shell scrolls there. */
export function useFocusHashTarget(hash: `#${string}`, headingId: string): void {
  const { hash: sought, key } = useLocation();
  useEffect(() => {
    if (sought === hash) document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [sought, hash, headingId, key]);
}
