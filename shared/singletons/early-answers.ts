import type { AxiosResponse } from "axios";
import { config } from "@conquest/shared/singletons/config";
import { http } from "@conquest/shared/singletons/http";

/** An answer that nobody took within this time, in milliseconds, is no longer news. */
const FRESH_FOR_MS = 10_000;

interface Early {
  answer: Promise<AxiosResponse>;
  askedAt: number;
}
const early = new Map<string, Early>();

/** Asks for `path` of the API now: the page that will need the answer is still on its way. */
export function askEarly(path: string): void {
  const answer = http.get(path, { baseURL: config().apiBase, timeout: FRESH_FOR_MS });
  answer.catch(() => early.delete(path));
  early.set(path, { answer, askedAt: Date.now() });
}

/** The answer that was asked for early, once. Undefined where there is none, or it is too old. */
export function takeEarlyAnswer(path: string): Promise<AxiosResponse> | undefined {
  const found = early.get(path);
  early.delete(path);
  return found && Date.now() - found.askedAt < FRESH_FOR_MS ? found.answer : undefined;
}

/** They were given to somebody else than who is there now. */
export const forgetEarlyAnswers = (): void => early.clear();
