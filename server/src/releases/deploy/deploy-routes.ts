import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { remoteJson } from "@conquest/shared/contracts/parts/remote";
import type { Deps } from "../../platform/deps";
import { HttpError, notFound, readInput } from "../../platform/errors";
import {
  RegistryError,
  disable,
  enable,
  history,
  promote,
  rollBack,
  startCanary,
  type Reason,
} from "./change-registry";
import { createKeyedBatcher } from "../../platform/concurrency/keyed-batcher";
import { EVERY_PART, deployTokensRepository, tokenError, type Deployer } from "./deploy-tokens";
import { isFilePath } from "../store/file-path";
import { LIMITS, UPLOAD_LIMIT } from "../checks/limits";
import { KEPT_DAYS, listUnusedReleases, removeUnusedBatch, removeUnusedReleases } from "./remove-releases";
import { findReleaseProblems, releasePart, type Preflight } from "./release-part";
import { isStorable, readLiveBuild } from "../store/release-store";

declare module "fastify" {
  interface FastifyRequest {
    deployer: Deployer | null;
  }
}

const NOT_STORABLE = "This contains a character that can't be stored";
const storable = (maxLength: number) => z.string().trim().max(maxLength).refine(isStorable, NOT_STORABLE);

const part = z
  .string()
  .max(64)
  .regex(/^(?:shell|mf-[a-z-]+)$/, "A part is called shell or mf-…");
const version = z.string().max(64).refine(isStorable, NOT_STORABLE);
const percent = z
  .number()
  .int()
  .min(1, "Enter at least 1 percent")
  .max(99, "Enter at most 99 percent. To release it to everyone, promote it");
/** `who` is only used with a configured token, which has no holder; the history marks it as such. */
const reason = { who: storable(200).default(""), why: storable(500).default("") };

const build = {
  part,
  remote: remoteJson.nullable().refine(isStorable, NOT_STORABLE),
  files: z
    .array(
      z.object({
        path: z.string().refine(isFilePath, "This is not the path of a file in a build"),
        base64: z.base64(),
      }),
    )
    .min(1)
    .refine(
      (files) => new Set(files.map(({ path }) => path)).size === files.length,
      "Two of these files have the same path",
    ),
};
const upload = z.object({ ...reason, ...build, canary: percent.optional(), again: z.boolean().optional() });
const registryChange = z.discriminatedUnion("action", [
  z.object({ ...reason, action: z.literal("rollback"), to: version.optional() }),
  z.object({
    ...reason,
    action: z.literal("canary"),
    percent,
    version: version.optional(),
    again: z.boolean().optional(),
  }),
  z.object({ ...reason, action: z.enum(["promote", "disable", "enable"]) }),
]);
const newToken = z.object({ part: z.union([z.literal(EVERY_PART), part]), holder: storable(200).min(1) });

const days = z.coerce
  .number()
  .int()
  .min(1, "Tabs that were opened within the last day may still request files")
  .max(KEPT_DAYS)
  .default(KEPT_DAYS);
const removal = z.object({ days });

/** Enough for typos, too few for guessing. */
const WRONG_TOKEN = { use: "an invalid deploy token", perMinute: 20 };

const SIMPLE_CHANGES = { promote, disable, enable };

export function deployRoutes(app: FastifyInstance, deps: Deps, preflight: Preflight): void {
  const tokens = deployTokensRepository(deps);
  app.decorateRequest("deployer", null);

  /** One check at a time per address: parallel requests with a valid token count as at most one unknown token. */
  const perAddress = createKeyedBatcher<() => Promise<void>, void>(1, async (_, [authenticate]) => {
    await authenticate!();
    return [{ value: undefined }];
  });

  /** Runs before the body is read, so that unauthenticated requests cost nothing. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await perAddress(request.ip, async () => {
      // Counted before the check, so that parallel guesses are limited too.
      await app.limits.count(WRONG_TOKEN, request, reply);
      request.deployer = await tokens.deployerOf(request);
      if (!request.deployer)
        throw tokenError(
          request.headers.authorization
            ? "a deploy token of this site: this one is unknown or was revoked"
            : "a deploy token",
        );
      await app.limits.refund(WRONG_TOKEN, request);
    });
  };
  const onOperatorRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await onRequest(request, reply);
    tokens.assertOperator(request.deployer!);
  };
  /** Fastify rejects an oversized body by its Content-Length, before reading it. */
  const limited = { bodyLimit: UPLOAD_LIMIT, onRequest };

  const reasonOf = ({ deployer }: FastifyRequest, { who, why }: Reason): Reason => ({
    who: deployer!.holder ?? (who ? `${who} (configured token)` : "a configured token"),
    why,
  });

  const buildOf = (body: z.output<z.ZodObject<typeof build>>) => ({
    part: body.part,
    remote: body.remote,
    files: body.files.map(({ path, base64 }) => ({ path, content: Buffer.from(base64, "base64") })),
  });

  app.get("/mf/limits", async () => LIMITS);

  app.post("/mf/preflight", limited, async (request) => {
    const body = readInput(z.object(build), request.body);
    tokens.assertMayRelease(request.deployer!, body.part);
    return { problems: await findReleaseProblems({ ...deps, preflight })(buildOf(body)) };
  });

  app.post("/mf/releases", limited, async (request) => {
    const body = readInput(upload, request.body);
    tokens.assertMayRelease(request.deployer!, body.part);
    const reason = reasonOf(request, body);
    const released = await withConflictErrors(() =>
      releasePart({ ...deps, preflight })(buildOf(body), reason, { canary: body.canary, isAgain: body.again }),
    );
    request.log.info(
      { part: body.part, action: body.canary === undefined ? "release" : "canary", ...released, ...reason },
      "registry",
    );
    return released;
  });

  app.post<{ Params: { part: string } }>("/mf/registry/:part", { onRequest }, async (request) => {
    const name = readInput(part, request.params.part);
    tokens.assertMayRelease(request.deployer!, name);
    const change = readInput(registryChange, request.body);
    const reason = reasonOf(request, change);
    const changed = await withConflictErrors(async () => {
      if (change.action === "rollback") return rollBack(deps)(name, reason, change);
      if (change.action === "canary") return startCanary(deps)(name, reason, { ...change, isAgain: change.again });
      return SIMPLE_CHANGES[change.action](deps)(name, reason);
    });
    if (changed) request.log.info({ part: name, action: change.action, ...changed, ...reason }, "registry");
    return { changed };
  });

  app.get<{ Params: { part: string } }>("/mf/history/:part", { onRequest }, async (request) => {
    const name = readInput(part, request.params.part);
    tokens.assertMayRelease(request.deployer!, name);
    return history(deps)(name);
  });

  // Any deployer can read live builds, to test a part next to them.
  app.get<{ Params: { part: string } }>("/mf/builds/:part", { onRequest }, async (request) => {
    const build = await readLiveBuild(deps.db, readInput(part, request.params.part));
    if (!build) return notFound(`${request.params.part} was never released.`);
    return { ...build, files: build.files.map(({ path, content }) => ({ path, base64: content.toString("base64") })) };
  });

  app.get("/mf/removals", { onRequest: onOperatorRequest }, (request) =>
    listUnusedReleases(deps, readInput(removal, request.query).days),
  );

  app.post("/mf/removals", { onRequest: onOperatorRequest }, async (request) => {
    const removed = await removeUnusedBatch(deps, readInput(removal, request.body).days);
    for (const { part: name, version: gone } of removed) logRemoval(request.log, { part: name, version: gone });
    return { removed };
  });

  app.jobs.set("remove_releases", () => removeUnusedReleases(deps, (release) => logRemoval(app.log, release)));

  app.get("/mf/tokens", { onRequest: onOperatorRequest }, () => tokens.list());

  app.post("/mf/tokens", { onRequest: onOperatorRequest }, async (request) => {
    const { part: name, holder } = readInput(newToken, request.body);
    return tokens.create(name, holder);
  });

  app.delete<{ Params: { id: string } }>("/mf/tokens/:id", { onRequest: onOperatorRequest }, async (request) => {
    const revoked = await tokens.revoke(
      readInput(z.string().max(64).refine(isStorable, NOT_STORABLE), request.params.id),
    );
    return revoked ?? notFound("We couldn't find that token.");
  });
}

const logRemoval = (log: FastifyInstance["log"], release: { part: string; version: string }) =>
  log.info(release, "release removed");

async function withConflictErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RegistryError) throw new HttpError(409, "release_refused", error.message);
    throw error;
  }
}
