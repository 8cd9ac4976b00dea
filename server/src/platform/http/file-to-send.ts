import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { requestedRange, type ByteRange } from "./byte-range";
import { isFresh } from "./send-with-etag";

/** Returns an ASCII fallback (RFC 6266) and the full name in UTF-8 (RFC 8187). */
export function attachmentHeader(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** If `bytes` is given, the stream fails unless it has exactly that length. */
interface Opened {
  content: Readable;
  bytes: number | undefined;
}

interface FileOptions {
  /** With a range, opens only these bytes; called with one only for stored files with a known size. */
  open: (range?: ByteRange) => Promise<Readable | Opened>;
  contentType: string;
  tag: string;
  bytes?: number;
  /** HEAD requests open stored files to see whether they exist; generated files are not generated for HEAD. */
  isStored?: boolean;
  name?: string;
  /** Origins that may embed it: this one, or also other hosts of the same site. */
  within: "same-origin" | "same-site";
}

/** Files run and load nothing. Each request checks access; the browser's next user gets no cached copy. */
const SAFE_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cache-control": "private, no-cache",
  vary: "Accept, Cookie, Origin",
};

const emptyStream = () => Readable.from([]);

export class FileToSend {
  constructor(private readonly sent: FileOptions) {}

  /** A download of data that changes constantly, so no client has a current copy. */
  static generated(made: Pick<FileOptions, "open" | "contentType"> & { name: string }): FileToSend {
    return new FileToSend({ ...made, tag: randomUUID(), within: "same-origin" });
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { open, contentType, tag, bytes, isStored = false, name, within } = this.sent;
    const etag = `"${tag}"`;
    reply.headers({ ...SAFE_HEADERS, etag, "cross-origin-resource-policy": within });
    if (isFresh(request, etag)) return reply.code(304).send();
    const isHead = request.method === "HEAD";
    const canResume = isStored && bytes !== undefined;
    const range = canResume ? requestedRange(request, { etag, bytes }) : null;
    if (canResume) reply.header("accept-ranges", "bytes");
    if (range === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${bytes}`).send();
    const opened = isHead && !isStored ? emptyStream() : await open(range ?? undefined);
    if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${bytes}`);
    const { content, length } =
      opened instanceof Readable
        ? { content: opened, length: bytes }
        : { content: opened.content, length: opened.bytes };
    if (length !== undefined) reply.header("content-length", length);
    // Once streaming has begun an error cannot become an error response; the connection breaks off.
    content.once("error", (error) => request.log.error({ err: error }, "an answer broke off"));
    if (isHead) content.destroy();
    return reply
      .header("content-disposition", name === undefined ? "inline" : attachmentHeader(name))
      .type(contentType)
      .send(isHead ? emptyStream() : content);
  }
}
