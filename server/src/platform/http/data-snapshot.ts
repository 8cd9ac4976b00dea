/** A state of everything that answers are made of. */
export interface DataSnapshot {
  /** Which transactions a reader sees, in PostgreSQL's words: as long as it is the same, nothing was written. */
  snapshot: string;
  /** When the clock alone changes answers, in milliseconds since 1970 by the server's clock. */
  endsAt: number;
}

/** The moment from which all of these are still right, if there is one: null where something was written between them. */
export function commonSnapshot(moments: readonly DataSnapshot[]): DataSnapshot | null {
  const [first, ...others] = moments;
  if (!first) return null;
  if (others.some(({ snapshot }) => snapshot !== first.snapshot)) return null;
  return { snapshot: first.snapshot, endsAt: Math.min(...moments.map(({ endsAt }) => endsAt)) };
}
