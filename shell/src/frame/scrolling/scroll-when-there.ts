/** How long content may take to arrive before a page stays where it is, in milliseconds. */
const PATIENCE_MS = 5000;
const BY_HAND = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to a height, or to the element of this id. What is still on its way is waited for, until somebody takes the
 * page in hand. `onDone` is told when it is over, whether or not the place was reached; returned is how to give up.
 */
export function scrollWhenThere(wanted: number | string, onDone: () => void): () => void {
  const done = () => {
    giveUp();
    onDone();
  };
  const attempt = () => {
    if (typeof wanted === "number") window.scrollTo(0, wanted);
    else document.getElementById(wanted)?.scrollIntoView();
    if (isThere(wanted)) done();
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

function isThere(wanted: number | string): boolean {
  if (typeof wanted === "string") return document.getElementById(wanted) !== null;
  return document.documentElement.scrollHeight - window.innerHeight >= wanted;
}
