export interface DataSnapshot {
  /** The visible transactions, as a PostgreSQL snapshot: while it is equal, nothing was written. */
  snapshot: string;
  /** When the passing of time alone changes responses: epoch milliseconds by the server's clock. */
  endsAt: number;
}

export function commonSnapshot(snapshots: readonly DataSnapshot[]): DataSnapshot | null {
  const [first, ...others] = snapshots;
  if (!first) return null;
  if (others.some(({ snapshot }) => snapshot !== first.snapshot)) return null;
  return { snapshot: first.snapshot, endsAt: Math.min(...snapshots.map(({ endsAt }) => endsAt)) };
}
