import type { Entry } from "@conquest/shared/contracts/entries";
import type { EntryRow } from "./entries-repository";

export const toEntry = (row: Pick<EntryRow, "id" | "text" | "link" | "submittedAt" | "sha256">): Entry => ({
  _id: row.id,
  text: row.text,
  link: row.link,
  submittedAt: row.submittedAt.toISOString(),
  sha256: row.sha256,
});
