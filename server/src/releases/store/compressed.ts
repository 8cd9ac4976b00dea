import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

/** Of so many bytes what became of them is kept: what all parts of a site weigh, twice over. */
const KEPT_OF = 24_000_000;

/**
 * A build takes seconds: it is weighed and then stored, often tried before, and most of its files are those of the release
 * before. Of the same bytes it is done once.
 */
function once(compress: (content: Buffer) => Promise<Buffer>): (content: Buffer) => Promise<Buffer> {
  const known = new LRUCache<string, Promise<Buffer>>({ maxSize: KEPT_OF });
  return (content) => {
    const name = createHash("sha256").update(content).digest("base64");
    const made = known.get(name) ?? compress(content);
    known.set(name, made, { size: Math.max(1, content.length) });
    return made;
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The file as it is sent. */
export const brotliOf = once((content) =>
  brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
);

/** And to who cannot read that. */
export const gzipOf = once((content) => zip(content, { level: 9 }));
