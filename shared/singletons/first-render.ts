import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("first-render");

let instant: number | undefined;
let wasAsked = false;

/** Milliseconds since 1970 by the server's clock: when the page is, or was, drawn on the server. */
export function provideFirstInstant(at: number): void {
  instant = at;
  wasAsked = false;
}

/** The instant of the first render: what is drawn from it is the same on the server and in the browser that goes on from there. */
export function firstInstant(): number {
  wasAsked = true;
  return instant ?? Date.now();
}

/** Whether anything was drawn from {@link firstInstant} since it was provided. */
export const usesClock = (): boolean => wasAsked;

/** False from when the browser takes over a drawn page until all of it is React's. */
let isAwake = true;
const sleepers = new Set<() => void>();

/** A drawn page is about to be taken over. */
export function fallAsleep(): void {
  isAwake = false;
}

/** What sleeps is drawn anew in pieces: on a page full of times it would otherwise hold up everything for a third of a second. */
export function wakeUp(): void {
  isAwake = true;
  startTransition(() => sleepers.forEach((wake) => wake()));
}

const never = () => () => undefined;

/**
 * False while a page is drawn on the server and while the browser takes it over, true ever after. What only the browser
 * knows (clock, time zone, what it has stored) may be drawn when it is true.
 */
export function useIsAwake(): boolean {
  const wasAwake = useSyncExternalStore(
    never,
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

/** Does nothing any more: the shell gives fields back what was typed early. Parts that were released with it still call it. */
export const useTypedEarly = (_id: string): void => undefined;
