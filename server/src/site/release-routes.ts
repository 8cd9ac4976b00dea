import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { remoteJson } from "@conquest/shared/contracts/remote";
import type { Clock } from "../platform/clock";
import type { Database } from "../database/open-database";
import { Refusal, readInput } from "../platform/errors";
import { RegistryRefusal, disable, enable, history, rollBack } from "./change-registry";
import { releasePart } from "./release-part";

const part = z.string().regex(/^(?:shell|mf-[a-z-]+)$/, "A part is called shell or mf-…");
const reason = { who: z.string().trim().min(1).max(200), why: z.string().trim().max(500).default("") };

const upload = z.object({
  ...reason,
  part,
  remote: remoteJson.nullable(),
  files: z.array(z.object({ path: z.string().regex(/^[\w@~+.-]+(?:\/[\w@~+.-]+)*$/), base64: z.base64() })).min(1),
});
const registryChange = z.object({ ...reason, action: z.enum(["rollback", "disable", "enable"]) });

const CHANGES = { rollback: rollBack, disable, enable };

/** Largest upload: a part is some hundred kilobytes, and base64 adds a third. */
const UPLOAD_LIMIT = 48 * 1024 * 1024;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** How a team releases its part: each call carries a deploy token of that part (or of all parts). */
export function releaseRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock; deployTokens: Readonly<Record<string, string>> }): void {
  const { db, clock, deployTokens } = deps;

  const carriesOne = (request: FastifyRequest, tokens: readonly (string | undefined)[]) => {
    const given = digest(String(request.headers.authorization ?? "").replace(/^Bearer /i, ""));
    return tokens.some((token) => token && timingSafeEqual(given, digest(token)));
  };

  function authorise(request: FastifyRequest, name: string) {
    const accepted = carriesOne(request, [deployTokens[name], deployTokens["*"]]);
    if (!accepted) throw new Refusal(401, "no_deploy_token", `This needs a deploy token of ${name}.`);
  }

  /** Before the body is read: a stranger's 48 MB cost nothing. */
  const onRequest = async (request: FastifyRequest) => {
    if (!carriesOne(request, Object.values(deployTokens))) throw new Refusal(401, "no_deploy_token", "This needs a deploy token.");
  };

  app.post("/mf/releases", { bodyLimit: UPLOAD_LIMIT, onRequest }, async (request) => {
    const { files, remote, who, why, ...body } = readInput(upload, request.body);
    authorise(request, body.part);
    const build = { part: body.part, remote, files: files.map(({ path, base64 }) => ({ path, content: Buffer.from(base64, "base64") })) };
    return refusing(() => releasePart(db, clock, build, { who, why }));
  });

  app.post<{ Params: { part: string } }>("/mf/registry/:part", { onRequest }, async (request) => {
    const name = readInput(part, request.params.part);
    authorise(request, name);
    const { action, ...reason } = readInput(registryChange, request.body);
    return refusing(async () => ({ changed: await CHANGES[action](db, clock, name, reason) }));
  });

  app.get<{ Params: { part: string } }>("/mf/history/:part", { onRequest }, async (request) => {
    const name = readInput(part, request.params.part);
    authorise(request, name);
    return history(db, name);
  });
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RegistryRefusal) throw new Refusal(409, "release_refused", error.message);
    throw error;
  }
}
