import { QUOTED_TEXT } from "@conquest/shared/contracts/text/reading-order";
import type { Database } from "../database/database";
import { notices } from "../database/schema/messages";
import { subjectOf } from "../platform/email/render-email";

const LONG_NAME = "N".repeat(120);

export async function truncatedSubjects(db: Database): Promise<string[]> {
  const rows = await db.selectDistinct({ text: notices.text }).from(notices);
  return rows
    .map(({ text }) => subjectOf(text.replace(QUOTED_TEXT, `“${LONG_NAME}”`)))
    .filter((subject) => subject.endsWith("…"));
}
