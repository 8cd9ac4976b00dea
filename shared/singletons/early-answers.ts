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

const isFresh = ({ askedAt }: Early) => Date.now() - askedAt < FRESH_FOR_MS;

/** Asks for `path` of the API now, unless that has been done: the page that will need the answer is still on its way. */
export function askEarly(path: string): void {
  const asked = early.get(path);
  if (asked && isFresh(asked)) return;
  const answer = http.get(path, { baseURL: config().apiBase, timeout: FRESH_FOR_MS });
  answer.catch(() => early.delete(path));
  early.set(path, { answer, askedAt: Date.now() });
}

/** The answer that was asked for early, once. Undefined where there is none, or it is too old. */
export function takeEarlyAnswer(path: string): Promise<AxiosResponse> | undefined {
  const found = early.get(path);
  early.delete(path);
  return found && isFresh(found) ? found.answer : undefined;
}

/** They were given to somebody else than who is there now, or before something was changed. */
export const forgetEarlyAnswers = (): void => early.clear();
