import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FilesPlace } from "../../../config/storage-config";
import { withTimeout } from "../../concurrency/with-timeout";
import type { FileStore } from "./file-store";
import { mountMarker, type MountMarker, type SampleKeys } from "./mount-marker";
import { StorageUnavailable } from "./storage-errors";

/** A bucket, or a folder of the network, may say nothing at all: this long it is waited for, in milliseconds. A server answers or refuses within half a minute. */
const PATIENCE = 22_000;

interface Options {
  /** By which the right place is known. */
  sampleKeys?: SampleKeys;
  patience?: number;
}

/** Nobody takes it away. */
const ALWAYS_HERE: MountMarker = { assertHere: async () => undefined };

/** Opens when it is first used: the library of a bucket takes longer to load than all the rest of the server. */
export function openFileStore(
  place: FilesPlace,
  { sampleKeys = async () => [], patience = PATIENCE }: Options = {},
): FileStore {
  // In memory: a folder that goes with the process.
  let passing: string | undefined;
  let opening: Promise<FileStore> | undefined;
  const store = () => (opening ??= open());

  async function open(): Promise<FileStore> {
    if (place.kind === "bucket") return (await import("./bucket-store")).bucketStore(place, sampleKeys);
    const { folderStore } = await import("./folder-store");
    if (place.kind === "folder") return folderStore(place.folder, mountMarker(place.folder, sampleKeys));
    passing = mkdtempSync(path.join(tmpdir(), "conquest-files-"));
    return folderStore(passing, ALWAYS_HERE);
  }

  const there = <T>(asking: Promise<T>) => withTimeout(asking, patience, "The place of files", StorageUnavailable);
  return {
    look: () => there(store().then((to) => to.look())),
    put: (key, content, contentType) => there(store().then((to) => to.put(key, content, contentType))),
    async read(key) {
      const reading = store().then((from) => from.read(key));
      return there(reading).catch((error: unknown) => {
        // One that comes too late is nobody's to close.
        reading.then(({ content }) => content.destroy()).catch(() => undefined);
        throw error;
      });
    },
    async remove(keys) {
      for (const key of keys) await there(store().then((from) => from.remove([key])));
    },
    close() {
      opening?.then((opened) => opened.close()).catch(() => undefined);
      if (passing) rmSync(passing, { recursive: true, force: true });
    },
  };
}
