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
import { EVERY_PART, deployTokensRepository, noToken, type Deployer } from "./deploy-tokens";
import { isFilePath } from "../store/file-path";
import { LIMITS, UPLOAD_LIMIT } from "../checks/limits";
import { problemsOf, releasePart, type Preflight } from "./release-part";
import { isStorable, readLiveBuild } from "../store/release-store";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose deploy token came with it. */
    deployer: Deployer | null;
  }
}

const NOT_STORABLE = "This holds a character that cannot be stored";
const storable = (most: number) => z.string().trim().max(most).refine(isStorable, NOT_STORABLE);

const part = z
  .string()
  .max(64)
  .regex(/^(?:shell|mf-[a-z-]+)$/, "A part is called shell or mf-…");
const version = z.string().max(64).refine(isStorable, NOT_STORABLE);
const percent = z
  .number()
  .int()
  .min(1, "At least one visitor of a hundred")
  .max(99, "At most 99 of a hundred: everybody gets it by promoting it");
/** `who` is asked with a token of the configuration alone, which says nothing of its holder; the history tells that it was one. */
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
/** `again`: also a version that the site was taken back from. */
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

/** Somebody who mistypes theirs is let in again within the minute; nobody tries many. */
const WRONG_TOKEN = { use: "a wrong deploy token", perMinute: 20 };

const PLAIN = { promote, disable, enable };

/** How a team releases its part, with a deploy token of that part, and how an operator gives out tokens. */
export function deployRoutes(app: FastifyInstance, deps: Deps, preflight: Preflight): void {
  const tokens = deployTokensRepository(deps);
  app.decorateRequest("deployer", null);

  /** One after the other: many at once with the right token are never more than one that is not known yet. */
  const ofOneAddress = createKeyedBatcher<() => Promise<void>, void>(1, async (_, [look]) => {
    await look!();
    return [{ answer: undefined }];
  });

  /** Before the body is read: what a stranger sends costs nothing. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await ofOneAddress(request.ip, async () => {
      // Before it is looked at: of many that come together only so many are tried.
      await app.limits.count(WRONG_TOKEN, request, reply);
      request.deployer = await tokens.deployerOf(request);
      if (!request.deployer)
        throw noToken(
          request.headers.authorization
            ? "a deploy token of this site: the one that came is not known, or was revoked"
            : "a deploy token",
        );
      await app.limits.giveBack(WRONG_TOKEN, request);
    });
  };
  const onOperatorsRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await onRequest(request, reply);
    tokens.assertOperator(request.deployer!);
  };
  /** Too much is told before it is read, where whoever asks says how much it is. */
  const limited = { bodyLimit: UPLOAD_LIMIT, onRequest };

  const by = ({ deployer }: FastifyRequest, { who, why }: Reason): Reason => ({
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
    return { problems: await problemsOf({ ...deps, preflight })(buildOf(body)) };
  });

  app.post("/mf/releases", limited, async (request) => {
    const body = readInput(upload, request.body);
    tokens.assertMayRelease(request.deployer!, body.part);
    const reason = by(request, body);
    const released = await refusing(() =>
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
    const asked = readInput(registryChange, request.body);
    const reason = by(request, asked);
    const changed = await refusing(async () => {
      if (asked.action === "rollback") return rollBack(deps)(name, reason, asked);
      if (asked.action === "canary") return startCanary(deps)(name, reason, { ...asked, isAgain: asked.again });
      return PLAIN[asked.action](deps)(name, reason);
    });
    if (changed) request.log.info({ part: name, action: asked.action, ...changed, ...reason }, "registry");
    return { changed };
  });

  app.get<{ Params: { part: string } }>("/mf/history/:part", { onRequest }, async (request) => {
    const name = readInput(part, request.params.part);
    tokens.assertMayRelease(request.deployer!, name);
    return history(deps)(name);
  });

  // Whoever may release a part may see what it will run beside, to try it there.
  app.get<{ Params: { part: string } }>("/mf/builds/:part", { onRequest }, async (request) => {
    const build = await readLiveBuild(deps.db, readInput(part, request.params.part));
    if (!build) return notFound(`${request.params.part} was never released.`);
    return { ...build, files: build.files.map(({ path, content }) => ({ path, base64: content.toString("base64") })) };
  });

  app.get("/mf/tokens", { onRequest: onOperatorsRequest }, () => tokens.list());

  app.post("/mf/tokens", { onRequest: onOperatorsRequest }, async (request) => {
    const { part: name, holder } = readInput(newToken, request.body);
    return tokens.create(name, holder);
  });

  app.delete<{ Params: { id: string } }>("/mf/tokens/:id", { onRequest: onOperatorsRequest }, async (request) => {
    const revoked = await tokens.revoke(
      readInput(z.string().max(64).refine(isStorable, NOT_STORABLE), request.params.id),
    );
    return revoked ?? notFound("There is no such token.");
  });
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RegistryError) throw new HttpError(409, "release_refused", error.message);
    throw error;
  }
}
