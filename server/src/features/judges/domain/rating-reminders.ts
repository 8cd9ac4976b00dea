import { DAY_MS } from "../../contests/domain/phase";

/** Half-way from the deadline to the date for ratings, and one day before it. None before the deadline. */
export function remindersUntil(deadline: Date, ratingsDueAt: Date): Date[] {
  const [from, until] = [deadline.getTime(), ratingsDueAt.getTime()];
  const times = [from + Math.floor((until - from) / 2), until - DAY_MS].filter((at) => at > from);
  return [...new Set(times)].sort((one, other) => one - other).map((at) => new Date(at));
}

export const reminderKind = (ratingsDueAt: Date, at: Date): "half" | "last" =>
  at.getTime() === ratingsDueAt.getTime() - DAY_MS ? "last" : "half";

export const nextReminderAt = (deadline: Date, ratingsDueAt: Date, now: Date): Date | null =>
  remindersUntil(deadline, ratingsDueAt).find((at) => at > now) ?? null;
