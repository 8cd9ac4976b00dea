import type { Clock } from "../platform/clock";

export interface TestClock extends Clock {
  set(instant: Date | string): void;
  advance(milliseconds: number): void;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function testClock(start: Date): TestClock {
  let now = start;
  return {
    now: () => new Date(now),
    set: (instant) => void (now = new Date(instant)),
    advance: (milliseconds) => void (now = new Date(now.getTime() + milliseconds)),
  };
}
