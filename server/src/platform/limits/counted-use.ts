import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";

/** What a call is counted as, and how often it may be made in a minute. */
export interface CountedUse {
  use: string;
  perMinute: number;
}

/** Null for a call that its contract does not count. */
export function countedUse({ method, path, perMinute, countedWith }: Endpoint, query: unknown): CountedUse | null {
  if (perMinute === undefined) return null;
  if (countedWith !== undefined && !(query as Record<string, unknown>)[countedWith]) return null;
  return { use: `${method} ${path}`, perMinute };
}
