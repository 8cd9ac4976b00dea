import { and, eq, exists, isNotNull, isNull, notInArray, or, type SQL } from "drizzle-orm";
import type { Database } from "../../database/database";
import { isOrphaned } from "../../database/orphaned-files";
import { contests } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { throwValidationError } from "../errors";
import { filesRepository, type FileRow } from "./files-repository";

const ADDRESS = /^\/media\/pictures\/([0-9a-f-]{36})\.(jpg|png)$/;

/** Where a picture that people upload is seen by everybody. */
export const addressOf = ({ id, whole }: Pick<FileRow, "id" | "whole">) =>
  `/media/pictures/${id}${whole.slice(whole.lastIndexOf("."))}`;

/** The id of the picture that lies at this address; null where it is none that was uploaded. */
export const uploadedAt = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

/** The picture at an address, for everybody. One that its contest had before is kept for admins alone: see {@link findContestPicture}. */
export async function findPicture(db: Database, address: string): Promise<FileRow | undefined> {
  const id = uploadedAt(address);
  if (id === null) return undefined;
  const isShown = exists(
    db
      .select({ id: contests.id })
      .from(contests)
      .where(and(eq(contests.id, files.contestId), eq(contests.image, address))),
  );
  const [row] = await db
    .select()
    .from(files)
    .where(
      and(eq(files.id, id), eq(files.use, "picture"), eq(files.state, "here"), or(isNull(files.contestId), isShown)),
    );
  return row && addressOf(row) === address ? row : undefined;
}

/** A picture that a contest has, or had in the round that it is compared with. */
export async function findContestPicture(db: Database, id: string): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.use, "picture"), eq(files.state, "here"), isNotNull(files.contestId)));
  return row;
}

/** What a picture can belong to. */
type Owner = { contestId: string } | { userId: string } | { draftId: string };

function isOf(owner: Owner) {
  if ("contestId" in owner) return eq(files.contestId, owner.contestId);
  return "userId" in owner ? eq(files.userId, owner.userId) : eq(files.draftId, owner.draftId);
}

interface Change {
  owner: Owner;
  /** What it is to have as its picture. */
  address: string;
  /** Who says so. */
  callerId: string;
  /** What it may be taken from, beside what belongs to nothing. */
  from?: Owner | undefined;
  /** The address of an earlier one that is not let go of. */
  keep?: string | undefined;
}

const NOT_THERE = "This picture is no longer here, or belongs to something else. Please upload it again.";

/**
 * Gives a contest or a person the picture at its new address, if that is one that the caller has uploaded and used nowhere else, and
 * lets go of the ones before; refuses (422) one that is somebody else's, by the name that the address has where it was given. Other
 * addresses are nobody's. In the transaction that writes the address.
 */
export async function changePicture(tx: Database, { field, ...change }: Change & { field: string }): Promise<void> {
  if (!(await takePicture(tx, change))) throwValidationError({ [field]: NOT_THERE });
}

/** As {@link changePicture}; a picture that is somebody else's, or no longer here, is not taken, and false is answered. */
export async function takePicture(
  tx: Database,
  { owner, address, callerId, from, keep = "" }: Change,
): Promise<boolean> {
  const id = uploadedAt(address);
  const usable =
    id === null
      ? undefined
      : await findUsable(
          tx,
          id,
          or(isOf(owner), from && isOf(from), and(isOrphaned(files), eq(files.uploaderId, callerId))),
        );
  const isTaken = usable !== undefined && addressOf(usable) === address;
  if (isTaken)
    await tx
      .update(files)
      .set({ draftId: null, ...owner })
      .where(eq(files.id, usable.id));
  await letGoOfPictures(tx, owner, isTaken ? [address, keep] : [keep]);
  return id === null || isTaken;
}

async function findUsable(tx: Database, id: string, where: SQL | undefined): Promise<FileRow | undefined> {
  const [row] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.use, "picture"), eq(files.state, "here"), where))
    .for("update");
  return row;
}

/** Lets go of all pictures of one of these, but for those at these addresses. */
export async function letGoOfPictures(tx: Database, owner: Owner, except: readonly string[] = []): Promise<void> {
  const stay = except.map(uploadedAt).filter((id) => id !== null);
  const gone = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(isOf(owner), notInArray(files.id, stay)));
  await filesRepository(tx).letGo(gone.map(({ id }) => id));
}
