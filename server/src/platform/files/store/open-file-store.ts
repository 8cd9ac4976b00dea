import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { StorageConfig } from "../../../config/storage-config";
import { withTimeout } from "../../concurrency/with-timeout";
import { type FileStore, StorageUnavailable } from "./file-store";
import { mountMarker, type MountMarker, type SampleKeys } from "./mount-marker";

/** A bucket or a network folder may not respond at all, and requests must end within half a minute. */
const TIMEOUT_MS = 22_000;

const ALWAYS_HERE: MountMarker = { assertHere: async () => undefined };

/** Opens the store on first use: the S3 library takes longer to load than the rest of the server. */
export function openFileStore(
  place: StorageConfig,
  { sampleKeys = async () => [], patience = TIMEOUT_MS }: { sampleKeys?: SampleKeys; patience?: number } = {},
): FileStore {
  let temporaryFolder: string | undefined;
  let opening: Promise<FileStore> | undefined;
  const store = () => (opening ??= open());

  async function open(): Promise<FileStore> {
    if (place.kind === "bucket") return (await import("./bucket-store")).bucketStore(place, sampleKeys);
    const { folderStore } = await import("./folder-store");
    if (place.kind === "folder") return folderStore(place.folder, mountMarker(place.folder, sampleKeys));
    temporaryFolder = mkdtempSync(path.join(tmpdir(), "conquest-files-"));
    return folderStore(temporaryFolder, ALWAYS_HERE);
  }

  const inTime = <T>(request: Promise<T>) => withTimeout(request, patience, "The file storage", StorageUnavailable);
  return {
    assertAvailable: () => inTime(store().then((to) => to.assertAvailable())),
    put: (key, content, contentType) => inTime(store().then((to) => to.put(key, content, contentType))),
    async read(key, range) {
      const reading = store().then((from) => from.read(key, range));
      return inTime(reading).catch((error: unknown) => {
        // A stream that arrives after the timeout has no consumer to close it.
        reading.then(({ content }) => content.destroy()).catch(() => undefined);
        throw error;
      });
    },
    async remove(keys) {
      for (const key of keys) await inTime(store().then((from) => from.remove([key])));
    },
    close() {
      opening?.then((opened) => opened.close()).catch(() => undefined);
      if (temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true });
    },
  };
}
