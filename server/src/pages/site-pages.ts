import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import { splitLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { type SitePage, matchRoute } from "@conquest/shared/contracts/parts/match-route";
import type { Registry, Release, RemoteFiles } from "@conquest/shared/contracts/parts/releases";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";
import type { Config } from "../config/config";
import type { SsrPool } from "../ssr/ssr-pool";
import type { PublicResponseCache } from "../platform/http/public-response-cache";
import type { Clock } from "../platform/clock";
import { RETRY_AFTER_SECONDS, UNAVAILABLE_STATUS } from "../platform/errors";
import { developmentTemplate } from "../releases/live/development-parts";
import type { Releases } from "../releases/live/open-releases";
import { LOCAL_SIGN_IN } from "../releases/checks/reserved-paths";
import { describePage, dashboardFiles, filesOfPage, renderPage, withShellBase } from "./html/page-html";
import { hasCachedStyles, styleInliner, stylesWithoutSsr, splitTemplate } from "./html/page-styles";
import { inlineScriptsOf, pageHeaders } from "./html/security-headers";
import { createPageCache, createCachedPage, type CachedPage } from "./page-cache";
import { languagesOf, readPageMessages, translator } from "./page-messages";
import { PageDataFetcher, type IsWithin, createPageRenderer } from "./render-page";

/** Keeps only live releases, so that forged cookies cannot multiply cached pages. */
function selectLiveReleases(cookie: string, { shell, registry }: LiveRegistry): string {
  const live = new Set([
    `${SHELL}/${shell?.version}`,
    ...Object.entries(registry.remotes).map(([part, { current }]) => `${part}/${current.version}`),
  ]);
  return [...new Set(cookie.split(","))]
    .filter((name) => live.has(name))
    .sort()
    .join(",");
}

/** Leaves out the translations of other languages, so that pages do not grow with the number of languages. */
function inLanguage(release: Release, language: Language): Release {
  const only = (translated: Record<string, string> | undefined): Record<string, string> | undefined =>
    language !== "en" && translated?.[language] ? { [language]: translated[language] } : undefined;
  const pages = Object.fromEntries(
    Object.entries(release.files.pages).map(([path, page]) => [path, { ...page, messages: only(page.messages) }]),
  );
  const files = new Set(Object.values(pages).map(({ messages }) => messages?.[language]));
  const integrity = Object.fromEntries(
    Object.entries(release.integrity).filter(([name]) => !name.startsWith("messages/") || files.has(name)),
  );
  const menu = release.remote.menu.map((entry) => ({ ...entry, labels: only(entry.labels) }));
  return { ...release, files: { ...release.files, pages }, integrity, remote: { ...release.remote, menu } };
}

/** Returns the registry with what the page needs: the dashboard's menu combines all parts, other pages need one route. */
function registryForPage(
  { schema, revision, remotes }: Registry,
  matched: SitePage | undefined,
  language: Language,
): Registry {
  const entry = matched && remotes[matched.part];
  if (!entry) return { schema, revision, remotes: {} };
  if (matched.route.layout === "dashboard") {
    const entries = Object.entries(remotes).map(([part, { current, previous, ...rest }]) => [
      part,
      { current: inLanguage(current, language), previous: previous && inLanguage(previous, language), ...rest },
    ]);
    return { schema, revision, isWhole: true, remotes: Object.fromEntries(entries) as Registry["remotes"] };
  }
  const { current, isEnabled, reason } = entry;
  const { path } = matched.route;
  const page = current.files.pages[path];
  const release = inLanguage(
    {
      ...current,
      files: { ...current.files, pages: page ? { [path]: page } : {} },
      remote: { ...current.remote, routes: [matched.route], menu: [] },
    },
    language,
  );
  return { schema, revision, remotes: { [matched.part]: { current: release, previous: null, isEnabled, reason } } };
}

const TEMPLATE = "index.html";

/** Lists the most important first. With them in memory, a server can serve pages while its database is down. */
function listPageAssets({ shell, registry, canaries }: LiveRegistry) {
  const shells = [shell ?? undefined, canaries[SHELL]?.shell].filter((each) => each !== undefined);
  const releases = Object.entries(registry.remotes)
    .filter(([, { isEnabled }]) => isEnabled)
    .flatMap(([part, { current }]) =>
      [current, canaries[part]?.release].filter((each) => each !== undefined).map((release) => ({ part, ...release })),
    );
  return [
    ...shells.flatMap(({ version, integrity }) =>
      [TEMPLATE, ...Object.keys(integrity)].map((path) => ({ part: SHELL, version, path })),
    ),
    ...releases.flatMap(({ part, version, files }) => pathsOf(files).map((path) => ({ part, version, path }))),
  ];
}

function pathsOf({ entry, pages, ...first }: RemoteFiles): string[] {
  const all = [first, ...Object.values(pages)].flatMap(({ styles, scripts }) => [...styles, ...scripts]);
  return [...new Set([entry, ...all])];
}

interface SitePagesDeps {
  config: Config;
  clock: Clock;
  releases: Releases;
  ssrPool: SsrPool;
  mediaVersion: () => Promise<string>;
  answers: Pick<PublicResponseCache, "fetchWithSnapshot" | "remainingValidityMs" | "rateLimitRuleAt">;
}

interface Browser {
  styled: string;
  hasSession: boolean;
  isDeveloper: boolean;
  visitor?: number | undefined;
}

interface Visit {
  isWithin: IsWithin;
  log: FastifyBaseLogger;
}

/** Pages are the same for all users, so they are cached briefly and concurrent requests share one build. */
export function sitePages({ config, clock, releases, ssrPool, mediaVersion, answers }: SitePagesDeps) {
  const { publicUrl, devShellUrl, devRemotes } = config;
  const isDevelopment = devShellUrl !== undefined || Object.keys(devRemotes).length > 0;
  const pages = createPageCache(answers.remainingValidityMs);
  const { render, warm } = createPageRenderer({ clock, releases, ssrPool });
  const inlineStyles = styleInliner(async (href) => {
    const [, , part, version, ...file] = href.split("/");
    return (await releases.readFile(part!, version!, file.join("/")))?.content.toString("utf8") ?? null;
  });

  const templates = new LRUCache<string, string>({ max: 4 });

  async function templateOf(shell: LiveRegistry["shell"]): Promise<string | null> {
    const fresh = devShellUrl ? await developmentTemplate(devShellUrl) : null;
    if (fresh || !shell) return fresh;
    const { version, integrity } = shell;
    const known = templates.get(version);
    if (known) return known;
    const file = await releases.readFile(SHELL, version, TEMPLATE);
    if (!file) return null;
    const template = withShellBase(file.content.toString("utf8"), { base: `/mf/shell/${version}/`, integrity });
    templates.set(version, template);
    return template;
  }

  /** A shell of another time may lack a language. In development, its dev server has it. */
  const offeredLanguages = ({ shell }: LiveRegistry) =>
    config.languages.filter(
      (each) => isDevelopment || each === "en" || shell?.chunks["main"]?.messages?.[each] !== undefined,
    );

  interface PageOrder {
    address: string;
    path: string;
    language: Language;
    live: LiveRegistry;
    template: string;
    pictures: string;
  }

  async function buildPage(
    { address, path, language, live, template, pictures }: PageOrder,
    { styled, hasSession, isDeveloper }: Omit<Browser, "visitor">,
    { isWithin, log }: Visit,
  ): Promise<CachedPage> {
    const fetcher = new PageDataFetcher(answers, isWithin, language);
    const { ask } = fetcher;
    const matched = matchRoute(live.registry.remotes, path);
    const isShellPage = path === LOCAL_SIGN_IN && config.site.identity.kind === "emulator";
    const offered = offeredLanguages(live);
    const messages = await readPageMessages(devShellUrl ? { ...live, shell: null } : live, matched, language, releases);
    if (devShellUrl && language !== "en")
      messages.files.unshift({ href: `/@dev/shell/messages/main.${language}.js`, integrity: undefined });
    const described = await describePage(ask, {
      origin: publicUrl,
      path,
      matched,
      log,
      language,
      languages: languagesOf(
        matched && live.registry.remotes[matched.part]?.current,
        matched?.route.path ?? "",
        offered,
      ),
      translate: translator(messages.headCatalogs, language),
    });
    const {
      status,
      head,
      structuredData,
      isPossiblyVisible = false,
    } = isShellPage
      ? { status: 200, head: { ...described.head, title: "Choose an account" }, structuredData: null }
      : described;

    const registry = registryForPage(live.registry, matched, language);
    const usesSsr = !isDevelopment && !isShellPage && live.shell !== null;
    // Server and browser must use the same picture URLs, even if a picture is replaced in between.
    const site: SiteConfig = {
      ...config.site,
      mediaVersion: pictures,
      ...(isDeveloper && { developer: true }),
      ...(offered.length > 1 && { languages: offered }),
    };
    const rendered = usesSsr
      ? await render({
          address,
          shellVersion: live.shell!.version,
          page: matched,
          site,
          remotes: registry.remotes,
          messages: messages.catalogs,
          ask,
          log,
        })
      : null;
    // The browser gets the same rate limit and shows it.
    const ssrPage = fetcher.isRateLimited ? null : rendered;

    // The HTML is the same for all users, so files of restricted pages load after the shell knows the user.
    const isDashboard = matched?.route.layout === "dashboard";
    const files =
      matched?.route.access === "everyone"
        ? filesOfPage(live.registry.remotes[matched.part]!, matched.route)
        : { scripts: [], styles: [] };
    const bare = splitTemplate(template);
    const allStyles = [...bare.styles, ...files.styles];
    const styles = !ssrPage
      ? stylesWithoutSsr(bare.styles, files.styles)
      : await inlineStyles(allStyles, ssrPage.markup, hasCachedStyles(styled, allStyles));

    const html = renderPage({
      template: bare.template,
      language,
      head,
      structuredData,
      config: site,
      registry,
      shellScripts: bare.scripts,
      messages: messages.files,
      scripts: isDashboard && live.shell ? dashboardFiles(live.shell, hasSession) : files.scripts,
      styles,
      ssrPage,
    });
    const headers = {
      ...pageHeaders(config.site, isDevelopment, { scripts: inlineScriptsOf(template), styles: styles.hashes }),
      ...(status === 200 && matched?.route.head && !head.isIndexed && { "x-robots-tag": "noindex" }),
    };
    return createCachedPage({
      // Browsers retry and show the error; crawlers come back later.
      ...(fetcher.isUnavailable
        ? { status: UNAVAILABLE_STATUS, headers: { ...headers, "retry-after": RETRY_AFTER_SECONDS } }
        : { status, headers }),
      isPossiblyVisible,
      html,
      renderedAt: ssrPage?.renderedAt ?? null,
      snapshots: ssrPage && fetcher.isComplete ? fetcher.snapshots : null,
      isRateLimited: fetcher.isRateLimited,
      isShared: status === 200 && ssrPage !== null && fetcher.isComplete && !fetcher.isSecret && head.isIndexed,
    });
  }

  let warmedRevision: number | undefined;
  let loadedRevision: number | undefined;

  function warmOnce(live: LiveRegistry): void {
    if (live.registry.revision === warmedRevision) return;
    warmedRevision = live.registry.revision;
    if (!isDevelopment) warm(live);
  }

  async function prepare(): Promise<void> {
    const live = await releases.live();
    const { revision } = live.registry;
    warmOnce(live);
    if (revision === loadedRevision || isDevelopment) return;
    // Sequential, so that current requests go first.
    for (const { part, version, path } of listPageAssets(live)) await releases.readFile(part, version, path);
    loadedRevision = revision;
  }

  /** Returns the page at a path and query, cached per kind of browser; null if no shell is released. */
  async function pageAt(url: string, browser: Browser, visit: Visit): Promise<CachedPage | null> {
    // Browsers drop an empty query, and hydration compares URLs.
    const address = url.replace(/\?$/, "");
    const live = await releases.live(browser.visitor);
    if (live.registry.revision !== warmedRevision) warmOnce(await releases.live());
    const template = await templateOf(live.shell);
    if (!template) return null;
    const { language, address: unprefixed } = splitLanguage(address, offeredLanguages(live));
    const path = unprefixed.split("?")[0]!;
    const styled = browser.styled && selectLiveReleases(browser.styled, live);
    const hasSession = browser.hasSession && matchRoute(live.registry.remotes, path)?.route.layout === "dashboard";
    const pictures = await mediaVersion();
    const { isDeveloper } = browser;
    const build = () =>
      buildPage({ address, path, language, live, template, pictures }, { styled, hasSession, isDeveloper }, visit);
    if (isDevelopment) return build();
    // The address contains the language.
    return pages.getOrMake(
      `${live.registry.revision} ${live.shell?.version} ${live.variant} ${pictures} ${styled} ${hasSession} ${isDeveloper} ${address}`,
      async () => ({ made: await build() }),
    );
  }

  return { pageAt, prepare, offeredLanguages };
}
