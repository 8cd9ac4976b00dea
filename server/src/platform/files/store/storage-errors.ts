/** Where files lie cannot be reached now, or is not where they lay: no file is lost, and none can be kept. */
export class StorageUnavailable extends Error {
  override name = "StoreAway";
}

/** The store is there, and this one of its files is not, or not as it was kept. */
export class FileUnreadable extends Error {
  override name = "FileUnreadable";
}

export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

export const reasonFor = (error: unknown): string => (error instanceof Error ? error.message : String(error));
