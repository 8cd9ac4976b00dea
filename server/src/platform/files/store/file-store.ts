import type { Readable } from "node:stream";

export interface StoredContent {
  content: Readable;
  bytes: number | undefined;
}

export interface FileStore {
  assertAvailable(): Promise<void>;
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /** Rejects with `FileUnreadable` if the key does not exist or cannot be opened. */
  read(key: string): Promise<StoredContent>;
  /** Ignores keys that do not exist. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}
