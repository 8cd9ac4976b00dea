import { type Readable, pipeline, Transform } from "node:stream";
import type { ByteRange } from "../../http/byte-range";

export interface StoredContent {
  content: Readable;
  bytes: number | undefined;
}

export interface FileStore {
  assertAvailable(): Promise<void>;
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /** Rejects with `FileUnreadable` if the key does not exist or cannot be opened. `bytes` is the size of the whole file. */
  read(key: string, range?: ByteRange): Promise<StoredContent>;
  /** Ignores keys that do not exist. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

/** The storage is unreachable or not the right one: no file is lost, and none can be stored. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

export class FileUnreadable extends Error {
  override name = "FileUnreadable";
}

export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

export const reasonFor = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Fails unless the content has this length: a response with a Content-Length must not end as if it were complete. */
export function lengthCheckStream(content: Readable, bytes: number): Readable {
  let remaining = bytes;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      remaining -= chunk.length;
      if (remaining < 0) done(new FileUnreadable(`It has more than its ${bytes} bytes.`));
      else done(null, chunk);
    },
    flush(done) {
      done(remaining === 0 ? null : new FileUnreadable(`It ended ${remaining} bytes before its ${bytes}.`));
    },
  });
  // The reader gets errors from the returned stream; closing that one closes its source.
  pipeline(content, counted, () => undefined);
  return counted;
}
