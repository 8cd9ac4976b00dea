import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendNotFound } from "../../platform/errors";
import { sendWithEtag } from "../../platform/http/send-with-etag";
import { isFilePath } from "../store/file-path";
import type { Releases } from "./open-releases";
import type { StoredFile } from "../store/release-store";
import { knownVisitor } from "./canary";

/** Release files are page resources; opened directly, they must not run scripts. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function releasesRoutes(app: FastifyInstance, releases: Releases): void {
  app.get("/mf/registry.json", async (request, reply) => {
    const { registry, shell } = await releases.live(knownVisitor(request));
    reply.header("cache-control", "no-cache").header("vary", "Cookie").type("application/json; charset=utf-8");
    return sendWithEtag(request, reply, JSON.stringify({ ...registry, shell: shell?.version }));
  });

  app.get<{ Params: { part: string; version: string; "*": string } }>(
    "/mf/:part/:version/*",
    async (request, reply) => {
      const { part, version, "*": path } = request.params;
      const file =
        [part, version, path].every(isFilePath) && !path.startsWith("draw/")
          ? await releases.readFile(part, version, path)
          : null;
      // HTML is only served as a page, with its security headers.
      if (!file || file.contentType.startsWith("text/html")) return sendNotFound(request, reply);
      const { encoding, body } = chooseEncoding(request, file);
      if (encoding) reply.header("content-encoding", encoding);
      reply
        .header("vary", "accept-encoding")
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("cross-origin-resource-policy", "same-origin")
        .header("content-security-policy", FILE_POLICY)
        .type(file.contentType);
      return sendWithEtag(request, reply, body, `"${file.sha384.slice(0, 27)}${encoding ?? ""}"`);
    },
  );
}

function chooseEncoding(request: FastifyRequest, { content, brotli, gzip }: StoredFile) {
  const encoding = brotli && gzip ? negotiate(String(request.headers["accept-encoding"] ?? ""), ["br", "gzip"]) : null;
  return { encoding, body: (encoding === "br" ? brotli : encoding === "gzip" ? gzip : null) ?? content };
}
