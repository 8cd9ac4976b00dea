import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isFresh } from "../send-tagged";
import { saveAs } from "./save-as";

interface Sent {
  /** Called once it is known that whoever asks does not hold it yet. */
  open: () => Promise<Readable>;
  contentType: string;
  /** Names the content: another one has another. */
  tag: string;
  /** Where it is known before. */
  bytes?: number;
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
  "vary": "Accept, Cookie, Origin",
};

/** What people have uploaded, or what is made for them, as an answer. */
export class FileToSend {
  constructor(private readonly sent: Sent) {}

  /** To be saved, of what changes all the time: nobody holds it already. */
  static madeNow(made: Pick<Sent, "open" | "contentType"> & { name: string }): FileToSend {
    return new FileToSend({ ...made, tag: randomUUID(), within: "same-origin" });
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { open, contentType, tag, bytes, name, within } = this.sent;
    const etag = `"${tag}"`;
    reply.headers({ ...HARMLESS, etag, "cross-origin-resource-policy": within });
    if (isFresh(request, etag)) return reply.code(304).send();
    // Who asks for the head alone has nothing of it.
    const content = request.method === "HEAD" ? Readable.from([]) : await open();
    if (bytes !== undefined) reply.header("content-length", bytes);
    return reply.header("content-disposition", name === undefined ? "inline" : saveAs(name)).type(contentType).send(content);
  }
}
