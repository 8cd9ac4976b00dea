/** How long content may take to arrive before a page stays where it is, in milliseconds. */
const PATIENCE_MS = 5000;
const BY_HAND = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to a height, or to the element of this id. What is still on its way is waited for, until somebody takes the
 * page in hand: above an element more may come, and push it away. `onDone` is told when it is over, whether or not the place was
 * reached; returned is how to give up.
 */
export function scrollWhenRendered(wanted: number | string, onDone: () => void): () => void {
  const done = () => {
    giveUp();
    onDone();
  };
  const attempt = () => {
    if (typeof wanted === "number") window.scrollTo(0, wanted);
    else document.getElementById(wanted)?.scrollIntoView();
    if (typeof wanted === "number" && isAsLongAs(wanted)) done();
  };
  const growth = new ResizeObserver(attempt);
  const late = setTimeout(done, PATIENCE_MS);
  const giveUp = () => {
    growth.disconnect();
    clearTimeout(late);
    for (const kind of BY_HAND) removeEventListener(kind, done);
  };
  for (const kind of BY_HAND) addEventListener(kind, done, { passive: true });
  growth.observe(document.body);
  attempt();
  return giveUp;
}

const lowest = () => document.documentElement.scrollHeight - window.innerHeight;
const isAsLongAs = (height: number) => lowest() >= height;

/** Whether the page stands where going to the element of this id has left it: nobody has scrolled on. */
export function standsAt(id: string): boolean {
  const element = document.getElementById(id);
  if (!element) return false;
  const pixels = (length: string) => parseFloat(length) || 0;
  const kept =
    pixels(getComputedStyle(element).scrollMarginTop) +
    pixels(getComputedStyle(document.documentElement).scrollPaddingTop);
  return Math.abs(element.getBoundingClientRect().top - kept) < 2 || window.scrollY >= lowest() - 2;
}
