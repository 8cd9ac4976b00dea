import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Access, Endpoint } from "@conquest/shared/contracts/endpoint";
import { badInput, noSession, notAllowedHere, readInput } from "./errors";
import { Page, describePage } from "./read-page";
import { readCaller, type Caller } from "./session";

type CallerOf<A extends Access> = A extends "everyone" ? Caller | null : Caller;

export interface Call<E extends Endpoint> {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
  /** Who calls, as the database knows them now; null for a visitor. */
  caller: CallerOf<E["access"]>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What the contract answers; a list may be answered as a page of it. */
type Answer<E extends Endpoint> = z.input<E["response"]> | (z.input<E["response"]> extends (infer T)[] ? Page<T> : never);

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/**
 * Keeps a contract: routes it below /api, lets in only whom it names, and hands the handler what the contract has parsed.
 * The answer is read through the contract too, so that nothing leaves which it does not list.
 */
export function implement<const E extends Endpoint>(app: FastifyInstance, contract: E, handler: Handler<E>): void {
  app.route({
    method: contract.method,
    url: `/api${contract.path}`,
    ...(contract.perMinute === undefined ? {} : { config: { rateLimit: { max: contract.perMinute, timeWindow: 60_000 } } }),
    // Before the body is read: who may not call costs nothing and learns nothing.
    preParsing: async (request, reply) => {
      request.caller = await admit(contract.access, request, reply);
    },
    handler: async (request, reply) => {
      refuseNul(request.query);
      const answer = await handler({
        params: readInput<E["params"]>(contract.params, request.params),
        query: readInput<E["query"]>(contract.query, request.query),
        body: readInput<E["body"]>(contract.body, request.body ?? {}),
        caller: request.caller as CallerOf<E["access"]>,
        request,
        reply,
      });
      if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
      if (answer instanceof Page) {
        describePage(answer, request, reply);
        return contract.response.parse(answer.items);
      }
      return contract.response.parse(answer);
    },
  });
}

async function admit(access: Access, request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
  const caller = await readCaller(request, reply);
  if (access === "everyone") return caller === "blocked" || caller === "removed" ? null : caller;
  if (caller === null) return noSession();
  if (caller === "blocked") return notAllowedHere("blocked", "Your account is blocked. Contact us if you think this is a mistake.");
  if (caller === "removed") return notAllowedHere("removed", "This account was removed. Contact us.");
  if (access !== "signed-in" && !access.includes(caller.role)) {
    return notAllowedHere("wrong_role", `This is for ${access.map((role) => `${role}s`).join(" and ")} only.`);
  }
  return caller;
}

/** PostgreSQL text cannot hold NUL: as a search word it would fail there, not find nothing. */
function refuseNul(query: unknown): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (String(value).includes("\u0000")) badInput({ [name]: "This text holds a character that cannot be searched" });
  }
}
