import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType, type Location } from "react-router-dom";
import { preservesScroll } from "@conquest/shared/ui/page/preserve-scroll";

const TIMEOUT_MS = 5000;
const USER_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Scrolls to a position or element, repeatedly while the page grows. Returns a function that cancels. */
function scrollWhenRendered(target: number | string, onDone: () => void): () => void {
  const finish = () => {
    cancel();
    onDone();
  };
  const attempt = () => {
    if (typeof target === "number") window.scrollTo(0, target);
    else {
      const element = document.getElementById(target);
      element?.scrollIntoView();
      // Like the browser, which focuses a target that can be focused.
      element?.focus();
    }
    if (typeof target === "number" && isScrollableTo(target)) finish();
  };
  const observer = new ResizeObserver(attempt);
  const timeout = setTimeout(finish, TIMEOUT_MS);
  const cancel = () => {
    observer.disconnect();
    clearTimeout(timeout);
    for (const type of USER_EVENTS) removeEventListener(type, finish);
  };
  for (const type of USER_EVENTS) addEventListener(type, finish, { passive: true });
  observer.observe(document.body);
  attempt();
  return cancel;
}

const maxScroll = () => document.documentElement.scrollHeight - window.innerHeight;
const isScrollableTo = (height: number) => maxScroll() >= height;

function isScrolledTo(id: string): boolean {
  const element = document.getElementById(id);
  if (!element) return false;
  const pixels = (length: string) => parseFloat(length) || 0;
  const offset =
    pixels(getComputedStyle(element).scrollMarginTop) +
    pixels(getComputedStyle(document.documentElement).scrollPaddingTop);
  return Math.abs(element.getBoundingClientRect().top - offset) < 2 || window.scrollY >= maxScroll() - 2;
}

const STORED = "conquest.scroll";

/** The first page of every load has the key "default", so its URL is needed to tell such pages apart. */
const pageKey = ({ key, pathname, search, hash }: Location) => (key === "default" ? pathname + search + hash : key);

let positions: Record<string, number> = {};

function readPositions(): void {
  try {
    positions = JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as typeof positions;
  } catch {
    // Without storage, a reload starts at the top.
  }
}

function storePositions(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(positions));
  } catch {
    // Storage is full or blocked.
  }
}

function isReloadOrHistory(): boolean {
  const [opened] = performance.getEntriesByType?.("navigation") ?? [];
  return opened !== undefined && (opened as PerformanceNavigationTiming).type !== "navigate";
}

/** Restores the scroll position on Back, Forward and reload; otherwise scrolls to the top or the hash target. */
export function useScrollMemory(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const current = useRef("");
  const isRestoring = useRef(false);

  useLayoutEffect(() => {
    const isFirst = current.current === "";
    if (isFirst) readPositions();
    current.current = pageKey(location);

    const target = scrollTarget(location, navigation, isFirst);
    if (target === undefined) return;
    isRestoring.current = true;
    const cancel = scrollWhenRendered(target, () => (isRestoring.current = false));
    return () => {
      isRestoring.current = false;
      cancel();
    };
  }, [location, navigation]);

  useEffect(() => {
    // While restoring, the position only reflects how much content has loaded.
    const savePosition = () => {
      if (!isRestoring.current) positions[current.current] = window.scrollY;
    };
    const disableNativeRestoration = () => (history.scrollRestoration = "manual");
    const handlePageHide = () => {
      savePosition();
      storePositions();
      // Lets the browser restore the position on a reload, which happens before any script.
      history.scrollRestoration = "auto";
    };
    disableNativeRestoration();
    addEventListener("scroll", savePosition, { passive: true });
    addEventListener("pagehide", handlePageHide);
    addEventListener("pageshow", disableNativeRestoration);
    return () => {
      removeEventListener("scroll", savePosition);
      removeEventListener("pagehide", handlePageHide);
      removeEventListener("pageshow", disableNativeRestoration);
    };
  }, []);
}

function scrollTarget(location: Location, navigation: string, isFirst: boolean): number | string | undefined {
  const savedPosition =
    navigation === "POP" && (!isFirst || isReloadOrHistory()) ? positions[pageKey(location)] : undefined;
  const hashTarget = location.hash.length > 1 ? idOf(location.hash) : undefined;
  // Already scrolled by the browser or the user. Only the browser's jump to the hash target is repeated, as content above may load later.
  if (isFirst && window.scrollY > 0)
    return savedPosition === undefined && hashTarget !== undefined && isScrolledTo(hashTarget) ? hashTarget : undefined;
  if (savedPosition !== undefined) return savedPosition;
  if (hashTarget !== undefined) return hashTarget;
  return isFirst || preservesScroll(location) ? undefined : 0;
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
