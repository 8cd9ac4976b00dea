import { type Fault, isFault } from "@conquest/shared/contracts/parts/developer";
import { containerName } from "@conquest/shared/contracts/parts/remote";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../platform/deps";
import { sendNotFound } from "../../platform/errors";
import { fetchDevFile } from "../live/development-parts";
import { isFilePath } from "../store/file-path";
import type { ReadReleaseFile } from "../store/release-store";
import { switchesOf } from "./developer-requests";

/** Noticeable, but below the page's timeout. */
const SLOW_MS = 3_000;
/** Longer than any page's timeout. */
const HANG_MS = 60_000;

interface FaultyResponse {
  after?: number;
  isCutOff?: true;
  status?: number;
  body?: { type: string; text: string };
  change?: (text: string) => string;
}

const isCode = (path: string) => /\.(js|css)$/.test(path);

const isPageChunk = (path: string) => path.startsWith("page-");

/** Returns the response for this fault; null if the file is unaffected, like pictures and fonts. */
function faultyResponse({ part, path, fault }: { part: string; path: string; fault: Fault }): FaultyResponse | null {
  if (!isCode(path)) return null;
  switch (fault) {
    case "down":
      return { isCutOff: true };
    case "slow":
      return { after: SLOW_MS };
    case "hangs":
      return { after: HANG_MS, isCutOff: true };
    case "missing":
      return { status: 404 };
    case "chunk":
      return isPageChunk(path) ? { status: 404 } : null;
    case "500":
      return { status: 500, body: { type: "text/plain; charset=utf-8", text: "This part is set to fail." } };
    case "html":
      return {
        body: {
          type: "text/html; charset=utf-8",
          text: "<!doctype html><title>A page</title><p>A page, where a file of a part should be.</p>",
        },
      };
    case "tampered":
      return { change: (text) => `${text}\n${path.endsWith(".js") ? ";window.tampered=true;" : "body{display:none}"}` };
    case "crash":
      return path === "remoteEntry.js" ? { change: (text) => text + crashing(containerName(part)) } : null;
    // Simulated in the registry response; the files are unchanged.
    case "skew":
      return null;
  }
}

/** The part loads, but its component throws when it renders. */
const crashing = (container: string) => `
;{const sound=${container};${container}={init:(...given)=>sound.init(...given),get:async(name)=>{const make=await sound.get(name);return()=>({...make(),default(){throw new Error("This part is switched to crash.")}})}}}`;

interface FaultRoute {
  Params: { part: string; version: string; fault: string; "*": string };
}

/** Simulates faults for browsers with the developer panel (see faultyBase). Not registered if the panel is off. */
export function faultRoutes(app: FastifyInstance, { config }: Pick<Deps, "config">, readReleased: ReadReleaseFile) {
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
