import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** Days are counted from 1970, in UTC. */
const DAY_MS = 86_400_000;

export const dayOf = (instant: Date): number => Math.floor(instant.getTime() / DAY_MS);

/** SQL equivalent of {@link dayOf}. */
export const dayOfColumn = (instant: SQLWrapper): SQL<number> =>
  sql<number>`floor(extract(epoch from ${instant}) / 86400)::int`;

export const firstOfMonth = (day: number): number => {
  const date = new Date(day * DAY_MS);
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)));
};

export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
