import { sql, type SQL } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { DraftForm } from "@conquest/shared/contracts/drafts";
import type { FileKind } from "@conquest/shared/contracts/media/files";
import { instant, newId, indexIfSet } from "./columns";
import { contests, entries } from "./contests";
import { users, userReference } from "./people";

export const isOrphaned = (file: Record<"entryId" | "contestId" | "userId" | "draftId", AnyPgColumn>): SQL =>
  sql`${file.entryId} is null and ${file.contestId} is null and ${file.userId} is null and ${file.draftId} is null`;

/** Metadata of uploaded files. A file has at most one owner; an orphaned file is deleted after a day. */
export const files = pgTable(
  "files",
  {
    id: newId("id"),
    uploaderId: userReference("uploader_id"),
    /** Entry files are as private as their entry, attachments as their contest, proofs as their award. Pictures are public. */
    use: text("use").$type<"entry" | "picture" | "proof" | "attachment">().notNull(),
    /** `coming` until the content is stored; `going` from release until deletion of the content. */
    state: text("state").$type<"coming" | "here" | "going">().notNull().default("coming"),
    name: text("name").notNull(),
    kind: text("kind").$type<FileKind>().notNull(),
    whole: text("whole").notNull(),
    bytes: integer("bytes").notNull(),
    /** Hex hash of the upload; pictures are re-encoded afterwards. */
    sha256: text("sha256").notNull(),
    width: integer("width"),
    height: integer("height"),
    widths: integer("widths")
      .array()
      .notNull()
      .default(sql`'{}'`),
    entryId: text("entry_id").references(() => entries.id, { onDelete: "set null" }),
    contestId: text("contest_id").references(() => contests.id, { onDelete: "set null" }),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    draftId: text("draft_id").references(() => contestDrafts.id, { onDelete: "set null" }),
    position: smallint("position").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (file) => [
    check("files_use", sql`${file.use} in ('entry', 'picture', 'proof', 'attachment')`),
    check("files_state", sql`${file.state} in ('coming', 'here', 'going')`),
    check("files_kind", sql`${file.kind} in ('picture', 'pdf', 'text', 'zip')`),
    check("files_sha256", sql`${file.sha256} ~ '^[0-9a-f]{64}$'`),
    check("files_size", sql`(${file.kind} = 'picture') = (num_nonnulls(${file.width}, ${file.height}) = 2)`),
    check(
      "files_of_one_thing",
      sql`num_nonnulls(${file.entryId}, ${file.contestId}, ${file.userId}, ${file.draftId}) <= 1`,
    ),
    check(
      "files_of_its_use",
      sql`case ${file.use} when 'entry' then num_nonnulls(${file.contestId}, ${file.userId}, ${file.draftId}) = 0 else ${file.entryId} is null end`,
    ),
    check(
      "files_here_when_owned",
      sql`${file.state} = 'here' or num_nonnulls(${file.entryId}, ${file.contestId}, ${file.userId}, ${file.draftId}) = 0`,
    ),
    index("files_by_entry")
      .on(file.entryId, file.position)
      .where(sql`${file.entryId} is not null`),
    indexIfSet("files_by_contest", file.contestId),
    indexIfSet("files_by_user", file.userId),
    indexIfSet("files_by_draft", file.draftId),
    index("files_loose").on(file.uploaderId, file.createdAt).where(isOrphaned(file)),
  ],
);

export const contestDrafts = pgTable(
  "contest_drafts",
  {
    id: newId("id"),
    creatorId: userReference("creator_id"),
    form: jsonb("form").$type<DraftForm>().notNull(),
    revision: integer("revision").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (draft) => [
    check("contest_drafts_revision", sql`${draft.revision} > 0`),
    index("drafts_by_creator").on(draft.creatorId, draft.savedAt),
  ],
);
