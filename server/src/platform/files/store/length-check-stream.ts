import { pipeline, Transform, type Readable } from "node:stream";
import { FileUnreadable } from "./storage-errors";

/** The same content, which fails where it has fewer or more bytes than so many: an answer that has promised them must not end as if it held them. */
export function lengthCheckStream(content: Readable, bytes: number): Readable {
  let left = bytes;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new FileUnreadable(`It has more than its ${bytes} bytes.`));
      else done(null, chunk);
    },
    flush(done) {
      done(left === 0 ? null : new FileUnreadable(`It ended ${left} bytes before its ${bytes}.`));
    },
  });
  // Whoever reads hears what went wrong from the stream itself; one that is no longer read closes what it came from.
  pipeline(content, counted, () => undefined);
  return counted;
}
