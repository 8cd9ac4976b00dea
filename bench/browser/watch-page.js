// Runs in the page before anything of the site. It only looks: a click of its own, or an observer of every change of the
// document, would be work that people do not have.
(() => {
  const seen = { shift: 0, tasks: [], interactions: [] };
  globalThis.conquestBench = seen;

  webVitals.onFCP(({ value }) => (seen.firstPaint = value));
  webVitals.onLCP(({ value }) => (seen.largestPaint = value), { reportAllChanges: true });
  webVitals.onCLS(({ value }) => (seen.shift = value), { reportAllChanges: true });

  const each = (options, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ buffered: true, ...options });
  each({ type: "longtask" }, ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
  each({ type: "event", durationThreshold: 16 }, ({ interactionId, startTime, duration }) => {
    if (interactionId) seen.interactions.push({ startTime, duration });
  });

  const SUSPENSE = 13;
  /** Whether React has left what stands around this control as it was drawn, for later. */
  const waits = (fiber, control) => {
    if (!fiber) return false;
    const left = fiber.tag === SUSPENSE && fiber.memoizedState?.dehydrated;
    return Boolean(left?.parentNode?.contains(control)) || waits(fiber.child, control) || waits(fiber.sibling, control);
  };

  /** The tree that React has shown last around this control; undefined until it has put its handlers there and shown one. */
  const shownAround = (control) => {
    const keys = Object.keys(control ?? {});
    if (!keys.some((key) => key.startsWith("__reactProps$"))) return undefined;
    let fiber = control[keys.find((key) => key.startsWith("__reactFiber$"))];
    while (fiber?.return) fiber = fiber.return;
    return fiber?.stateNode?.current?.child;
  };
  const isFrameAnswering = () => Boolean(shownAround(document.querySelector('input[aria-label="Dark theme"]')));
  /** The first control of the page itself. */
  const isPageAnswering = () => {
    const control = document.querySelector("main :is(a[href], button, input, select)");
    const shown = shownAround(control);
    return Boolean(shown) && !waits(shown, control);
  };

  const timer = setInterval(() => {
    if (seen.frameHydrated === undefined && isFrameAnswering()) seen.frameHydrated = performance.now();
    if (seen.frameHydrated !== undefined && seen.hydrated === undefined && isPageAnswering())
      seen.hydrated = performance.now();
    if (
      seen.content === undefined &&
      globalThis.conquestContent &&
      document.querySelector(globalThis.conquestContent)
    ) {
      seen.content = performance.now();
    }
    if (seen.hydrated !== undefined && seen.content !== undefined) clearInterval(timer);
  }, 16);

  /**
   * From the next click until an element of this selector holds this text, painted; in `clickToContent`. Looks when the
   * document has changed: asking in every frame would make frames that people do not have.
   */
  seen.followClick = (selector, text) => {
    delete seen.clickToContent;
    const follow = ({ timeStamp }) => {
      const observer = new MutationObserver(() => {
        if (![...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text))) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => (seen.clickToContent = performance.now() - timeStamp)));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    };
    addEventListener("click", follow, { capture: true, once: true });
  };
})();
