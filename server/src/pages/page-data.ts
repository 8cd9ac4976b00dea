import type { DataSnapshot } from "../platform/http/data-snapshot";
import type { PublicResponseCache } from "../platform/http/public-response-cache";
import { UNAVAILABLE_STATUS } from "../platform/errors";
import { isTransientError } from "../platform/failures/transient-errors";
import { type RateLimitRule, tooManyRequestsError } from "../platform/limits/rate-limits";
import type { Ask } from "./render-page";

/** Counts an API request of the page against the client's rate limit; false if exceeded. */
export type IsWithin = (counted: RateLimitRule) => Promise<boolean>;

export class PageDataFetcher {
  readonly snapshots: DataSnapshot[] = [];
  isComplete = true;
  isUnavailable = false;
  isRateLimited = false;

  constructor(
    private readonly answers: Pick<PublicResponseCache, "fetchWithSnapshot" | "rateLimitRuleAt">,
    private readonly isWithin: IsWithin,
  ) {}

  readonly ask: Ask = async (address) => {
    try {
      const rule = this.answers.rateLimitRuleAt(address);
      if (rule && !(await this.isWithin(rule))) {
        this.isRateLimited = true;
        throw tooManyRequestsError(1);
      }
      const { answer, moment } = await this.answers.fetchWithSnapshot(address);
      this.snapshots.push(moment);
      this.isComplete &&= answer.status < 500;
      this.isUnavailable ||= answer.status === UNAVAILABLE_STATUS;
      return answer;
    } catch (error) {
      this.isComplete = false;
      this.isUnavailable ||= isTransientError(error);
      throw error;
    }
  };
}
