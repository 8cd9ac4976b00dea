import { and, eq, ne, or } from "drizzle-orm";
import type { Database } from "../../database/open-database";
import { isLoose } from "../../database/loose-files";
import { files } from "../../database/schema";
import { badInput } from "../errors";
import { filesOf, type FileRow } from "./files-repository";

const ADDRESS = /^\/media\/pictures\/([0-9a-f-]{36})\.(jpg|png)$/;

/** Where a picture that people upload is seen by everybody. */
export const addressOf = ({ id, whole }: Pick<FileRow, "id" | "whole">) => `/media/pictures/${id}${whole.slice(whole.lastIndexOf("."))}`;

/** The id of the picture that lies at this address; null where it is none that was uploaded. */
export const uploadedAt = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

/** The picture at an address, for everybody. */
export async function findPicture(db: Database, address: string): Promise<FileRow | undefined> {
  const id = uploadedAt(address);
  if (id === null) return undefined;
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.use, "picture"), eq(files.state, "here")));
  return row && addressOf(row) === address ? row : undefined;
}

/** What a picture can belong to. */
type Owner = { contestId: string } | { userId: string };

const isOf = (owner: Owner) => ("contestId" in owner ? eq(files.contestId, owner.contestId) : eq(files.userId, owner.userId));

interface Change {
  owner: Owner;
  /** What it is to have as its picture. */
  address: string;
  /** Who says so. */
  callerId: string;
  /** What the address is called where it was given. */
  field: string;
}

const NOT_THERE = "This picture is no longer here, or belongs to something else. Please upload it again.";

/**
 * Gives a contest or a person the picture at its new address, if that is one that the caller has uploaded and used nowhere else, and
 * lets go of the one before. Other addresses are nobody's. In the transaction that writes the address.
 */
export async function changePicture(tx: Database, { owner, address, callerId, field }: Change): Promise<void> {
  const id = uploadedAt(address);
  if (id !== null) {
    const [usable] = await tx
      .select()
      .from(files)
      .where(and(eq(files.id, id), eq(files.use, "picture"), eq(files.state, "here"), or(isOf(owner), and(isLoose(files), eq(files.uploaderId, callerId)))))
      .for("update");
    if (!usable || addressOf(usable) !== address) return badInput({ [field]: NOT_THERE });
    await tx.update(files).set(owner).where(eq(files.id, id));
  }
  await letGoOfPictures(tx, owner, id);
}

/** Lets go of all pictures of a contest or a person, but for one. */
export async function letGoOfPictures(tx: Database, owner: Owner, except: string | null = null): Promise<void> {
  const gone = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(isOf(owner), except === null ? undefined : ne(files.id, except)));
  await filesOf(tx).letGo(gone.map(({ id }) => id));
}
