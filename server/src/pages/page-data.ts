import type { DataSnapshot } from "../platform/http/data-snapshot";
import type { PublicResponseCache } from "../platform/http/public-response-cache";
import { UNAVAILABLE } from "../platform/errors";
import { isTransientError } from "../platform/failures/transient-errors";
import type { RateLimitRule } from "../platform/limits/rate-limit-rule";
import { throwTooManyRequests } from "../platform/limits/rate-limits";
import type { Ask } from "./render-page";

/** Counts what it takes to make a page, as if the browser had asked; false where that is too often. */
export type IsWithin = (counted: RateLimitRule) => Promise<boolean>;

/** Asks for what one page is made of, and keeps what became of that. */
export class PageDataFetcher {
  /** When what was answered holds. */
  readonly moments: DataSnapshot[] = [];
  /** Everything was answered. */
  isAnswered = true;
  /** What the site needs is away. */
  isAway = false;
  /** Something was asked too often. */
  isRefused = false;

  constructor(
    private readonly answers: Pick<PublicResponseCache, "askWithMoment" | "useOf">,
    private readonly isWithin: IsWithin,
  ) {}

  readonly ask: Ask = async (asked) => {
    try {
      const use = this.answers.useOf(asked);
      if (use && !(await this.isWithin(use))) {
        this.isRefused = true;
        throw throwTooManyRequests(1);
      }
      const { answer, moment } = await this.answers.askWithMoment(asked);
      this.moments.push(moment);
      this.isAnswered &&= answer.status < 500;
      this.isAway ||= answer.status === UNAVAILABLE;
      return answer;
    } catch (error) {
      this.isAnswered = false;
      this.isAway ||= isTransientError(error);
      throw error;
    }
  };
}
