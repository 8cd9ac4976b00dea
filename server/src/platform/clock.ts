/** What time it is, to be passed in: a test decides it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
