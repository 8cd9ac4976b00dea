import type { FastifyReply, FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { HttpError, RETRY_AFTER_SECONDS, UNAVAILABLE_STATUS, sendError, sendNotFound } from "../platform/errors";
import { isTransientError } from "../platform/failures/transient-errors";
import {
  LANGUAGE_COOKIE,
  splitLanguage,
  withLanguage,
  type Language,
} from "@conquest/shared/contracts/parts/languages";
import { SITE_NAME } from "@conquest/shared/contracts/parts/page-head";
import { message } from "@conquest/shared/contracts/text/message";
import path from "node:path";
import type {} from "@fastify/cookie";
import { serverFolder } from "../config/folders";
import { createSsrPool } from "../ssr/ssr-pool";
import { warnOfSandbox } from "../ssr/sandboxed-process";
import type { Deps } from "../platform/deps";
import { encodingFor } from "../platform/http/encoded-body";
import type { RateLimitRule } from "../platform/limits/rate-limits";
import { isFresh, sendWithEtag } from "../platform/http/send-with-etag";
import { missingHeaders, sharedHeaders } from "../platform/http/shared-caches";
import { translate } from "../platform/text/translate";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";
import { hasCanaries, visitorOf } from "../releases/live/canary";
import { applyDeveloperQuery, originsOf, switchesOf } from "../releases/developer/developer-requests";
import type { Releases } from "../releases/live/open-releases";
import { NON_PAGE_PATHS, ROOT_FILE } from "../releases/checks/reserved-paths";
import { coversRoutes, mediaRoutes, sharePicturesRoutes } from "./media/media-routes";
import { mediaVersion } from "./media/media-files";
import { smallerPictures } from "./media/smaller-pictures";
import type { CachedPage } from "./page-cache";
import { allowDevServers } from "./html/security-headers";
import { sitePages } from "./site-pages";
import { openSitemap } from "./sitemap/sitemap";

const TITLE = message("Back in a moment");
const UNAVAILABLE = message("We can't load our data right now. This page will retry automatically.");

/** Needs no other files: used before the shell is loaded or after it was evicted. */
function unavailableHtml(language: Language): string {
  const title = translate(language, TITLE);
  return [
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><title>${title} | ${SITE_NAME}</title>`,
    `<body style="font-family:sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem"><h1>${title}</h1>`,
    `<p>${translate(language, UNAVAILABLE)}</p></body></html>`,
  ].join("\n");
}

export const isUnavailable = (error: unknown) =>
  isTransientError(error) || (error instanceof HttpError && error.statusCode === UNAVAILABLE_STATUS);

const sendUnavailablePage = (reply: FastifyReply, language: Language) =>
  reply
    .code(UNAVAILABLE_STATUS)
    .header("retry-after", RETRY_AFTER_SECONDS)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(unavailableHtml(language));

/** Maximum delay in milliseconds until a new release is preloaded. */
const INTERVAL_MS = 5_000;

function startWarmUpLoop(prepare: () => Promise<void>, log: FastifyBaseLogger) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isOver = false;

  const start = (): void => {
    running = prepare()
      .catch((error: unknown) => {
        // Outages are logged by the affected page requests.
        if (!isTransientError(error)) log.error({ err: error }, "pages could not be prepared");
      })
      .then(() => {
        if (!isOver) timer = setTimeout(start, INTERVAL_MS).unref();
      });
  };

  return {
    start,
    stop: async (): Promise<void> => {
      isOver = true;
      clearTimeout(timer);
      await running;
    },
  };
}

const mediaFolder = path.join(serverFolder, "media");

/** Routes for everything but the API: pictures, sitemap and pages. Register it last, because it catches all paths. */
export function pagesRoutes(
  app: FastifyInstance,
  { config, clock, db }: Pick<Deps, "config" | "clock" | "db">,
  releases: Releases,
): void {
  const { publicUrl } = config;
  const isSecure = publicUrl.startsWith("https:");
  const ssrPool = createSsrPool(app.log);
  const sitemap = openSitemap({ db, publicUrl, replicas: app.replicas });
  const version = mediaVersion(mediaFolder);
  const pages = sitePages({ config, clock, releases, ssrPool, answers: app.publicAnswers, mediaVersion: version });
  const warmUp = startWarmUpLoop(() => pages.prepare(), app.log);
  app.addHook("onListen", async () => {
    if (config.isProduction) warnOfSandbox(app.log);
    warmUp.start();
  });
  app.addHook("onClose", async () => {
    await warmUp.stop();
    ssrPool.close();
  });

  coversRoutes(app, mediaFolder);
  mediaRoutes(app, {
    folder: mediaFolder,
    version,
    smaller: smallerPictures({ folder: config.picturesDir, log: app.log }),
  });
  sharePicturesRoutes(app, { folder: mediaFolder, db });

  /** Returns the language that someone chose earlier, if an address without a language is to open in it. */
  async function languageToOpen({ url, cookies }: FastifyRequest): Promise<Language | undefined> {
    const live = await releases.live().catch(() => null);
    const offered = live ? pages.offeredLanguages(live) : [];
    const chosen = offered.find((each) => each !== "en" && each === cookies[LANGUAGE_COOKIE]);
    return chosen && splitLanguage(url, offered).language === "en" ? chosen : undefined;
  }

  const sitemapInput = (live: LiveRegistry) => ({ registry: live.registry, languages: pages.offeredLanguages(live) });

  app.get("/robots.txt", (_request, reply) => {
    const dashboards = config.languages.map((language) => `Disallow: ${withLanguage("/dashboard", language)}`);
    const lines = ["User-agent: *", "Disallow: /api/", ...dashboards, `Sitemap: ${publicUrl}/sitemap.xml`];
    return reply
      .header("cache-control", "public, max-age=3600")
      .type("text/plain; charset=utf-8")
      .send(`${lines.join("\n")}\n`);
  });

  app.get("/sitemap.xml", async (request, reply) => {
    const live = await releases.live();
    const body = live.shell || config.devShellUrl ? await sitemap.first(sitemapInput(live)) : null;
    // An empty sitemap would make crawlers forget known pages.
    return body === null ? notReleased(reply, "its pages are") : sendXml(request, reply, body);
  });

  app.get<{ Params: { number: string } }>("/sitemap-:number(^\\d{1,6}).xml", async (request, reply) => {
    const body = await sitemap.file(sitemapInput(await releases.live()), Number(request.params.number));
    return body === null ? sendNotFound(request, reply) : sendXml(request, reply, body);
  });

  const sendPageError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    isUnavailable(error) && !NON_PAGE_PATHS.test(request.url.split("?")[0]!)
      ? sendUnavailablePage(reply, splitLanguage(request.url, config.languages).language)
      : sendError(error, request, reply);

  app.get<{ Params: { "*": string } }>("/*", { errorHandler: sendPageError }, async (request, reply) => {
    // Checks the decoded path: /%61pi is /api.
    if (NON_PAGE_PATHS.test(`/${request.params["*"]}`)) return sendNotFound(request, reply);

    const iconName = request.url.split("?")[0]!.slice(1);
    if (ROOT_FILE.test(`/${iconName}`)) {
      const { shell } = await releases.live();
      const icon = shell ? await releases.readFile(SHELL, shell.version, iconName) : null;
      if (!icon) return sendNotFound(request, reply);
      return sendWithEtag(request, reply.headers(sharedHeaders(request)).type(icon.contentType), icon.content);
    }

    const redirect = applyDeveloperQuery(request, reply, config);
    if (redirect) return redirect;
    const chosen = await languageToOpen(request);
    if (chosen)
      return reply
        .header("cache-control", "private, no-store")
        .header("vary", "Cookie")
        .redirect(withLanguage(request.url, chosen), 302);
    const switches = switchesOf(request, config);
    const origins = originsOf(switches);
    const visitor = (await releases.live().then(hasCanaries, () => false))
      ? visitorOf(request, reply, isSecure)
      : undefined;
    const browser = {
      styled: stylesOf(request),
      hasSession: app.sessions.isClaimed(request),
      isDeveloper: switches !== null,
      visitor,
    };
    const visit = { isWithin: (counted: RateLimitRule) => app.limits.isWithin(counted, request), log: request.log };
    const page = await pages.pageAt(request.url, browser, visit).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      request.log.error({ err: error }, "a page could not be made");
      return "away" as const;
    });
    if (page === "away") return sendUnavailablePage(reply, splitLanguage(request.url, config.languages).language);
    if (!page) return notReleased(reply, "its shell is");
    const headers = origins.length > 0 ? allowDevServers(page.headers, origins) : page.headers;
    reply
      .code(page.status === 404 && page.isPossiblyVisible && browser.hasSession ? 200 : page.status)
      .headers(headers)
      .headers(cacheHeaders(page, request, browser))
      .header("vary", "Accept-Encoding, Cookie")
      .header("etag", page.tag);
    // Lets the browser compute its offset from the server's render time.
    if (page.renderedAt !== null) reply.header("server-timing", `age;dur=${clock.now().getTime() - page.renderedAt}`);
    // A cached page has another content security policy.
    if (origins.length > 0) reply.removeHeader("etag");
    else if (page.status === 200 && isFresh(request, page.tag)) return reply.code(304).send();
    const encoding = encodingFor(page, request.headers["accept-encoding"]);
    if (encoding) reply.header("content-encoding", encoding);
    return reply.type("text/html; charset=utf-8").send(encoding ? await page.encode(encoding) : page.body);
  });
}

const sendXml = (request: FastifyRequest, reply: FastifyReply, body: string) =>
  reply.headers(sharedHeaders(request, "public, max-age=3600")).type("application/xml; charset=utf-8").send(body);

const notReleased = (reply: FastifyReply, what: string) =>
  reply
    .code(503)
    .header("retry-after", "5")
    .type("text/plain; charset=utf-8")
    .send(`The site is being set up: ${what} not released yet.\n`);

/** While a canary runs, a page depends on the visitor number, so only browsers may store it. */
function cacheHeaders(
  { status, isPossiblyVisible, isShared }: CachedPage,
  request: FastifyRequest,
  { hasSession, isDeveloper, visitor }: { hasSession: boolean; isDeveloper: boolean; visitor: number | undefined },
) {
  // The page of a private contest is the same as that of one that does not exist.
  const missing = "private, no-store";
  const isOwn = hasSession || isDeveloper;
  if (status === 404 && isPossiblyVisible && isOwn) return { "cache-control": missing };
  // Also during a canary, or an older page would stay in the cache.
  if (status === 404 && !isOwn) return missingHeaders(request, missing);
  if (isOwn || visitor !== undefined) return { "cache-control": "private, no-cache" };
  return isShared ? sharedHeaders(request) : { "cache-control": "no-cache" };
}

function stylesOf({ cookies }: FastifyRequest): string {
  const cookie = cookies["conquest_styles"] ?? "";
  return cookie.length <= 200 && /^[\w/,-]*$/.test(cookie) ? cookie : "";
}
