import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Registry } from "@conquest/shared/contracts/releases";
import { listTopContests } from "@conquest/shared/contracts/listing";
import type { Deps } from "../platform/deps";
import { answerUnknown } from "../platform/errors";
import { IMMUTABLE, REVALIDATE, chooseEncoding, sendTagged } from "./conditional-reply";
import { developmentTemplate, withLiveRemotes } from "./development-parts";
import { liveRegistry, type LiveRegistry } from "./live-registry";
import { matchRoute } from "./match-route";
import { mediaFiles } from "./media-files";
import { describePage } from "./page-head";
import { escapeHtml, preloadsOf, renderPage } from "./page-html";
import { releaseReader } from "./release-store";
import { releaseRoutes } from "./release-routes";
import { pageHeaders } from "./security-headers";

const mediaFolder = fileURLToPath(new URL("../../media", import.meta.url));
const FILE_PATH = /^[\w@~+.-]+(?:\/[\w@~+.-]+)*$/;
/** Below these nothing is ever HTML: a script that is missing must not come back as a page. */
const NOT_PAGES = /^\/(?:api|mf|media)(?:\/|$)/;
/** Drawn by the shell itself: the account chooser that stands in for Google's with the emulator. */
const LOCAL_SIGN_IN = "/local-google-sign-in";

/** The site around the API: releases, registry, pictures, and the HTML of every other address. Register it last. */
export function siteRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config } = deps;
  const { publicUrl, devShellUrl, devRemotes } = config;
  const isDevelopment = devShellUrl !== undefined || Object.keys(devRemotes).length > 0;
  const released = liveRegistry(db);
  const readReleaseFile = releaseReader(db);
  const findMedia = mediaFiles(mediaFolder);
  const headers = pageHeaders(config.site, isDevelopment);

  const live = async (): Promise<LiveRegistry> =>
    isDevelopment ? withLiveRemotes(await released(), devRemotes) : released();

  releaseRoutes(app, { db, clock, deployTokens: config.deployTokens });

  app.get("/healthz", async (_request, reply) => {
    await released();
    return reply.header("cache-control", "no-store").send({ status: "ok" });
  });

  app.get("/mf/registry.json", async (request, reply) => {
    const { registry } = await live();
    reply.header("cache-control", REVALIDATE).type("application/json; charset=utf-8");
    return sendTagged(request, reply, JSON.stringify(registry));
  });

  app.get<{ Params: { part: string; version: string; "*": string } }>("/mf/:part/:version/*", async (request, reply) => {
    const { part, version, "*": path } = request.params;
    const isAddress = [part, version, path].every((piece) => FILE_PATH.test(piece));
    const file = isAddress ? await readReleaseFile(part, version, path) : null;
    // The shell's template is served as pages, with their headers; here it would be a page without them.
    if (!file || file.contentType.startsWith("text/html")) return answerUnknown(request, reply);
    const { encoding, body } = chooseEncoding(request, file);
    if (encoding) reply.header("content-encoding", encoding);
    reply
      .header("vary", "accept-encoding")
      .header("cache-control", IMMUTABLE)
      .header("cross-origin-resource-policy", "same-origin")
      .type(file.contentType);
    return sendTagged(request, reply, body, `${file.sha384.slice(0, 27)}${encoding ?? ""}`);
  });

  app.get<{ Params: { "*": string } }>("/media/*", async (request, reply) => {
    const file = await findMedia(request.params["*"]);
    if (!file) return answerUnknown(request, reply);
    reply.header("cache-control", "public, max-age=86400").type(file.contentType);
    return sendTagged(request, reply, file.content, file.tag);
  });

  app.get("/robots.txt", (_request, reply) => {
    const lines = ["User-agent: *", "Disallow: /api/", "Disallow: /dashboard", `Sitemap: ${publicUrl}/sitemap.xml`];
    return reply.header("cache-control", "public, max-age=3600").type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });

  app.get("/sitemap.xml", async (request, reply) => {
    const { registry } = await live();
    const paths = [...publicPaths(registry), ...(await contestPaths(app, request))];
    const urls = paths.map((path) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
    return reply.header("cache-control", "public, max-age=3600").type("application/xml; charset=utf-8").send(body);
  });

  app.get<{ Params: { "*": string } }>("/*", async (request, reply) => {
    const path = request.url.split("?")[0]!;
    // As the router reads it: /%61pi is /api.
    if (NOT_PAGES.test(`/${request.params["*"]}`)) return answerUnknown(request, reply);
    const { shell, registry } = await live();

    const iconName = /^\/[\w-]+\.(?:ico|png|svg|webmanifest)$/.exec(path)?.[0].slice(1);
    if (iconName) {
      const icon = shell ? await readReleaseFile("shell", shell.version, iconName) : null;
      if (!icon) return answerUnknown(request, reply);
      return sendTagged(request, reply.header("cache-control", REVALIDATE).type(icon.contentType), icon.content, icon.sha384.slice(0, 27));
    }

    const template = await shellTemplate(shell);
    if (!template) {
      return reply.code(503).header("retry-after", "5").type("text/plain; charset=utf-8").send("The site is being set up: its shell is not released yet.\n");
    }
    const matched = matchRoute(registry, path);
    const isShellPage = path === LOCAL_SIGN_IN && config.site.identity.kind === "emulator";
    const page = await describePage(app, request, { origin: publicUrl, path, matched });
    const { status, head } = isShellPage ? { status: 200, head: { ...page.head, title: "Choose an account" } } : page;
    const remote = matched ? registry.remotes[matched.part] : undefined;
    const html = renderPage({ ...template, head, config: config.site, registry, preloads: remote ? preloadsOf(remote) : [] });
    reply.code(status).headers(headers).header("cache-control", REVALIDATE).type("text/html; charset=utf-8");
    return sendTagged(request, reply, html);
  });

  async function shellTemplate(shell: LiveRegistry["shell"]) {
    const fresh = devShellUrl ? await developmentTemplate(devShellUrl) : null;
    if (fresh) return { template: fresh, shell: null };
    if (!shell) return null;
    const file = await readReleaseFile("shell", shell.version, "index.html");
    return file ? { template: file.content.toString("utf8"), shell: { base: `/mf/shell/${shell.version}/`, integrity: shell.integrity } } : null;
  }
}

const publicPaths = (registry: Registry) =>
  Object.values(registry.remotes)
    .flatMap(({ current }) => current.remote.routes)
    .filter(({ access, path }) => access === "everyone" && !path.includes(":"))
    .map(({ path }) => path);

/** The first hundred of the top contests: enough for a search engine to find the rest by their links. */
async function contestPaths(app: FastifyInstance, request: FastifyRequest): Promise<string[]> {
  const answer = await app.inject({ url: `/api${listTopContests.path}?limit=100`, remoteAddress: request.ip });
  const contests = answer.statusCode === 200 ? listTopContests.response.safeParse(answer.json()) : null;
  return contests?.success ? contests.data.map(({ _id }) => `/contest-details/${_id}`) : [];
}
