import { truncate } from "../text/format";
import { oneLine } from "./email-template";

export const MAX_SUBJECT_LENGTH = 50;

/** Shortens the quoted name so that the subject fits; `suffix` stays. Drops a second name if only the first fits. */
export function fitSubject(subject: string, suffix = ""): string {
  const line = oneLine(subject);
  const [start, end] = [line.indexOf("“") + 1, line.lastIndexOf("”")];
  if (end < start) return line + suffix;
  const before = line.slice(0, start);
  const after = line.slice(end) + suffix;
  const room = MAX_SUBJECT_LENGTH - before.length - after.length;
  const names = line.slice(start, end);
  const short = truncate(names, Math.max(room, 1));
  const firstEnd = short.lastIndexOf("”");
  const isCutBetween = short !== names && firstEnd > short.lastIndexOf("“") && names.includes("“", firstEnd);
  return before + (isCutBetween ? short.slice(0, firstEnd) : short) + after;
}
