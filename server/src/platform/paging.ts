import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { badInput } from "./errors";

/** How many items a list answers when the caller does not say. */
export const DEFAULT_LIMIT = 30;

/** One page of a list. On the wire the answer stays an array; the rest goes into headers. */
export class Page<T> {
  constructor(
    readonly items: T[],
    /** Where the next page starts; null on the last. */
    readonly nextCursor: string | null,
    /** How many there are over all pages. */
    readonly total: number,
  ) {}
}

export const page = <T>(parts: { items: T[]; nextCursor: string | null; total: number }): Page<T> =>
  new Page(parts.items, parts.nextCursor, parts.total);

/** Says in the headers what the array cannot: how many there are, and the address of the next page. */
export function describePage(page: Page<unknown>, request: FastifyRequest, reply: FastifyReply): void {
  reply.header("X-Total-Count", page.total);
  if (page.nextCursor === null) return;
  const next = new URL(request.url, "http://relative.invalid");
  next.searchParams.set("cursor", page.nextCursor);
  reply.header("Link", `<${next.pathname}${next.search}>; rel="next"`);
}

/** Opaque text for a place in a list: the sort values of the last item shown. */
export const writeCursor = (values: readonly unknown[]): string => Buffer.from(JSON.stringify(values)).toString("base64url");

/** What {@link writeCursor} wrote; null for the first page. A cursor that is not ours is bad input. */
export function readCursor<S extends z.ZodType>(cursor: string | undefined, schema: S): z.output<S> | null {
  if (cursor === undefined) return null;
  try {
    const text = Buffer.from(cursor, "base64url").toString();
    if (!text.includes("\\u0000")) return schema.parse(JSON.parse(text));
  } catch {
    // Neither JSON nor of this list: refused below.
  }
  return badInput({ cursor: "This is not a place in this list." });
}
