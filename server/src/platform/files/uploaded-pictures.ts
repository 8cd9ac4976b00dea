import { and, eq, exists, getTableColumns, isNotNull, isNull, notInArray, or, sql, type SQL } from "drizzle-orm";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { isOrphaned, files } from "../../database/schema/files";
import { contests } from "../../database/schema/contests";
import { throwValidationError } from "../errors";
import { filesRepository, type FileRow } from "./files-repository";

const ADDRESS = /^\/media\/pictures\/([0-9a-f-]{36})\.(jpg|png)$/;

export const addressOf = ({ id, whole }: Pick<FileRow, "id" | "whole">) =>
  `/media/pictures/${id}${whole.slice(whole.lastIndexOf("."))}`;

export const pictureIdOf = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

/** Drafts of private contests may be copies of one, so only their author sees the picture. Former pictures of a contest are only visible to admins: see {@link findContestPicture}. */
export async function findPicture(
  db: Database,
  address: string,
): Promise<(FileRow & { isPrivate: boolean }) | undefined> {
  const id = pictureIdOf(address);
  if (id === null) return undefined;
  const isShown = exists(
    db
      .select({ id: contests.id })
      .from(contests)
      .where(and(eq(contests.id, files.contestId), eq(contests.image, address))),
  );
  const isPrivate = sql<boolean>`exists (
    select from contests shown where shown.id = ${files}.contest_id and shown.visibility = 'private')
    or exists (select from contest_drafts draft where draft.id = ${files}.draft_id and draft.form ->> 'visibility' = 'private')`;
  const [row] = await db
    .select({ ...getTableColumns(files), isPrivate })
    .from(files)
    .where(
      and(eq(files.id, id), eq(files.use, "picture"), eq(files.state, "here"), or(isNull(files.contestId), isShown)),
    );
  return row && addressOf(row) === address ? row : undefined;
}

export async function findContestPicture(db: Database, id: string): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.use, "picture"), eq(files.state, "here"), isNotNull(files.contestId)));
  return row;
}

type Owner = { contestId: string } | { userId: string } | { draftId: string };

function belongsTo(owner: Owner) {
  if ("contestId" in owner) return eq(files.contestId, owner.contestId);
  return "userId" in owner ? eq(files.userId, owner.userId) : eq(files.draftId, owner.draftId);
}

interface Change {
  owner: Owner;
  address: string;
  callerId: string;
  /** A second owner from which the picture may be taken, besides orphaned files. */
  from?: Owner | undefined;
  keep?: string | undefined;
}

const NOT_THERE = message("This picture has expired or is already in use. Upload it again.");

/** Throws 422 for another owner's picture; accepts external URLs. Call it in the transaction that stores the URL. */
export async function changePicture(tx: Database, { field, ...change }: Change & { field: string }): Promise<void> {
  if (!(await assignPicture(tx, change))) throwValidationError({ [field]: NOT_THERE });
}

/** Like {@link changePicture}, but returns false instead of throwing. */
export async function assignPicture(tx: Database, { owner, address, callerId, from, keep = "" }: Change) {
  const id = pictureIdOf(address);
  const usable =
    id === null
      ? undefined
      : await findUsable(
          tx,
          id,
          or(belongsTo(owner), from && belongsTo(from), and(isOrphaned(files), eq(files.uploaderId, callerId))),
        );
  const isUsable = usable !== undefined && addressOf(usable) === address;
  if (isUsable)
    await tx
      .update(files)
      .set({ draftId: null, ...owner })
      .where(eq(files.id, usable.id));
  await releasePictures(tx, owner, isUsable ? [address, keep] : [keep]);
  return id === null || isUsable;
}

async function findUsable(tx: Database, id: string, where: SQL | undefined): Promise<FileRow | undefined> {
  const [row] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.use, "picture"), eq(files.state, "here"), where))
    .for("update");
  return row;
}

export async function releasePictures(tx: Database, owner: Owner, except: readonly string[] = []): Promise<void> {
  const keptIds = except.map(pictureIdOf).filter((id) => id !== null);
  const released = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(belongsTo(owner), eq(files.use, "picture"), notInArray(files.id, keptIds)));
  await filesRepository(tx).release(released.map(({ id }) => id));
}
