import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("first-render");

let instant: number | undefined;
let wasUsed = false;

/** Sets the server's time (ms since 1970) for which the page is, or was, rendered on the server. */
export function provideFirstRenderTime(at: number): void {
  instant = at;
  wasUsed = false;
}

/** The time of the first render, the same on the server and during hydration. */
export function firstRenderTime(): number {
  wasUsed = true;
  return instant ?? Date.now();
}

/** Returns whether {@link firstRenderTime} was used since it was provided. */
export const wasFirstRenderTimeRead = (): boolean => wasUsed;

let isHydrated = true;
const waiting = new Set<() => void>();

export function startHydration(): void {
  isHydrated = false;
}

/** Re-renders waiting components in a transition: otherwise a page full of times blocks for a third of a second. */
export function finishHydration(): void {
  isHydrated = true;
  startTransition(() => waiting.forEach((rerender) => rerender()));
}

const noSubscription = () => () => undefined;

/** False in server-side rendering and hydration, then true: render browser-only data (clock, storage) only then. */
export function useIsHydrated(): boolean {
  const wasHydrated = useSyncExternalStore(
    noSubscription,
    () => isHydrated,
    () => false,
  );
  const [isFinished, setFinished] = useState(false);
  useEffect(() => {
    if (wasHydrated) return;
    const rerender = () => setFinished(true);
    waiting.add(rerender);
    return () => {
      waiting.delete(rerender);
    };
  }, [wasHydrated]);
  return wasHydrated || isFinished;
}

/** No-op: the shell restores early input. Older parts still call it. */
export const useTypedEarly = (_id: string): void => undefined;

// Names before contract 1.9.0, for remotes that were built with them. Deprecated.
export {
  startHydration as fallAsleep,
  finishHydration as wakeUp,
  useIsHydrated as useIsAwake,
  firstRenderTime as firstInstant,
  provideFirstRenderTime as provideFirstInstant,
  wasFirstRenderTimeRead as usesClock,
};
