import type { Readable } from "node:stream";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Disk } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import type { StorageConfig } from "../../../config/storage-config";
import { type FileStore, FileUnreadable, reasonFor, StorageUnavailable } from "./file-store";
import type { SampleKeys } from "./mount-marker";

export function bucketStore(place: StorageConfig & { kind: "bucket" }, sampleKeys: SampleKeys): FileStore {
  const client = new S3Client(clientOptions(place));
  const disk = new Disk(
    new S3Driver({
      client,
      bucket: place.bucket,
      visibility: "private",
      // Other providers have no ACLs, and Amazon's buckets have them disabled by default.
      supportsACL: false,
    }),
  );

  const get = async (key: string) => {
    if (key.split("/").includes("..")) throw new Error("This key leads out of the bucket.");
    return client.send(new GetObjectCommand({ Bucket: place.bucket, Key: key }));
  };

  const unavailableError = (error: unknown) =>
    new StorageUnavailable(`The bucket ${place.bucket} cannot be used: ${reasonFor(error)}.`, { cause: error });

  async function look(): Promise<void> {
    let lastError: unknown;
    for (const key of (await sampleKeys()).slice(0, MAX_PROBED_KEYS)) {
      try {
        const { Body } = await get(key);
        return void (Body as Readable).destroy();
      } catch (error) {
        // The bucket itself answers, so it is accessible.
        if (nameOf(error) === "NoSuchKey") return;
        if (nameOf(error) !== "AccessDenied") throw unavailableError(error);
        lastError = error;
      }
    }
    if (lastError) throw unavailableError(lastError);
  }

  return {
    assertAvailable: look,

    put: async (key, content, contentType) => disk.put(key, content, { contentType }),

    async read(key) {
      try {
        const { Body, ContentLength } = await get(key);
        return { content: Body as Readable, bytes: ContentLength };
      } catch (error) {
        const name = nameOf(error);
        if (name !== "NoSuchKey" && name !== "AccessDenied") throw unavailableError(error);
        // Without the permission to list a bucket, missing keys are reported as AccessDenied.
        if (name === "AccessDenied") await look();
        throw new FileUnreadable("It is not in the bucket.", { cause: error });
      }
    },

    async remove(keys) {
      for (const key of keys) await disk.delete(key);
    },

    close: () => client.destroy(),
  };
}

const MAX_PROBED_KEYS = 3;

const nameOf = (error: unknown) => (error as { name?: unknown } | null)?.name;

export const clientOptions = ({ endpoint, region, credentials }: StorageConfig & { kind: "bucket" }) => ({
  region,
  ...(credentials && { credentials }),
  ...(endpoint !== undefined && { endpoint }),
  // Bucket name in the path: one in the host name needs a certificate for each bucket.
  forcePathStyle: endpoint !== undefined,
  // Older and other stores reject these checksums.
  requestChecksumCalculation: "WHEN_REQUIRED" as const,
  responseChecksumValidation: "WHEN_REQUIRED" as const,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
});
