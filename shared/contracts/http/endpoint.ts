import { z } from "zod";
import type { ResponseShape } from "./response-shape";

/** The roles a person can hold in the database. `requested` on the wire is a `user` with an open request. */
export const ROLES = ["admin", "creator", "user"] as const;
export type Role = (typeof ROLES)[number];

/** Who may call: anybody, anybody with a session, or only the listed roles. Ownership is checked by the rule itself. */
export type Access = "everyone" | "signed-in" | readonly Role[];

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One call of the API, described once; the server implements it, the pages call it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  readonly method: Method;
  /** Below `/api`, with `:name` for each path parameter. */
  readonly path: `/${string}`;
  readonly access: Who;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /**
   * The answer's kind and structure. They replace the schemas in production builds, which contain no validator. Older parts have
   * no `shape`.
   */
  readonly answers?: "list" | "object";
  readonly shape?: ResponseShape;
  /** First part of the query-cache key; the path when not given. */
  readonly key?: string;
  /** Calls that one person may make per minute, and an address without a session, of all servers; besides the general limit. */
  readonly perMinute?: number;
  /** Only calls with this field in their query are counted for that: a search costs more than a list. */
  readonly countedWith?: "q";
  /** The longest body that is read, where that is not as of any other. */
  readonly maxBytes?: number;
  /** The body is a file as it is (application/octet-stream), and no JSON. */
  readonly takes?: "file";
  /** The answer is a file, and no JSON. A page does not call for it: it shows its address, or leads there. */
  readonly sends?: "file";
}

const nothing = z.object({});
type Nothing = typeof nothing;

interface EndpointDraft<P, Q, B, R, Who> {
  method: Method;
  path: `/${string}`;
  access: Who;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  key?: string;
  perMinute?: number;
  countedWith?: "q";
  maxBytes?: number;
  takes?: "file";
  sends?: "file";
}

export function defineEndpoint<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  const Who extends Access = Access,
>(draft: EndpointDraft<P, Q, B, R, Who>): Endpoint<P, Q, B, R, Who> {
  return {
    ...draft,
    params: draft.params ?? (nothing as unknown as P),
    query: draft.query ?? (nothing as unknown as Q),
    body: draft.body ?? (nothing as unknown as B),
  };
}

/** What a caller passes: each part may be left out when it has no required field. */
export type InputOf<E extends Endpoint> = Part<"params", z.input<E["params"]>> &
  Part<"query", z.input<E["query"]>> &
  Part<"body", z.input<E["body"]>>;
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the question is whether {} would do
type Part<Name extends string, T> = {} extends T ? { [K in Name]?: T } : { [K in Name]: T };

export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;

/** Lists stay arrays on the wire; these fields page, filter and sort them. `cursor` is opaque (from `Link: rel="next"`). */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(500).optional(),
});
