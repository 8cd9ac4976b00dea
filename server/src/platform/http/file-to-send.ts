import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isFresh } from "./send-with-etag";
import { attachmentHeader } from "./content-disposition";

/** Where the bytes are known, it has so many or fails. */
interface Opened {
  content: Readable;
  bytes: number | undefined;
}

interface Sent {
  /** Called once it is known that whoever asks does not hold it yet. */
  open: () => Promise<Readable | Opened>;
  contentType: string;
  /** Names the content: another one has another. */
  tag: string;
  /** Where it is known before. */
  bytes?: number;
  /** It lies somewhere, or does not: its head says which. What is made when it is asked for is not made for a head. */
  isKept?: boolean;
  /** What it is saved as; left out, it is looked at. */
  name?: string;
  /** Who may show it in a page: our own, or also one of another name of the same site. */
  within: "same-origin" | "same-site";
}

/**
 * Runs nothing and loads nothing, opened by itself or in a page. Whether somebody may still have it is asked each time, and
 * what one person may see is not shown to the next one at the same browser.
 */
const HARMLESS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cache-control": "private, no-cache",
  vary: "Accept, Cookie, Origin",
};

const NOTHING = () => Readable.from([]);

/** What people have uploaded, or what is made for them, as an answer. */
export class FileToSend {
  constructor(private readonly sent: Sent) {}

  /** To be saved, of what changes all the time: nobody holds it already. */
  static madeNow(made: Pick<Sent, "open" | "contentType"> & { name: string }): FileToSend {
    return new FileToSend({ ...made, tag: randomUUID(), within: "same-origin" });
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { open, contentType, tag, bytes, isKept = false, name, within } = this.sent;
    const etag = `"${tag}"`;
    reply.headers({ ...HARMLESS, etag, "cross-origin-resource-policy": within });
    if (isFresh(request, etag)) return reply.code(304).send();
    const isHead = request.method === "HEAD";
    const opened = isHead && !isKept ? NOTHING() : await open();
    const { content, length } =
      opened instanceof Readable
        ? { content: opened, length: bytes }
        : { content: opened.content, length: opened.bytes };
    if (length !== undefined) reply.header("content-length", length);
    // What is under way cannot become a refusal any more: the connection ends in its middle.
    content.once("error", (error) => request.log.error({ err: error }, "an answer broke off"));
    if (isHead) content.destroy();
    return reply
      .header("content-disposition", name === undefined ? "inline" : attachmentHeader(name))
      .type(contentType)
      .send(isHead ? NOTHING() : content);
  }
}
