import { z } from "zod";
import { emailParam, idParam } from "../text/fields";
import type { ResponseShape } from "./response-shape";

/** The roles stored in the database. `requested` in responses is a `user` with an open request. */
export const ROLES = ["admin", "creator", "user"] as const;
export type Role = (typeof ROLES)[number];

/** Authorization by role. Ownership is checked by the use case itself. */
export type Access = "everyone" | "signed-in" | readonly Role[];

type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Who;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** They replace the schemas in production builds. Older parts have no `shape`. */
  readonly answers?: "list" | "object";
  readonly shape?: ResponseShape;
  /** First element of the query-cache key; defaults to the path. */
  readonly key?: string;
  /** Per user, or per address without a session, across all servers; in addition to the general limit. */
  readonly perMinute?: number;
  /** Counts only calls with this query parameter, since a search costs more than a list. */
  readonly countedWith?: "q";
  readonly maxBytes?: number;
  /** The body is a raw file (application/octet-stream) instead of JSON. */
  readonly takes?: "file";
  /** The response is a file instead of JSON. Pages link to it instead of calling it. */
  readonly sends?: "file";
}

const nothing = z.object({});
type Nothing = typeof nothing;

type ParamOf<Route> = Route extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Route extends `${string}/:${infer Name}`
    ? Name
    : never;
type ParamsOf<Route> = z.ZodObject<
  { [Name in ParamOf<Route>]: Name extends "email" ? typeof emailParam : typeof idParam },
  z.core.$strip
>;

type Draft<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = Pick<
  Endpoint<P, Q, B, R>,
  "response" | "key" | "perMinute" | "countedWith" | "maxBytes" | "takes" | "sends"
> & { params?: P; query?: Q; body?: B };

/** Path parameters are ids, and `:email` is an email address, unless `params` says otherwise. */
export function defineEndpoint<
  R extends z.ZodType,
  const Route extends `${Method} /${string}`,
  P extends z.ZodType = ParamsOf<Route>,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  const Who extends Access = Access,
>(route: Route, access: Who, draft: Draft<P, Q, B, R>): Endpoint<P, Q, B, R, Who> {
  const [method, path] = route.split(" ") as [Method, `/${string}`];
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, name === "email" ? emailParam : idParam]);
  const { params = z.object(Object.fromEntries(named)) as unknown as P } = draft;
  const { query = nothing as unknown as Q, body = nothing as unknown as B } = draft;
  return { ...draft, method, path, access, params, query, body };
}

export type InputOf<E extends Endpoint> = Part<"params", z.input<E["params"]>> &
  Part<"query", z.input<E["query"]>> &
  Part<"body", z.input<E["body"]>>;
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the question is whether {} would do
type Part<Name extends string, T> = {} extends T ? { [K in Name]?: T } : { [K in Name]: T };

export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;

/** Pagination of lists. Responses stay arrays; `cursor` is opaque (from `Link: rel="next"`). */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(500).optional(),
});
