import type { Page } from "@playwright/test";

interface Fiber {
  tag: number;
  memoizedState: { dehydrated?: unknown } | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** The page's code has taken over: what the server leaves open says something, and React has left nothing for later. */
export const isAwake = (page: Page) =>
  page.waitForFunction(() => {
    if (
      document.querySelector("header .cq-spinner") ||
      !document.querySelector("header a[href='/login'], header .sh-account")
    )
      return false;
    const root = document.getElementById("root")!;
    const container = Object.keys(root).find((key) => key.startsWith("__reactContainer$"));
    if (!container) return false;
    const SUSPENSE = 13;
    const waits = (fiber: Fiber | null): boolean =>
      fiber !== null &&
      ((fiber.tag === SUSPENSE && Boolean(fiber.memoizedState?.dehydrated)) ||
        waits(fiber.child) ||
        waits(fiber.sibling));
    return !waits((root as unknown as Record<string, { stateNode: { current: Fiber } }>)[container]!.stateNode.current);
  });
