import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { fillPath, matchRoute } from "@conquest/shared/contracts/match-route";
import type { Registry } from "@conquest/shared/contracts/releases";
import type { Deps } from "../platform/deps";
import { answerUnknown } from "../platform/errors";
import { sendTagged } from "../platform/send-tagged";
import { developmentTemplate } from "../releases/development-parts";
import { SHELL, type LiveRegistry } from "../releases/live-registry";
import type { Releases } from "../releases/open-releases";
import { mediaFiles } from "./media-files";
import { describePage, isPageOfContests, type PublicContests } from "./page-head";
import { escapeHtml, preloadsOf, renderPage } from "./page-html";
import { pageHeaders } from "./security-headers";

const mediaFolder = fileURLToPath(new URL("../../media", import.meta.url));
/** Below these nothing is ever HTML: a script that is missing must not come back as a page. */
const NOT_PAGES = /^\/(?:api|mf|media)(?:\/|$)/;
/** Drawn by the shell itself: the account chooser that stands in for Google's with the emulator. */
const LOCAL_SIGN_IN = "/local-google-sign-in";
/** Enough for a search engine to find the rest by their links. */
const CONTESTS_IN_SITEMAP = 100;

/** What is no API: pictures, what search engines read, and the HTML of every other address. Register it last. */
export function pagesRoutes(app: FastifyInstance, { config }: Pick<Deps, "config">, releases: Releases, contests: PublicContests): void {
  const { publicUrl, devShellUrl, devRemotes } = config;
  const findMedia = mediaFiles(mediaFolder);
  const headers = pageHeaders(config.site, devShellUrl !== undefined || Object.keys(devRemotes).length > 0);

  app.get<{ Params: { "*": string } }>("/media/*", async (request, reply) => {
    const file = await findMedia(request.params["*"]);
    if (!file) return answerUnknown(request, reply);
    reply.header("cache-control", "public, max-age=86400").type(file.contentType);
    return sendTagged(request, reply, file.content);
  });

  app.get("/robots.txt", (_request, reply) => {
    const lines = ["User-agent: *", "Disallow: /api/", "Disallow: /dashboard", `Sitemap: ${publicUrl}/sitemap.xml`];
    return reply.header("cache-control", "public, max-age=3600").type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });

  app.get("/sitemap.xml", async (_request, reply) => {
    const { registry } = await releases.live();
    const urls = (await publicPaths(registry)).map((path) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
    return reply.header("cache-control", "public, max-age=3600").type("application/xml; charset=utf-8").send(body);
  });

  app.get<{ Params: { "*": string } }>("/*", async (request, reply) => {
    const path = request.url.split("?")[0]!;
    // As the router reads it: /%61pi is /api.
    if (NOT_PAGES.test(`/${request.params["*"]}`)) return answerUnknown(request, reply);
    const { shell, registry } = await releases.live();

    const iconName = /^\/[\w-]+\.(?:ico|png|svg|webmanifest)$/.exec(path)?.[0].slice(1);
    if (iconName) {
      const icon = shell ? await releases.readFile(SHELL, shell.version, iconName) : null;
      if (!icon) return answerUnknown(request, reply);
      return sendTagged(request, reply.header("cache-control", "no-cache").type(icon.contentType), icon.content);
    }

    const template = await shellTemplate(shell);
    if (!template) {
      return reply.code(503).header("retry-after", "5").type("text/plain; charset=utf-8").send("The site is being set up: its shell is not released yet.\n");
    }
    const matched = matchRoute(registry.remotes, path);
    const isShellPage = path === LOCAL_SIGN_IN && config.site.identity.kind === "emulator";
    const page = await describePage(contests, { origin: publicUrl, path, matched, log: request.log });
    const { status, head } = isShellPage ? { status: 200, head: { ...page.head, title: "Choose an account" } } : page;
    // The HTML is the same for everybody: the files of a page that not everybody may see wait until the shell knows who it is.
    const preloads = matched?.route.access === "everyone" ? preloadsOf(registry.remotes[matched.part]!) : [];
    const html = renderPage({ ...template, head, config: config.site, registry, preloads });
    reply.code(status).headers(headers).header("cache-control", "no-cache").type("text/html; charset=utf-8");
    return sendTagged(request, reply, html);
  });

  async function publicPaths({ remotes }: Registry): Promise<string[]> {
    const routes = Object.values(remotes).flatMap(({ current }) => current.remote.routes);
    const paths = routes.filter(({ access, path }) => access === "everyone" && !path.includes(":")).map(({ path }) => path);
    const pages = routes.filter(isPageOfContests);
    const top = pages.length > 0 ? await contests.listTopContests(CONTESTS_IN_SITEMAP) : [];
    return [...paths, ...pages.flatMap(({ path, head }) => top.map(({ _id }) => fillPath(path, { [head.param]: _id })))];
  }

  async function shellTemplate(shell: LiveRegistry["shell"]) {
    const fresh = devShellUrl ? await developmentTemplate(devShellUrl) : null;
    if (fresh) return { template: fresh, shell: null };
    if (!shell) return null;
    const file = await releases.readFile(SHELL, shell.version, "index.html");
    return file ? { template: file.content.toString("utf8"), shell: { base: `/mf/shell/${shell.version}/`, integrity: shell.integrity } } : null;
  }
}
