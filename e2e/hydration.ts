import type { Page } from "@playwright/test";

interface Fiber {
  tag: number;
  memoizedState: { dehydrated?: unknown } | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** Waits until the page is hydrated: the account area is rendered and no Suspense boundary is dehydrated. */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() => {
    if (
      document.querySelector("header .cq-spinner") ||
      !document.querySelector("header a[href$='/login'], header .sh-account")
    )
      return false;
    const root = document.getElementById("root")!;
    const container = Object.keys(root).find((key) => key.startsWith("__reactContainer$"));
    if (!container) return false;
    const SUSPENSE = 13;
    const isDehydrated = (fiber: Fiber | null): boolean =>
      fiber !== null &&
      ((fiber.tag === SUSPENSE && Boolean(fiber.memoizedState?.dehydrated)) ||
        isDehydrated(fiber.child) ||
        isDehydrated(fiber.sibling));
    return !isDehydrated(
      (root as unknown as Record<string, { stateNode: { current: Fiber } }>)[container]!.stateNode.current,
    );
  });
