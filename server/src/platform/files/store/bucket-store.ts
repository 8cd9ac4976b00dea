import type { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { StorageConfig } from "../../../config/storage-config";
import type { ByteRange } from "../../http/byte-range";
import { type FileStore, FileUnreadable, reasonFor, StorageUnavailable } from "./file-store";
import type { SampleKeys } from "./mount-marker";

export function bucketStore(place: StorageConfig & { kind: "bucket" }, sampleKeys: SampleKeys): FileStore {
  const client = new S3Client(clientOptions(place));

  const objectAt = (key: string) => {
    if (key.split("/").includes("..")) throw new Error("This key leads out of the bucket.");
    return { Bucket: place.bucket, Key: key };
  };
  const get = async (key: string, range?: ByteRange) =>
    client.send(
      new GetObjectCommand({ ...objectAt(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
    );

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

    // Sends no ACL: other providers have none, and Amazon's buckets have them disabled by default.
    async put(key, content, contentType) {
      await client.send(new PutObjectCommand({ ...objectAt(key), Body: content, ContentType: contentType }));
    },

    async read(key, range) {
      try {
        const { Body, ContentLength, ContentRange } = await get(key, range);
        return { content: Body as Readable, bytes: range ? Number(ContentRange?.split("/")[1]) : ContentLength };
      } catch (error) {
        const name = nameOf(error);
        if (name === "InvalidRange") throw new FileUnreadable("It is shorter than it should be.", { cause: error });
        if (name !== "NoSuchKey" && name !== "AccessDenied") throw unavailableError(error);
        // Without the permission to list a bucket, missing keys are reported as AccessDenied.
        if (name === "AccessDenied") await look();
        throw new FileUnreadable("It is not in the bucket.", { cause: error });
      }
    },

    async remove(keys) {
      for (const key of keys) await client.send(new DeleteObjectCommand(objectAt(key)));
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
