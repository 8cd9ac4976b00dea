// Runs before the site's scripts and only reads: clicks or observers of every change would add work to real visits.
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
  /** Returns true if a Suspense boundary around this control is still dehydrated. */
  const isDehydrated = (fiber, control) => {
    if (!fiber) return false;
    const boundary = fiber.tag === SUSPENSE && fiber.memoizedState?.dehydrated;
    return (
      Boolean(boundary?.parentNode?.contains(control)) ||
      isDehydrated(fiber.child, control) ||
      isDehydrated(fiber.sibling, control)
    );
  };

  /** Returns React's current tree around this control, or undefined until its handlers are attached and a tree is committed. */
  const currentTreeAround = (control) => {
    const keys = Object.keys(control ?? {});
    if (!keys.some((key) => key.startsWith("__reactProps$"))) return undefined;
    let fiber = control[keys.find((key) => key.startsWith("__reactFiber$"))];
    while (fiber?.return) fiber = fiber.return;
    return fiber?.stateNode?.current?.child;
  };
  const isFrameHydrated = () => Boolean(currentTreeAround(document.querySelector(".sh-theme-input")));
  const isPageHydrated = () => {
    const control = document.querySelector("main :is(a[href], button, input, select)");
    const tree = currentTreeAround(control);
    return Boolean(tree) && !isDehydrated(tree, control);
  };

  const timer = setInterval(() => {
    if (seen.frameHydrated === undefined && isFrameHydrated()) seen.frameHydrated = performance.now();
    if (seen.frameHydrated !== undefined && seen.hydrated === undefined && isPageHydrated())
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

  /** Measures from the next click to the painted content, as `clickToContent`. Polling would cause extra frames. */
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
