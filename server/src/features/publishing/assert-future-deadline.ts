import { badInput } from "../../platform/errors";

export function assertFutureDeadline(deadline: Date, now: Date): void {
  if (deadline <= now) badInput({ deadline: "Please choose a deadline in the future." });
}
