import type { AxiosResponse } from "axios";
import { config } from "@conquest/shared/singletons/config";
import { http } from "@conquest/shared/singletons/http";

const MAX_AGE_MS = 10_000;

interface PrefetchedResponse {
  answer: Promise<AxiosResponse>;
  askedAt: number;
}
const early = new Map<string, PrefetchedResponse>();

const isFresh = ({ askedAt }: PrefetchedResponse) => Date.now() - askedAt < MAX_AGE_MS;

/** Prefetches an API path, unless done already, while the page that needs it is still loading. */
export function prefetchResponse(path: string): void {
  const pending = early.get(path);
  if (pending && isFresh(pending)) return;
  const answer = http.get(path, { baseURL: config().apiBase, timeout: MAX_AGE_MS });
  answer.catch(() => early.delete(path));
  early.set(path, { answer, askedAt: Date.now() });
}

/** Takes a prefetched response, once. Undefined without one, or if it is too old. */
export function takePrefetchedResponse(path: string): Promise<AxiosResponse> | undefined {
  const prefetched = early.get(path);
  early.delete(path);
  return prefetched && isFresh(prefetched) ? prefetched.answer : undefined;
}

/** Called when the user changes, or after a mutation. */
export const clearPrefetchedResponses = (): void => early.clear();

// Names before contract 1.9.0, for remotes that were built with them. Deprecated.
export {
  prefetchResponse as askEarly,
  takePrefetchedResponse as takeEarlyAnswer,
  clearPrefetchedResponses as forgetEarlyAnswers,
};
