import { QUOTED } from "@conquest/shared/contracts/text/reading-order";
import type { Database } from "../database/database";
import { notices } from "../database/schema/messages";
import { subjectOf } from "../platform/email/render-email";

/** Longer than a subject keeps. */
const LONG_NAME = "N".repeat(120);

/** Of all that people were told, the subjects that have no room for what happened beside a long name. */
export async function truncatedSubjects(db: Database): Promise<string[]> {
  const told = await db.selectDistinct({ text: notices.text }).from(notices);
  return told
    .map(({ text }) => subjectOf(text.replace(QUOTED, `“${LONG_NAME}”`)))
    .filter((subject) => subject.endsWith("…"));
}
