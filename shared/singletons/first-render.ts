import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("first-render");

let instant: number | undefined;
let wasUsed = false;

/** Sets the server's time (ms since 1970) for which the page is, or was, rendered on the server. */
export function provideFirstInstant(at: number): void {
  instant = at;
  wasUsed = false;
}

/** The time of the first render, the same on the server and during hydration. */
export function firstInstant(): number {
  wasUsed = true;
  return instant ?? Date.now();
}

/** Returns whether {@link firstInstant} was used since it was provided. */
export const usesClock = (): boolean => wasUsed;

/** False during hydration. */
let isAwake = true;
const sleepers = new Set<() => void>();

/** Called before a rendered page is hydrated. */
export function fallAsleep(): void {
  isAwake = false;
}

/**
 * Re-renders waiting components in a transition: on a page full of times this would otherwise block for a third of a
 * second.
 */
export function wakeUp(): void {
  isAwake = true;
  startTransition(() => sleepers.forEach((wake) => wake()));
}

const noSubscription = () => () => undefined;

/**
 * False during server-side rendering and hydration, true ever after. Browser-only data (clock, time zone, storage) can
 * be rendered once it is true.
 */
export function useIsAwake(): boolean {
  const wasAwake = useSyncExternalStore(
    noSubscription,
    () => isAwake,
    () => false,
  );
  const [isWoken, setWoken] = useState(false);
  useEffect(() => {
    if (wasAwake) return;
    const wake = () => setWoken(true);
    sleepers.add(wake);
    return () => {
      sleepers.delete(wake);
    };
  }, [wasAwake]);
  return wasAwake || isWoken;
}

/** No-op: the shell restores early input. Older parts still call it. */
export const useTypedEarly = (_id: string): void => undefined;
