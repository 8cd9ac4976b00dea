import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";

/** What a call is counted as, and how often it may be made in a minute. */
export interface RateLimitRule {
  use: string;
  perMinute: number;
}

/** Null for a call that its contract does not count. */
export function rateLimitRuleOf(
  { method, path, perMinute, countedWith }: Endpoint,
  query: unknown,
): RateLimitRule | null {
  if (perMinute === undefined) return null;
  if (countedWith !== undefined && !(query as Record<string, unknown>)[countedWith]) return null;
  return { use: `${method} ${path}`, perMinute };
}
