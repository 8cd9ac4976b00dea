import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType, type Location } from "react-router-dom";
import { keepsScroll } from "@conquest/shared/ui/page/keep-scroll";
import { scrollWhenRendered, standsAt } from "./scroll-when-rendered";

const STORED = "conquest.scroll";

/** The first page of every load has the key "default": without its address each would open where another was left. */
const placeOf = ({ key, pathname, search, hash }: Location) => (key === "default" ? pathname + search + hash : key);

/** Where each page of this tab was left, in pixels from its top. */
let heights: Record<string, number> = {};

function readHeights(): void {
  try {
    heights = JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as typeof heights;
  } catch {
    // Without storage a reload begins at the top.
  }
}

function storeHeights(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(heights));
  } catch {
    // The same.
  }
}

/** Whether this document was opened by a reload or by Back, and not by going to its address. */
function isAgain(): boolean {
  const [opened] = performance.getEntriesByType?.("navigation") ?? [];
  return opened !== undefined && (opened as PerformanceNavigationTiming).type !== "navigate";
}

/** Back, Forward and reload open a page where it was left; everything else opens it at its top, or at what `#…` names. */
export function useScrollMemory(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const current = useRef("");
  const isUnderWay = useRef(false);

  useLayoutEffect(() => {
    const isFirst = current.current === "";
    if (isFirst) readHeights();
    current.current = placeOf(location);

    const wanted = target(location, navigation, isFirst);
    if (wanted === undefined) return;
    isUnderWay.current = true;
    const giveUp = scrollWhenRendered(wanted, () => (isUnderWay.current = false));
    return () => {
      isUnderWay.current = false;
      giveUp();
    };
  }, [location, navigation]);

  useEffect(() => {
    // Until a page is where it belongs, its height says only how much of it has arrived.
    const note = () => {
      if (!isUnderWay.current) heights[current.current] = window.scrollY;
    };
    const takeOver = () => (history.scrollRestoration = "manual");
    const leave = () => {
      note();
      storeHeights();
      // On a reload the browser is there first, before any script.
      history.scrollRestoration = "auto";
    };
    takeOver();
    addEventListener("scroll", note, { passive: true });
    addEventListener("pagehide", leave);
    addEventListener("pageshow", takeOver);
    return () => {
      removeEventListener("scroll", note);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", takeOver);
    };
  }, []);
}

function target(location: Location, navigation: string, isFirst: boolean): number | string | undefined {
  const known = navigation === "POP" && (!isFirst || isAgain()) ? heights[placeOf(location)] : undefined;
  const named = location.hash.length > 1 ? idOf(location.hash) : undefined;
  // The browser or somebody in front of it was faster. The browser goes to what is named when not all is there that comes above it.
  if (isFirst && window.scrollY > 0)
    return known === undefined && named !== undefined && standsAt(named) ? named : undefined;
  if (known !== undefined) return known;
  if (named !== undefined) return named;
  return isFirst || keepsScroll(location) ? undefined : 0;
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
