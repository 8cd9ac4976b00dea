import path from "node:path";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

export const contentTypeOf = (file: string) => TYPES[path.extname(file).toLowerCase()] ?? "application/octet-stream";

/** False for pictures and fonts, which are already compressed. */
export const isCompressible = (contentType: string) => /^text\/|json|javascript|svg|x-icon/.test(contentType);

/** Size of the cached input: about twice that of all parts of a site. */
const MAX_CACHED_BYTES = 24_000_000;

/** Compressing a build takes seconds, it is checked before it is stored, and most files are unchanged. */
function cachedByContent(compress: (content: Buffer, quality: number) => Promise<Buffer>) {
  const known = new LRUCache<string, Promise<Buffer>>({ maxSize: MAX_CACHED_BYTES });
  return (content: Buffer, quality: number): Promise<Buffer> => {
    const name = `${quality} ${createHash("sha256").update(content).digest("base64")}`;
    const compressed = known.get(name) ?? compress(content, quality);
    known.set(name, compressed, { size: Math.max(1, content.length) });
    return compressed;
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const brotliAt = cachedByContent((content, quality) =>
  brotli(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }),
);

export const BEST_BROTLI_QUALITY = constants.BROTLI_MAX_QUALITY;
/** About 8 % larger than the best, in a twentieth of the time. */
export const FAST_BROTLI_QUALITY = 9;

export const brotliOf = (content: Buffer, quality = BEST_BROTLI_QUALITY) => brotliAt(content, quality);

const gzipAt = cachedByContent((content, level) => zip(content, { level }));

export const gzipOf = (content: Buffer) => gzipAt(content, constants.Z_BEST_COMPRESSION);
