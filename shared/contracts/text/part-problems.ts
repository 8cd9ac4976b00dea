import { z } from "zod";
import { translated, type Message } from "./message";

export interface PartProblem {
  /** Empty for a problem of the whole value. */
  path: readonly (string | number)[];
  problem: Message;
}

/** Reports each problem at its part. Older pages know only errors of the whole value, which gets the first one too. */
export function rejectParts(context: z.RefinementCtx, problems: readonly PartProblem[]): never {
  const [first] = problems;
  const whole = first && first.path.length > 0 ? [{ ...first, path: [] }] : [];
  for (const { path, problem } of [...whole, ...problems])
    context.addIssue({ code: "custom", path: [...path], message: translated(problem) });
  return z.NEVER;
}
