import type { FilesPlace } from "../../config/storage-config";
import type { FilesAt } from "../../database/backup/backup";
import { sizesIn } from "../../database/backup/backup-files";
import type { Sizes } from "../../database/backup/named-files";

/** Where files lie, to whoever copies or counts them. */
export function filesAt(place: FilesPlace): FilesAt {
  if (place.kind === "folder") return { folder: place.folder };
  return { name: place.kind === "bucket" ? `The bucket ${place.bucket}` : "Memory", sizes: () => fileSizes(place) };
}

/** The sizes of all files, by their keys. */
export async function fileSizes(place: FilesPlace): Promise<Sizes> {
  if (place.kind === "folder") return sizesIn(place.folder);
  const sizes = new Map<string, number>();
  if (place.kind === "memory") return sizes;
  // The library that puts and reads files says no sizes where it lists them.
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
