import { access, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ensureFolder } from "../../../config/folders";
import { codeOf, reasonFor, StorageUnavailable } from "./file-store";

/** Without this file the folder is not the right one: the disk is not mounted, or another one is. */
export const MARKER_FILE = ".conquest-files";

const MARKER_TEXT =
  "This folder holds files uploaded to Conquest. Without this marker file, the site assumes the disk is not mounted and stores nothing here.\n";

const RECHECK_MS = 5_000;

export type SampleKeys = () => Promise<readonly string[]>;

export interface MountMarker {
  /** Rejects if the folder is missing or not the right one. Creates it only if no files exist yet. */
  assertHere(): Promise<void>;
}

/** A folder without a marker, from an older version or a copy, is recognized by the files in it. */
export function mountMarker(folder: string, sampleKeys: SampleKeys): MountMarker {
  const mark = path.join(folder, MARKER_FILE);
  /** After this the folder is never created again: if it is missing, the disk is unmounted. */
  let wasFound = false;
  let lastFailure: { error: StorageUnavailable; at: number } | undefined;

  const unavailableError = (why: string, cause?: unknown) => new StorageUnavailable(`${folder} ${why}`, { cause });

  async function isMarked(): Promise<boolean> {
    try {
      await readFile(mark);
      return true;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return false;
      throw unavailableError(`cannot be read: ${reasonFor(error)}.`, error);
    }
  }

  async function writeMarker(): Promise<void> {
    try {
      await writeFile(mark, MARKER_TEXT);
    } catch (error) {
      throw unavailableError(`cannot be written to: ${reasonFor(error)}.`, error);
    }
  }

  async function identify(): Promise<void> {
    const keys = await sampleKeys();
    if (keys.length === 0) {
      if (wasFound)
        throw unavailableError(`no longer has ${MARKER_FILE}: its disk is not mounted, or the folder was moved.`);
      ensureFolder(folder);
      return writeMarker();
    }
    const present = await Promise.all(
      keys.map((key) =>
        access(path.join(folder, key)).then(
          () => true,
          () => false,
        ),
      ),
    );
    const found = present.filter(Boolean).length;
    // The right folder may lack some files, and a wrong one may contain some.
    if (found * 2 <= keys.length)
      throw unavailableError(
        `has no ${MARKER_FILE} and only ${found} of ${keys.length} uploaded files: its disk is not mounted, or it is another folder. If it is the right folder, put an empty file ${MARKER_FILE} in it.`,
      );
    return writeMarker();
  }

  return {
    async assertHere() {
      if (!(await isMarked())) {
        if (lastFailure && performance.now() - lastFailure.at < RECHECK_MS) throw lastFailure.error;
        await identify().catch((error: unknown) => {
          if (error instanceof StorageUnavailable) lastFailure = { error, at: performance.now() };
          throw error;
        });
      }
      lastFailure = undefined;
      wasFound = true;
    },
  };
}
