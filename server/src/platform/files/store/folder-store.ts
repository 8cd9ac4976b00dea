import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { FileStore } from "./file-store";
import type { MountMarker } from "./mount-marker";
import { codeOf, FileUnreadable, reasonFor, StorageUnavailable } from "./storage-errors";

/** Where a path leads to no file. */
const NO_FILE = new Set<unknown>(["ENOENT", "ENOTDIR", "EISDIR"]);

/** Files in a folder of this machine, or of its network. */
export function folderStore(folder: string, mark: MountMarker): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: "private" }));

  const at = (key: string) => {
    const file = path.join(folder, key);
    if (path.relative(folder, file).startsWith("..")) throw new Error("This key leads out of the folder.");
    return file;
  };

  return {
    look: () => mark.assertHere(),

    async put(key, content, contentType) {
      await mark.assertHere();
      // One level alone: the folder itself is never made again below files.
      await mkdir(path.dirname(at(key))).catch((error: unknown) => {
        if (codeOf(error) !== "EEXIST")
          throw new StorageUnavailable(`${folder} takes no file: ${reasonFor(error)}.`, { cause: error });
      });
      await disk.put(key, content, { contentType });
      // A disk that went away meanwhile has left a folder by the same name, which took it.
      await mark.assertHere();
    },

    async read(key) {
      const unreadable = async (error: unknown): Promise<never> => {
        await mark.assertHere();
        throw new FileUnreadable(
          NO_FILE.has(codeOf(error)) ? "It is not in the folder." : `It cannot be opened: ${reasonFor(error)}.`,
          { cause: error },
        );
      };
      const handle = await open(at(key)).catch(unreadable);
      const status = await handle.stat().catch((error: unknown) => handle.close().then(() => unreadable(error)));
      if (!status.isFile()) {
        await handle.close();
        throw new FileUnreadable("It is no file.");
      }
      return { content: handle.createReadStream(), bytes: status.size };
    },

    async remove(keys) {
      // What is not there is gone only where the others are.
      await mark.assertHere();
      for (const key of keys) await disk.delete(key);
    },

    close: () => undefined,
  };
}
