import { mkdir, open, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type FileStore, codeOf, FileUnreadable, reasonFor, StorageUnavailable } from "./file-store";
import type { MountMarker } from "./mount-marker";

const NOT_A_FILE_CODES = new Set<unknown>(["ENOENT", "ENOTDIR", "EISDIR"]);

export function folderStore(folder: string, marker: MountMarker): FileStore {
  const pathOf = (key: string) => {
    const file = path.join(folder, key);
    if (path.relative(folder, file).startsWith("..")) throw new Error("This key leads out of the folder.");
    return file;
  };

  return {
    assertAvailable: () => marker.assertHere(),

    async put(key, content) {
      await marker.assertHere();
      const file = pathOf(key);
      // Not recursive, so that a missing root folder is never created here.
      await mkdir(path.dirname(file)).catch((error: unknown) => {
        if (codeOf(error) !== "EEXIST")
          throw new StorageUnavailable(`${folder} takes no file: ${reasonFor(error)}.`, { cause: error });
      });
      await writeFile(file, content);
      // If the disk was unmounted in the meantime, the file was written to the empty mount point.
      await marker.assertHere();
    },

    async read(key, range) {
      const unreadable = async (error: unknown): Promise<never> => {
        await marker.assertHere();
        throw new FileUnreadable(
          NOT_A_FILE_CODES.has(codeOf(error))
            ? "It is not in the folder."
            : `It cannot be opened: ${reasonFor(error)}.`,
          { cause: error },
        );
      };
      const handle = await open(pathOf(key)).catch(unreadable);
      const status = await handle.stat().catch((error: unknown) => handle.close().then(() => unreadable(error)));
      if (!status.isFile()) {
        await handle.close();
        throw new FileUnreadable("It is no file.");
      }
      return { content: handle.createReadStream(range), bytes: status.size };
    },

    async remove(keys) {
      await marker.assertHere();
      for (const key of keys) await rm(pathOf(key), { force: true });
    },

    close: () => undefined,
  };
}
