import { access, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeFolder } from "../../../config/folders";
import { codeOf, reasonFor, StorageUnavailable } from "./storage-errors";

/** At the top of the folder. A folder without it is not the one that belongs here: the disk is not mounted, or another one is. */
export const MARK = ".conquest-files";

const WORDS =
  "What people upload to Conquest lies in this folder. Without this file here the site takes the disk to be away, and keeps nothing in it.\n";

/** For so long a folder is not looked through again that is not the right one, in milliseconds. */
const LOOKED_FOR = 5_000;

/** Some keys of files that lie in the store by now; none where nobody has uploaded anything yet. */
export type SampleKeys = () => Promise<readonly string[]>;

export interface MountMarker {
  /** Fails with {@link StorageUnavailable} where the folder is not there, or not the one that files lie in. Makes it only where there are no files yet. */
  assertHere(): Promise<void>;
}

/**
 * Several servers may share the folder: each finds the mark that the first has laid. One from before there were marks, or that
 * was copied without it, is known by the files in it.
 */
export function mountMarker(folder: string, sampleKeys: SampleKeys): MountMarker {
  const mark = path.join(folder, MARK);
  /** From then on a folder is never made again: what is missing has gone. */
  let wasHere = false;
  let refused: { error: StorageUnavailable; at: number } | undefined;

  const away = (why: string, cause?: unknown) => new StorageUnavailable(`${folder} ${why}`, { cause });

  async function isMarked(): Promise<boolean> {
    try {
      await readFile(mark);
      return true;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return false;
      throw away(`cannot be read: ${reasonFor(error)}.`, error);
    }
  }

  async function lay(): Promise<void> {
    try {
      await writeFile(mark, WORDS);
    } catch (error) {
      throw away(`cannot be written to: ${reasonFor(error)}.`, error);
    }
  }

  async function settle(): Promise<void> {
    const keys = await sampleKeys();
    if (keys.length === 0) {
      if (wasHere) throw away(`has no ${MARK} any more: its disk is away, or it was moved.`);
      makeFolder(folder);
      return lay();
    }
    const there = await Promise.all(
      keys.map((key) =>
        access(path.join(folder, key)).then(
          () => true,
          () => false,
        ),
      ),
    );
    const found = there.filter(Boolean).length;
    // Some may be missing from the right one; some may have got into a wrong one.
    if (found * 2 <= keys.length)
      throw away(
        `has no ${MARK}, and of ${keys.length} files that people have uploaded ${found} are in it: its disk is away, or it is another folder. If it is the right one, put an empty file ${MARK} into it.`,
      );
    return lay();
  }

  return {
    async assertHere() {
      if (!(await isMarked())) {
        if (refused && performance.now() - refused.at < LOOKED_FOR) throw refused.error;
        await settle().catch((error: unknown) => {
          if (error instanceof StorageUnavailable) refused = { error, at: performance.now() };
          throw error;
        });
      }
      refused = undefined;
      wasHere = true;
    },
  };
}
