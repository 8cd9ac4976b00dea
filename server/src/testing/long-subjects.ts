import { QUOTED_TEXT } from "@conquest/shared/contracts/text/reading-order";
import type { Database } from "../database/database";
import { notices } from "../database/schema/messages";
import { MAX_SUBJECT_LENGTH } from "../platform/email/email-subject";

/** Returns the stored subjects that are too long, not counting names in quotes. */
export async function longSubjects(db: Database): Promise<string[]> {
  const rows = await db.selectDistinct({ subject: notices.subject }).from(notices);
  return rows
    .map(({ subject }) => subject)
    .filter((subject) => subject.replace(QUOTED_TEXT, "").length > MAX_SUBJECT_LENGTH);
}
