const TIMEOUT_MS = 5000;
const USER_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Scrolls to a position or element, repeatedly while the page grows. Returns a function that cancels. */
export function scrollWhenRendered(target: number | string, onDone: () => void): () => void {
  const finish = () => {
    cancel();
    onDone();
  };
  const attempt = () => {
    if (typeof target === "number") window.scrollTo(0, target);
    else document.getElementById(target)?.scrollIntoView();
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

export function isScrolledTo(id: string): boolean {
  const element = document.getElementById(id);
  if (!element) return false;
  const pixels = (length: string) => parseFloat(length) || 0;
  const offset =
    pixels(getComputedStyle(element).scrollMarginTop) +
    pixels(getComputedStyle(document.documentElement).scrollPaddingTop);
  return Math.abs(element.getBoundingClientRect().top - offset) < 2 || window.scrollY >= maxScroll() - 2;
}
