import { AWARD_DAYS } from "@conquest/shared/contracts/awards";
import { DAY_MS } from "../../contests/domain/phase";

/** Days of waiting after which the creator or the winner is reminded; the last one ends their time. */
const REMINDER_DAYS = [3, 7, AWARD_DAYS];

const daysAfter = (since: Date, days: number) => new Date(since.getTime() + days * DAY_MS);

export const awardDueAt = (waitingSince: Date): Date => daysAfter(waitingSince, AWARD_DAYS);

export const nextReminderAt = (waitingSince: Date, now: Date): Date | null =>
  REMINDER_DAYS.map((days) => daysAfter(waitingSince, days)).find((at) => at > now) ?? null;
