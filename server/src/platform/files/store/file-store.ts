import type { Readable } from "node:stream";

/** What of a file is there. */
export interface StoredContent {
  content: Readable;
  /** Some stores do not say. */
  bytes: number | undefined;
}

/** Where the bytes of files lie: a folder of this machine, or a bucket that any number of servers share. Fails with `StoreAway` where that cannot be used. */
export interface FileStore {
  /** Fails where files can neither be kept nor read now. */
  look(): Promise<void>;
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /** Fails with `FileUnreadable` where there is no such key, or it cannot be opened. */
  read(key: string): Promise<StoredContent>;
  /** Those that are not there are gone already. */
  remove(keys: readonly string[]): Promise<void>;
  /** Ends what is still asked. */
  close(): void;
}
