import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { isFault } from "@conquest/shared/contracts/parts/developer";
import type { Deps } from "../../platform/deps";
import { sendNotFound } from "../../platform/errors";
import { fetchDevFile } from "../live/development-parts";
import { isFilePath } from "../store/file-path";
import type { ReadReleaseFile } from "../store/release-store";
import { switchesOf } from "./developer-requests";
import { faultyResponse } from "./faulty-response";

interface FaultRoute {
  Params: { part: string; version: string; fault: string; "*": string };
}

/**
 * Serves release files with simulated faults to browsers with the developer panel (see faultyBase). Not registered if
 * the panel is off.
 */
export function faultRoutes(
  app: FastifyInstance,
  { config }: Pick<Deps, "config">,
  readReleased: ReadReleaseFile,
): void {
  if (config.developerPanel === "off") return;
  const stopping = new AbortController();
  // Pending responses would block shutdown.
  app.addHook("preClose", (done) => {
    stopping.abort();
    done();
  });

  const read: ReadReleaseFile = async (part, version, path) => {
    const origin = config.devRemotes[part];
    return version === "dev" && origin ? fetchDevFile(origin, path) : readReleased(part, version, path);
  };

  app.get<FaultRoute>("/mf/:part/:version(^\\w+)~:fault(^\\w+)/*", async (request, reply) => {
    const { part, version, fault, "*": path } = request.params;
    if (!switchesOf(request, config) || !isFault(fault) || ![part, path].every(isFilePath) || path.startsWith("draw/"))
      return sendNotFound(request, reply);
    const response = faultyResponse({ part, path, fault }) ?? {};
    if (response.after) await pause(response.after, null, { signal: stopping.signal }).catch(() => undefined);
    if (response.isCutOff) {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    reply.header("cache-control", "no-store").header("cross-origin-resource-policy", "same-origin");
    if (response.body)
      return reply
        .code(response.status ?? 200)
        .type(response.body.type)
        .send(response.body.text);
    const file = response.status === 404 ? null : await read(part, version, path);
    if (!file || file.contentType.startsWith("text/html")) return sendNotFound(request, reply);
    const text = file.content.toString("utf8");
    return reply.type(file.contentType).send(response.change ? response.change(text) : file.content);
  });
}
