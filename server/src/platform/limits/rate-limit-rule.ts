import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";

export interface RateLimitRule {
  use: string;
  perMinute: number;
}

export function rateLimitRuleOf(
  { method, path, perMinute, countedWith }: Endpoint,
  query: unknown,
): RateLimitRule | null {
  if (perMinute === undefined) return null;
  if (countedWith !== undefined && !(query as Record<string, unknown>)[countedWith]) return null;
  return { use: `${method} ${path}`, perMinute };
}
