import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { DraftForm } from "@conquest/shared/contracts/drafts";
import type { FileKind } from "@conquest/shared/contracts/media/files";
import { isOrphaned } from "../orphaned-files";
import { instant, newId } from "./columns";
import { contests, entries } from "./contests";
import { users } from "./people";

/**
 * What people upload; the bytes lie elsewhere, see platform/files. A file belongs to one thing at most: one that belongs to
 * nothing is its uploader's for a day, and then goes.
 */
export const files = pgTable(
  "files",
  {
    id: newId("id"),
    uploaderId: text("uploader_id")
      .notNull()
      .references(() => users.id),
    /** What it may belong to: an entry, and be as private; or, a picture that everybody may see, a contest or a person. */
    use: text("use").$type<"entry" | "picture">().notNull(),
    /** `coming` until its bytes are kept, `going` from when nobody may have it any more until they are gone. */
    state: text("state").$type<"coming" | "here" | "going">().notNull().default("coming"),
    name: text("name").notNull(),
    kind: text("kind").$type<FileKind>().notNull(),
    /** What its bytes are kept as where all of them are, like `whole.jpg`. */
    whole: text("whole").notNull(),
    /** Of what is downloaded. */
    bytes: integer("bytes").notNull(),
    /** Of what was sent, in hex: a picture was drawn anew since. */
    sha256: text("sha256").notNull(),
    /** Of a picture, in pixels. */
    width: integer("width"),
    height: integer("height"),
    /** In which a picture was made smaller. */
    widths: integer("widths")
      .array()
      .notNull()
      .default(sql`'{}'`),
    entryId: text("entry_id").references(() => entries.id, { onDelete: "set null" }),
    contestId: text("contest_id").references(() => contests.id, { onDelete: "set null" }),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    draftId: text("draft_id").references(() => contestDrafts.id, { onDelete: "set null" }),
    /** Among those of the same thing. */
    position: smallint("position").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (file) => [
    check("files_use", sql`${file.use} in ('entry', 'picture')`),
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
    index("files_by_contest")
      .on(file.contestId)
      .where(sql`${file.contestId} is not null`),
    index("files_by_user")
      .on(file.userId)
      .where(sql`${file.userId} is not null`),
    index("files_by_draft")
      .on(file.draftId)
      .where(sql`${file.draftId} is not null`),
    index("files_loose").on(file.uploaderId, file.createdAt).where(isOrphaned(file)),
  ],
);

/** A contest that is still being written: for its creator's eyes alone, and no contest until it is submitted. */
export const contestDrafts = pgTable(
  "contest_drafts",
  {
    id: newId("id"),
    creatorId: text("creator_id")
      .notNull()
      .references(() => users.id),
    /** What stands in the form, as it was typed. */
    form: jsonb("form").$type<DraftForm>().notNull(),
    /** Counts how often it was saved: whoever saves names the one that they changed. */
    revision: integer("revision").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (draft) => [
    check("contest_drafts_revision", sql`${draft.revision} > 0`),
    index("drafts_by_creator").on(draft.creatorId, draft.savedAt),
  ],
);
