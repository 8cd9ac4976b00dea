import { and, eq } from "drizzle-orm";
import { MAX_ATTACHMENTS } from "@conquest/shared/contracts/attachments";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { files, isOrphaned } from "../../database/schema/files";
import type { Deps } from "../../platform/deps";
import { notFound, orNotFound, throwConflict, throwValidationError } from "../../platform/errors";
import { filesRepository, type FileRow } from "../../platform/files/files-repository";
import { lockCaller } from "../../platform/people";
import { assertAllowed } from "../../platform/policy";
import type { Caller } from "../../platform/sessions/session";
import { writeAudit } from "../../platform/write-audit";
import { canEdit } from "../contests/domain/contest-policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { listAttachments } from "./domain/attachments";

interface Attachment {
  contestId: string;
  fileId: string;
}

export const attachFile = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  { contestId, fileId }: Attachment,
  caller: Caller,
): Promise<FileRow[]> =>
  db.transaction(async (tx) => {
    const before = await lockAttachments(tx, contestId, caller);
    if (before.some(({ id }) => id === fileId)) return before;
    if (before.length >= MAX_ATTACHMENTS)
      throwConflict("too_many_attachments", message("You can add up to {max} files", { max: MAX_ATTACHMENTS }));
    const file = await takeUpload(tx, fileId, caller);
    await tx
      .update(files)
      .set({ use: "attachment", contestId, position: (before.at(-1)?.position ?? -1) + 1 })
      .where(eq(files.id, fileId));
    await writeAudit(tx, clock, { act: "file_attached", by: caller, contestId, to: file.name });
    return listAttachments(tx, contestId);
  });

export const removeAttachment = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  { contestId, fileId }: Attachment,
  caller: Caller,
): Promise<FileRow[]> =>
  db.transaction(async (tx) => {
    const before = await lockAttachments(tx, contestId, caller);
    const file = before.find(({ id }) => id === fileId);
    if (!file) notFound(message("We couldn't find that file. It may have been removed already."));
    await filesRepository(tx).release([fileId]);
    await writeAudit(tx, clock, { act: "file_detached", by: caller, contestId, from: file.name });
    return before.filter(({ id }) => id !== fileId);
  });

async function lockAttachments(tx: Database, contestId: string, caller: Caller): Promise<FileRow[]> {
  const contest = orNotFound(
    await contestsRepository(tx).lockOwn(contestId, caller.id),
    message("We couldn't find that contest in your account."),
  );
  await lockCaller(tx, caller);
  assertAllowed(canEdit(contest));
  return listAttachments(tx, contestId);
}

async function takeUpload(tx: Database, id: string, caller: Caller): Promise<FileRow> {
  const isUnused = and(isOrphaned(files), eq(files.uploaderId, caller.id), eq(files.use, "entry"));
  const [upload] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.state, "here"), isUnused))
    .for("update");
  return (
    upload ?? throwValidationError({ fileId: message("This file has expired or is already in use. Upload it again.") })
  );
}
