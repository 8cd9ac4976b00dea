import { pipeline, Transform, type Readable } from "node:stream";
import { FileUnreadable } from "./storage-errors";

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
