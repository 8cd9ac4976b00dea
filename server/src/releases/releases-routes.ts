import { createHash, timingSafeEqual } from "node:crypto";
import { negotiate } from "@fastify/accept-negotiator";
import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { remoteJson } from "@conquest/shared/contracts/remote";
import type { Deps } from "../platform/deps";
import { Refusal, answerUnknown, readInput } from "../platform/errors";
import { sendTagged } from "../platform/send-tagged";
import { registryParts } from "../database/schema";
import { RegistryRefusal, disable, enable, history, rollBack } from "./change-registry";
import { isFilePath } from "./file-path";
import { SHELL } from "./live-registry";
import type { Releases } from "./open-releases";
import { releasePart, type Preflight } from "./release-part";
import { isStorable, type StoredFile } from "./release-store";

const NOT_STORABLE = "This holds a character that cannot be stored";
const part = z.string().max(64).regex(/^(?:shell|mf-[a-z-]+)$/, "A part is called shell or mf-…");
const reason = {
  who: z.string().trim().min(1).max(200).refine(isStorable, NOT_STORABLE),
  why: z.string().trim().max(500).refine(isStorable, NOT_STORABLE).default(""),
};

const upload = z.object({
  ...reason,
  part,
  remote: remoteJson.nullable().refine(isStorable, NOT_STORABLE),
  files: z
    .array(z.object({ path: z.string().refine(isFilePath, "This is not the path of a file in a build"), base64: z.base64() }))
    .min(1)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, "Two of these files have the same path"),
});
const registryChange = z.object({ ...reason, action: z.enum(["rollback", "disable", "enable"]) });

const CHANGES = { rollback: rollBack, disable, enable };

/** Largest upload: a part is some hundred kilobytes, and base64 adds a third. */
const UPLOAD_LIMIT = 48 * 1024 * 1024;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** What the site runs and the files of it, for everybody; and how a team releases its part, with a deploy token of that part. */
export function releasesRoutes(app: FastifyInstance, { db, clock, config }: Deps, releases: Releases, preflight: Preflight): void {
  const { deployTokens, devShellUrl } = config;

  app.get("/healthz", async (request, reply) => {
    const shell = await db
      .select({ version: registryParts.currentVersion })
      .from(registryParts)
      .where(eq(registryParts.part, SHELL))
      .catch((error: unknown) => {
        request.log.error({ err: error }, "health");
        throw new Refusal(503, "not_ready", "The database does not answer.");
      });
    if (shell.length === 0 && !devShellUrl) throw new Refusal(503, "not_ready", "The shell of the site is not released yet.");
    return reply.header("cache-control", "no-store").send({ status: "ok" });
  });

  app.get("/mf/registry.json", async (request, reply) => {
    const { registry } = await releases.live();
    reply.header("cache-control", "no-cache").type("application/json; charset=utf-8");
    return sendTagged(request, reply, JSON.stringify(registry));
  });

  app.get<{ Params: { part: string; version: string; "*": string } }>("/mf/:part/:version/*", async (request, reply) => {
    const { part, version, "*": path } = request.params;
    const file = [part, version, path].every(isFilePath) && !path.startsWith("draw/") ? await releases.readFile(part, version, path) : null;
    // The shell's template is served as pages, with their headers; here it would be a page without them.
    if (!file || file.contentType.startsWith("text/html")) return answerUnknown(request, reply);
    const { encoding, body } = chooseEncoding(request, file);
    if (encoding) reply.header("content-encoding", encoding);
    reply
      .header("vary", "accept-encoding")
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "same-origin")
      .type(file.contentType);
    return sendTagged(request, reply, body, `"${file.sha384.slice(0, 27)}${encoding ?? ""}"`);
  });

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
    return refusing(() => releasePart({ db, clock, preflight })(build, { who, why }));
  });

  app.post<{ Params: { part: string } }>("/mf/registry/:part", { onRequest }, async (request) => {
    const name = readInput(part, request.params.part);
    authorise(request, name);
    const { action, ...reason } = readInput(registryChange, request.body);
    return refusing(async () => ({ changed: await CHANGES[action]({ db, clock })(name, reason) }));
  });

  app.get<{ Params: { part: string } }>("/mf/history/:part", { onRequest }, async (request) => {
    const name = readInput(part, request.params.part);
    authorise(request, name);
    return history({ db })(name);
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

/** The best of the encodings at hand that this browser takes; null is the file as it was built. */
function chooseEncoding(request: FastifyRequest, { content, brotli, gzip }: StoredFile) {
  const encoding = brotli && gzip ? negotiate(String(request.headers["accept-encoding"] ?? ""), ["br", "gzip"]) : null;
  return { encoding, body: (encoding === "br" ? brotli : encoding === "gzip" ? gzip : null) ?? content };
}
