import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { z } from "zod";
import type { Access, Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { ACCOUNT_CHANGED, PAGE_ACCOUNT_HEADER } from "@conquest/shared/contracts/http/errors";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import {
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
import { rateLimitRuleOf } from "./limits/rate-limit-rule";
import type {} from "./limits/rate-limits";
import { readCaller, type Caller } from "./session";
import { throwAccountRefusal } from "./sessions/account-errors";

type CallerOf<A extends Access> = A extends "everyone" ? Caller | null : Caller;

export interface Call<E extends Endpoint> {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
  /** Who calls, as the database knows them now; null for a visitor. */
  caller: CallerOf<E["access"]>;
}

/** For what is about the request itself, like its cookie. What everybody may ask is also answered without one. */
interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What the contract answers; a list may be answered as a page of it, and a file is. */
type Answer<E extends Endpoint> =
  | z.input<E["response"]>
  | (z.input<E["response"]> extends (infer T)[] ? Page<T> : never)
  | (z.input<E["response"]> extends Blob ? FileToSend : never);

type Handler<E extends Endpoint> = (
  call: Call<E>,
  http: E extends { method: "GET"; access: "everyone" } ? (z.input<E["response"]> extends Blob ? Http : never) : Http,
) => Promise<Answer<E>> | Answer<E>;

interface Hooks {
  /** Called before the body is read, once the caller is let in. What it returns is awaited before the answer is sent. */
  onArrival?: (request: FastifyRequest, reply: FastifyReply) => Promise<() => Promise<void>>;
}

/**
 * Keeps a contract: routes it below /api, lets in only whom it names, and hands the handler what the contract has parsed.
 * The answer is read through the contract too, so that nothing leaves which it does not list.
 */
export function registerEndpoint<const E extends Endpoint>(
  app: FastifyInstance,
  contract: E,
  handler: Handler<E>,
  { onArrival }: Hooks = {},
): void {
  const isPublic = contract.method === "GET" && contract.access === "everyone" && contract.sends === undefined;
  const endings = new WeakMap<FastifyRequest, () => Promise<void>>();
  const route: RouteOptions = {
    method: contract.method,
    url: `/api${contract.path}`,
    ...(contract.maxBytes !== undefined && { bodyLimit: contract.maxBytes }),
    // Before the body is read: who may not call costs nothing and learns nothing.
    preParsing: async (request, reply) => {
      request.caller = await admit(contract, request, reply);
      const counted = rateLimitRuleOf(contract, request.query);
      if (counted) await app.limits.count(counted, request, reply);
      if (contract.takes === "file") acquireUploadSlot(app, request, reply);
      if (onArrival) endings.set(request, await onArrival(request, reply));
    },
    ...(onArrival && { onSend: async (request: FastifyRequest) => endings.get(request)?.() }),
    handler: async (request, reply) => {
      if (isPublic && request.caller === null && request.url.startsWith("/api/"))
        return app.publicAnswers.send(request, reply, () =>
          answer(request, null as CallerOf<E["access"]>, request.url),
        );
      const { body, headers } = await withUploadSlot(request, () =>
        answer(request, request.caller as CallerOf<E["access"]>, request.url, { request, reply }),
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
  if (isPublic) {
    app.publicAnswers.add({
      contract,
      answer: (input, address) => answer({ ...input, body: {} }, null as CallerOf<E["access"]>, address),
    });
  }

  async function answer(given: Given, caller: CallerOf<E["access"]>, address: string, http?: Http) {
    refuseNul(given.query);
    const answered = await handler(
      {
        params: readInput<E["params"]>(contract.params, given.params),
        query: readInput<E["query"]>(contract.query, given.query),
        body: readInput<E["body"]>(contract.body, given.body ?? {}),
        caller,
      },
      http as Parameters<Handler<E>>[1],
    );
    if (answered instanceof FileToSend) return { body: answered, headers: {} };
    if (answered instanceof Page)
      return { body: contract.response.parse(answered.items), headers: headersOfPage(answered, address) };
    return { body: contract.response.parse(answered), headers: {} };
  }
}

interface Given {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** A route whose bodies are files, and nothing else. */
/** A plugin whose name Fastify is told: for one without it looks through all modules that were ever loaded. */
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
  if (caller && !("refused" in caller) && !CHANGES_SESSION.has(path)) refuseOtherAccount(caller, request);
  if (access === "everyone") return caller && "refused" in caller ? null : caller;
  if (caller === null) return throwUnauthorized(request.server.sessions.isClaimed(request) ? SESSION_ENDED : undefined);
  if ("refused" in caller) return throwAccountRefusal(caller);
  if (access !== "signed-in" && !access.includes(caller.role)) {
    return throwForbidden("wrong_role", `This is for ${access.map((role) => `${role}s`).join(" and ")} only.`);
  }
  return caller;
}

/** Calls that a page makes while its account changes. */
const CHANGES_SESSION = new Set<string>([createSession, endSession, saveUser].map(({ path }) => path));

/** The page says whom it shows: in the name of anyone else nothing is read or changed. Old pages say nothing and go on as before. */
function refuseOtherAccount({ id }: Caller, { headers }: FastifyRequest): void {
  const shown = headers[PAGE_ACCOUNT_HEADER.toLowerCase()];
  if (shown !== undefined && shown !== id)
    throwConflict(
      ACCOUNT_CHANGED,
      "Another account is logged in in this browser now. This page was opened for the account before it, so nothing was done.",
    );
}

/** PostgreSQL text cannot hold NUL: as a search word, or a file's name, it would fail there. */
function refuseNul(query: unknown): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (String(value).includes("\u0000"))
      throwValidationError({ [name]: "This text holds a character that no text may hold" });
  }
}
