import type { StorageConfig } from "../../config/storage-config";
import type { UploadLocation } from "../../database/backup/backup";
import { sizesIn } from "../../database/backup/backup-files";
import type { Sizes } from "../../database/backup/named-files";

export function uploadLocationOf(place: StorageConfig): UploadLocation {
  if (place.kind === "folder") return { folder: place.folder };
  return { name: place.kind === "bucket" ? `The bucket ${place.bucket}` : "Memory", sizes: () => fileSizes(place) };
}

export async function fileSizes(place: StorageConfig): Promise<Sizes> {
  if (place.kind === "folder") return sizesIn(place.folder);
  const sizes = new Map<string, number>();
  if (place.kind === "memory") return sizes;
  // The storage library does not return sizes when it lists files.
  const [{ S3Client, paginateListObjectsV2 }, { clientOptions }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("./store/bucket-store"),
  ]);
  const client = new S3Client(clientOptions(place));
  try {
    for await (const { Contents: objects = [] } of paginateListObjectsV2({ client }, { Bucket: place.bucket })) {
      for (const { Key: key, Size: size } of objects) sizes.set(key!, size!);
    }
  } finally {
    client.destroy();
  }
  return sizes;
}
