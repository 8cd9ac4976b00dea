import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { z } from "zod";
import type { Access, Endpoint } from "@conquest/shared/contracts/http/endpoint";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { ACCOUNT_CHANGED, PAGE_ACCOUNT_HEADER } from "@conquest/shared/contracts/http/errors";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { message } from "@conquest/shared/contracts/text/message";
import {
  HttpError,
  UNAVAILABLE_STATUS,
  throwValidationError,
  throwUnauthorized,
  throwForbidden,
  readInput,
  throwConflict,
  SESSION_ENDED,
} from "./errors";
import { FileToSend } from "./http/file-to-send";
import type {} from "./http/public-response-cache";
import { Page, headersOfPage } from "./lists/keyset-page";
import { withUploadSlot, acquireUploadSlot } from "./limits/upload-slots";
import { rateLimitRuleOf } from "./limits/rate-limits";
import { inLanguage } from "./text/translate";
import { readCaller, type Caller, throwAccountError } from "./sessions/session";

type CallerOf<A extends Access> = A extends "everyone" ? Caller | null : Caller;

export interface Call<E extends Endpoint> {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
  caller: CallerOf<E["access"]>;
}

/** Not available to cacheable public responses, which are also produced without a request. */
interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

type HandlerResult<E extends Endpoint> =
  | z.input<E["response"]>
  | (z.input<E["response"]> extends (infer T)[] ? Page<T> : never)
  | (z.input<E["response"]> extends Blob ? FileToSend : never);

type Handler<E extends Endpoint> = (
  call: Call<E>,
  http: E extends { method: "GET"; access: "everyone" } ? (z.input<E["response"]> extends Blob ? Http : never) : Http,
) => Promise<HandlerResult<E>> | HandlerResult<E>;

interface Options {
  /** The path contains a secret, so shared caches must not store the response. */
  isSecret?: boolean;
  /** Called before the body is read. The returned function is awaited before the response is sent. */
  onArrival?: (request: FastifyRequest, reply: FastifyReply) => Promise<() => Promise<void>>;
}

/** Registers it below /api. The contract parses the response too, so that no unlisted field leaves the server. */
export function registerEndpoint<const E extends Endpoint>(
  app: FastifyInstance,
  contract: E,
  handler: Handler<E>,
  { onArrival, isSecret = false }: Options = {},
): void {
  const isPublic = contract.method === "GET" && contract.access === "everyone" && contract.sends === undefined;
  const isList = contract.method === "GET" && contract.sends === undefined && isPaged(contract.query);
  const endings = new WeakMap<FastifyRequest, () => Promise<void>>();
  const route: RouteOptions = {
    method: contract.method,
    url: `/api${contract.path}`,
    ...(contract.maxBytes !== undefined && { bodyLimit: contract.maxBytes }),
    // Before the body is read, so that a rejected caller costs nothing and learns nothing.
    preParsing: async (request, reply) => {
      request.caller = await admit(contract, request, reply);
      const rule = rateLimitRuleOf(contract, request.query);
      if (rule) await app.limits.count(rule, request, reply);
      if (contract.takes === "file") acquireUploadSlot(app, request, reply);
      if (onArrival) endings.set(request, await onArrival(request, reply));
    },
    ...(onArrival && { onSend: async (request: FastifyRequest) => endings.get(request)?.() }),
    handler: async (request, reply) => {
      if (isPublic && request.caller === null && request.url.startsWith("/api/"))
        return app.publicAnswers.send(request, reply, () =>
          answer(request, null as CallerOf<E["access"]>, request.url),
        );
      const { body, headers } = await readOrWrite(request, () =>
        withUploadSlot(request, () =>
          answer(request, request.caller as CallerOf<E["access"]>, request.url, { request, reply }),
        ),
      );
      if (body instanceof FileToSend) return body.send(request, reply);
      if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
      reply.headers(headers);
      return body;
    },
  };
  if (contract.takes === "file")
    void app.register(scopeNamed(contract.path, async (scope) => routeForFiles(scope, route)));
  else app.route(route);
  if (isPublic)
    app.publicAnswers.add({
      contract,
      isSecret,
      answer: (input, address) => answer({ ...input, body: {} }, null as CallerOf<E["access"]>, address),
    });

  /** Callers see what they have written: their lists come from replicas that have it. */
  async function readOrWrite<T>({ caller, writtenTo }: FastifyRequest, respond: () => Promise<T>): Promise<T> {
    if (caller === null) return respond();
    if (isList) return app.replicas.read(respond, { userId: caller.id, writtenTo });
    if (contract.method === "GET") return respond();
    let isAnswered = true;
    try {
      return await respond();
    } catch (error) {
      isAnswered = error instanceof HttpError && error.statusCode < UNAVAILABLE_STATUS;
      throw error;
    } finally {
      // A rejected call may have written too, such as a late entry.
      if (isAnswered) await app.replicas.recordWrite(caller.id);
    }
  }

  async function answer(input: EndpointInput, caller: CallerOf<E["access"]>, address: string, http?: Http) {
    rejectNul(input.query);
    const result = await handler(
      {
        params: readInput<E["params"]>(contract.params, input.params, input.language),
        query: readInput<E["query"]>(contract.query, input.query, input.language),
        body: readInput<E["body"]>(contract.body, input.body ?? {}, input.language),
        caller,
      },
      http as Parameters<Handler<E>>[1],
    );
    if (result instanceof FileToSend) return { body: result, headers: {} };
    const parse = (body: unknown) => inLanguage(input.language, () => contract.response.parse(body));
    if (result instanceof Page) return { body: parse(result.items), headers: headersOfPage(result, address) };
    return { body: parse(result), headers: {} };
  }
}

const isPaged = (query: z.ZodType) => query instanceof z.ZodObject && "cursor" in query.shape;

interface EndpointInput {
  language: Language;
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Names a plugin for Fastify, which otherwise searches all modules ever loaded for a name. */
export const scopeNamed = (name: string, plugin: FastifyPluginAsync): FastifyPluginAsync =>
  Object.assign(plugin, { [Symbol.for("fastify.display-name")]: name });

function routeForFiles(scope: FastifyInstance, route: RouteOptions): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  scope.route(route);
}

async function admit({ access, path }: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
  const caller = await readCaller(request, reply);
  if (caller && !("refused" in caller) && !CHANGES_SESSION.has(path)) rejectOtherAccount(caller, request);
  if (access === "everyone") return caller && "refused" in caller ? null : caller;
  if (caller === null) return throwUnauthorized(request.server.sessions.isClaimed(request) ? SESSION_ENDED : undefined);
  if ("refused" in caller) return throwAccountError(caller);
  if (access !== "signed-in" && !access.includes(caller.role))
    return throwForbidden(
      "wrong_role",
      message("This is for {roles, select, admin {admins} creator {creators} other {other accounts}} only.", {
        roles: access.join(" "),
      }),
    );
  return caller;
}

const CHANGES_SESSION = new Set<string>([createSession, endSession, saveUser].map(({ path }) => path));

/** Pages from older releases send no account header and are accepted. */
function rejectOtherAccount({ id }: Caller, { headers }: FastifyRequest): void {
  const shown = headers[PAGE_ACCOUNT_HEADER.toLowerCase()];
  if (shown !== undefined && shown !== id)
    throwConflict(
      ACCOUNT_CHANGED,
      message(
        "You're now logged in to another account in this browser, so nothing was changed. Reload the page to continue.",
      ),
    );
}

/** PostgreSQL text cannot contain NUL, so the query would fail there. */
function rejectNul(query: unknown): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (String(value).includes("\u0000"))
      throwValidationError({ [name]: message("This text contains a character that isn't allowed") });
  }
}
