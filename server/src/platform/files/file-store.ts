import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Disk } from "flydrive";
import type { FilesPlace } from "../../config";
import { inTime } from "../in-time";

/** A bucket, or a folder of the network, may say nothing at all: this long it is waited for, in milliseconds. A server answers or refuses within half a minute. */
const PATIENCE = 22_000;

/** Where the bytes of files lie: a folder of this machine, or a bucket that any number of servers share. */
export interface FileStore {
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /** Fails where there is no such key. */
  read(key: string): Promise<Readable>;
  /** Those that are not there are gone already. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

/** Opens when it is first used: the library of a bucket takes longer to load than all the rest of the server. */
export function openFileStore(place: FilesPlace, patience = PATIENCE): FileStore {
  // In memory: a folder that goes with the process.
  const passing = place.kind === "memory" ? { path: "" } : undefined;
  let opening: Promise<Disk> | undefined;
  const disk = () => (opening ??= open());

  async function open(): Promise<Disk> {
    const { Disk } = await import("flydrive");
    if (place.kind === "bucket") {
      const { S3Driver } = await import("flydrive/drivers/s3");
      return new Disk(new S3Driver(bucketOptions(place)));
    }
    const { FSDriver } = await import("flydrive/drivers/fs");
    if (passing) passing.path = mkdtempSync(path.join(tmpdir(), "conquest-files-"));
    return new Disk(new FSDriver({ location: place.kind === "folder" ? place.folder : passing!.path, visibility: "private" }));
  }

  const there = <T>(asking: Promise<T>) => inTime(asking, patience, "The place of files");
  return {
    put: (key, content, contentType) => there(disk().then((to) => to.put(key, content, { contentType }))),
    async read(key) {
      const stream = await there(disk().then((from) => from.getStream(key)));
      // What is not there says so now and not in the middle of an answer.
      await there(Promise.race([once(stream, "readable"), once(stream, "end")]));
      return stream;
    },
    async remove(keys) {
      const from = await disk();
      for (const key of keys) await there(from.delete(key));
    },
    close() {
      if (passing?.path) rmSync(passing.path, { recursive: true, force: true });
    },
  };
}

export const bucketOptions = ({ bucket, endpoint, region, credentials }: FilesPlace & { kind: "bucket" }) => ({
  bucket,
  region,
  ...(credentials && { credentials }),
  ...(endpoint !== undefined && { endpoint }),
  visibility: "private" as const,
  // Buckets of others than Amazon know no lists of who may, and Amazon's own have none unless they are asked for.
  supportsACL: false,
  // With its name in the path: one in the host's name needs a certificate for each.
  forcePathStyle: endpoint !== undefined,
  // Sums that older and other stores refuse.
  requestChecksumCalculation: "WHEN_REQUIRED" as const,
  responseChecksumValidation: "WHEN_REQUIRED" as const,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
});
