import type { Readable } from "node:stream";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Disk } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import type { FilesPlace } from "../../../config/storage-config";
import type { FileStore } from "./file-store";
import type { SampleKeys } from "./mount-marker";
import { FileUnreadable, reasonFor, StorageUnavailable } from "./storage-errors";

/** Files in a bucket of Amazon S3, or of what speaks like it. */
export function bucketStore(place: FilesPlace & { kind: "bucket" }, sampleKeys: SampleKeys): FileStore {
  const client = new S3Client(clientOptions(place));
  const disk = new Disk(
    new S3Driver({
      client,
      bucket: place.bucket,
      visibility: "private",
      // Buckets of others than Amazon know no lists of who may, and Amazon's own have none unless they are asked for.
      supportsACL: false,
    }),
  );

  const get = async (key: string) => {
    if (key.split("/").includes("..")) throw new Error("This key leads out of the bucket.");
    return client.send(new GetObjectCommand({ Bucket: place.bucket, Key: key }));
  };

  const away = (error: unknown) =>
    new StorageUnavailable(`The bucket ${place.bucket} cannot be used: ${reasonFor(error)}.`, { cause: error });

  async function look(): Promise<void> {
    let refusal: unknown;
    for (const key of (await sampleKeys()).slice(0, MOST_TRIED)) {
      try {
        const { Body } = await get(key);
        return void (Body as Readable).destroy();
      } catch (error) {
        // It says what it has not.
        if (nameOf(error) === "NoSuchKey") return;
        if (nameOf(error) !== "AccessDenied") throw away(error);
        refusal = error;
      }
    }
    if (refusal) throw away(refusal);
  }

  return {
    look,

    put: async (key, content, contentType) => disk.put(key, content, { contentType }),

    async read(key) {
      try {
        const { Body, ContentLength } = await get(key);
        return { content: Body as Readable, bytes: ContentLength };
      } catch (error) {
        const name = nameOf(error);
        if (name !== "NoSuchKey" && name !== "AccessDenied") throw away(error);
        // Whoever may not list a bucket is refused what is not in it.
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

const MOST_TRIED = 3;

const nameOf = (error: unknown) => (error as { name?: unknown } | null)?.name;

/** How the bucket is reached, by whatever asks it. */
export const clientOptions = ({ endpoint, region, credentials }: FilesPlace & { kind: "bucket" }) => ({
  region,
  ...(credentials && { credentials }),
  ...(endpoint !== undefined && { endpoint }),
  // With its name in the path: one in the host's name needs a certificate for each.
  forcePathStyle: endpoint !== undefined,
  // Sums that older and other stores refuse.
  requestChecksumCalculation: "WHEN_REQUIRED" as const,
  responseChecksumValidation: "WHEN_REQUIRED" as const,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
});
