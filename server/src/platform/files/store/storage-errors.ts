/** The storage is unreachable or not the right one: no file is lost, and none can be stored. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

export class FileUnreadable extends Error {
  override name = "FileUnreadable";
}

export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

export const reasonFor = (error: unknown): string => (error instanceof Error ? error.message : String(error));
