import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

/** Size of the cached input: about twice that of all parts of a site. */
const MAX_CACHED_BYTES = 24_000_000;

/** Compressing a build takes seconds, it is checked before it is stored, and most files are unchanged. */
function cachedByContent(compress: (content: Buffer) => Promise<Buffer>): (content: Buffer) => Promise<Buffer> {
  const known = new LRUCache<string, Promise<Buffer>>({ maxSize: MAX_CACHED_BYTES });
  return (content) => {
    const name = createHash("sha256").update(content).digest("base64");
    const compressed = known.get(name) ?? compress(content);
    known.set(name, compressed, { size: Math.max(1, content.length) });
    return compressed;
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export const brotliOf = cachedByContent((content) =>
  brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
);

export const gzipOf = cachedByContent((content) => zip(content, { level: 9 }));
