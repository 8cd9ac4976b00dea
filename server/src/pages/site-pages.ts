import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { DrawnPage, PublicAnswer } from "@conquest/shared/contracts/drawing";
import { fillPath, matchRoute, type SitePage } from "@conquest/shared/contracts/match-route";
import type { Registry } from "@conquest/shared/contracts/releases";
import type { SiteConfig } from "@conquest/shared/contracts/site-config";
import type { Config } from "../config";
import type { Drawings, ReleaseBundle } from "../drawing/drawings";
import type { Moment } from "../platform/answers/moment";
import type { PublicAnswers } from "../platform/answers/public-answers";
import type { Clock } from "../platform/clock";
import { Refusal, RETRY_AFTER, UNAVAILABLE } from "../platform/errors";
import { isOutage } from "../platform/failures/outage";
import type { CountedUse } from "../platform/limits/counted-use";
import { tooMany } from "../platform/limits/rate-limits";
import { developmentTemplate } from "../releases/live/development-parts";
import { SHELL, type LiveRegistry } from "../releases/live/live-registry";
import type { Releases } from "../releases/live/open-releases";
import { DRAWING_FILE } from "../releases/store/release-store";
import { LOCAL_SIGN_IN } from "../releases/checks/reserved-addresses";
import { filesOfPages, TEMPLATE } from "./files-of-pages";
import { keptPages, readyPage, type ReadyPage } from "./kept-pages";
import { describePage } from "./page-head";
import { filesOfDashboard, filesOfPage, renderPage, withShellBase } from "./page-html";
import { hasAll, linkedStyles, styleInliner, stylesOfUndrawn, takeApart } from "./page-styles";
import { inlineScriptsOf, pageHeaders } from "./security-headers";

/** As a part's drawing may ask for it: a picture that is fetched before scripts. Nothing else of it gets into the head. */
const IMAGE_PRELOAD = /^<link rel="preload" as="image"[^<>]*>$/;

interface Needed {
  config: Config;
  clock: Clock;
  releases: Releases;
  drawings: Drawings;
  /** Of the site's own pictures; see mediaVersion. */
  mediaVersion: () => Promise<string>;
  answers: Pick<PublicAnswers, "askWithMoment" | "isRightFor" | "useOf">;
}

type Ask = (address: string) => Promise<PublicAnswer>;

/** What the browser that asks says of itself. */
interface Browser {
  /** The releases whose stylesheets it has. */
  styled: string;
  hasSession: boolean;
  /** It is to have the developer panel. */
  isDeveloper: boolean;
  /** Where some visitors get another release of a part than the others: which one this is. */
  visitor?: number | undefined;
}

/** The request for which a page is made. */
interface Visit {
  /** Counts what it takes to make the page, as if the browser had asked; false where that is too often. */
  isWithin(counted: CountedUse): Promise<boolean>;
  log: FastifyBaseLogger;
}

/** Makes the pages of the site. Everybody gets the same page of an address: it is kept for a moment, and made once however many ask. */
export function sitePages({ config, clock, releases, drawings, mediaVersion, answers }: Needed) {
  const { publicUrl, devShellUrl, devRemotes } = config;
  const isDevelopment = devShellUrl !== undefined || Object.keys(devRemotes).length > 0;
  const pages = keptPages(answers.isRightFor);
  const inlineStyles = styleInliner(async (href) => {
    const [, , part, version, ...file] = href.split("/");
    return (await releases.readFile(part!, version!, file.join("/")))?.content.toString("utf8") ?? null;
  });

  /** By version: while the shell has a canary there are two. */
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

  const bundleOf = (part: string, version: string): ReleaseBundle => ({
    part,
    version,
    read: async () => (await releases.readFile(part, version, DRAWING_FILE))?.content.toString("utf8") ?? null,
  });

  interface Order {
    address: string;
    shellVersion: string;
    page: SitePage | undefined;
    site: SiteConfig;
    remotes: Registry["remotes"];
    ask: Ask;
    log: FastifyBaseLogger;
  }

  async function draw({ address, shellVersion, page, site, remotes, ask, log }: Order) {
    const isForEveryone = page?.route.access === "everyone";
    const entry = page && remotes[page.part];
    if (isForEveryone && !entry?.isEnabled) return null;
    const pair = { shell: bundleOf(SHELL, shellVersion), part: isForEveryone ? bundleOf(page.part, entry!.current.version) : null };
    const now = clock.now().getTime();
    try {
      const addresses = isForEveryone ? page.route.data.map((pattern) => fillPath(pattern, page.params)) : [];
      const known = Object.fromEntries(await Promise.all(addresses.map(async (each) => [each, await ask(each)] as const)));
      const drawn = await drawings.draw(pair, { order: { address, config: site, remotes, now, answers: known }, answer: ask, kind: kindOf(address, page), log });
      return drawn && { page: drawn, now, version: pair.part?.version ?? null };
    } catch (error) {
      // Its answers could not be had. The browser asks for them itself, and says what is wrong.
      if (!(error instanceof Refusal)) log.error({ err: error }, "answers of a page");
      return null;
    }
  }

  interface PageOrder {
    address: string;
    path: string;
    live: LiveRegistry;
    template: string;
    /** {@link Needed.mediaVersion} */
    pictures: string;
  }

  async function make({ address, path, live, template, pictures }: PageOrder, { styled, hasSession, isDeveloper }: Omit<Browser, "visitor">, { isWithin, log }: Visit): Promise<ReadyPage> {
    const moments: Moment[] = [];
    let isAnswered = true;
    let isAway = false;
    let isRefused = false;
    const ask: Ask = async (asked) => {
      try {
        const use = answers.useOf(asked);
        if (use && !(await isWithin(use))) {
          isRefused = true;
          throw tooMany(1);
        }
        const { answer, moment } = await answers.askWithMoment(asked);
        moments.push(moment);
        isAnswered &&= answer.status < 500;
        isAway ||= answer.status === UNAVAILABLE;
        return answer;
      } catch (error) {
        isAnswered = false;
        isAway ||= isOutage(error);
        throw error;
      }
    };
    const matched = matchRoute(live.registry.remotes, path);
    const isShellPage = path === LOCAL_SIGN_IN && config.site.identity.kind === "emulator";
    const described = await describePage(ask, { origin: publicUrl, path, matched, log });
    const { status, head } = isShellPage ? { status: 200, head: { ...described.head, title: "Choose an account" } } : described;

    const registry = registryForPage(live.registry, matched);
    const isDrawable = !isDevelopment && !isShellPage && live.shell !== null;
    // Browser and drawing write the same addresses of pictures, also when one is replaced meanwhile.
    const site: SiteConfig = { ...config.site, mediaVersion: pictures, ...(isDeveloper && { developer: true }) };
    const asDrawn = isDrawable ? await draw({ address, shellVersion: live.shell!.version, page: matched, site, remotes: registry.remotes, ask, log }) : null;
    // The browser is refused the same, and says so.
    const drawn = isRefused ? null : asDrawn;

    // The HTML is the same for everybody: the files of a page that not everybody may see wait until the shell knows who it is.
    const isDashboard = matched?.route.layout === "dashboard";
    const files = matched?.route.access === "everyone" ? filesOfPage(live.registry.remotes[matched.part]!, matched.route) : { scripts: [], styles: [] };
    const bare = takeApart(template);
    const allStyles = [...bare.styles, ...files.styles];
    const styles = !drawn ? stylesOfUndrawn(bare.styles, files.styles) : hasAll(styled, allStyles) ? linkedStyles(allStyles) : await inlineStyles(allStyles);

    const html = renderPage({
      template: bare.template,
      head,
      config: site,
      registry,
      shellScripts: bare.scripts,
      scripts: isDashboard && live.shell ? filesOfDashboard(live.shell, hasSession) : files.scripts,
      styles: styles.tags,
      drawn: drawn && { markup: drawn.page.markup, links: drawn.page.links.filter((link) => IMAGE_PRELOAD.test(link)), state: stateOf(address, drawn) },
    });
    const headers = pageHeaders(config.site, isDevelopment, { scripts: inlineScriptsOf(template), styles: styles.hashes });
    return readyPage({
      // The browser asks again, and says what is wrong; who only reads the page, as a crawler does, comes again.
      ...(isAway ? { status: UNAVAILABLE, headers: { ...headers, "retry-after": RETRY_AFTER } } : { status, headers }),
      html,
      drawnAt: drawn?.page.usesClock ? drawn.now : null,
      moments: drawn && isAnswered ? moments : null,
      isOwn: isRefused,
    });
  }

  let warmed: number | undefined;

  /** After a release somebody would be the first to wait until its bundle is evaluated. */
  function warm({ shell, registry, canaries }: LiveRegistry): void {
    warmed = registry.revision;
    if (!shell || isDevelopment) return;
    for (const [part, { current, isEnabled }] of Object.entries(registry.remotes)) {
      const canary = canaries[part]?.release;
      for (const { version, remote } of [current, ...(canary ? [canary] : [])]) {
        const hasPublicPages = isEnabled && remote.routes.some(({ access }) => access === "everyone");
        if (hasPublicPages) void drawings.warm({ shell: bundleOf(SHELL, shell.version), part: bundleOf(part, version) });
      }
    }
  }

  let held: number | undefined;

  /** Has in memory what pages of the live releases are made of, before somebody waits for it or the database is away. */
  async function prepare(): Promise<void> {
    const live = await releases.live();
    const { revision } = live.registry;
    if (revision !== warmed) warm(live);
    if (revision === held || isDevelopment) return;
    // One after the other: whoever is there already goes first.
    for (const { part, version, path } of filesOfPages(live)) await releases.readFile(part, version, path);
    held = revision;
  }

  /** The page at an address (path and query), the same for all such browsers; null while no shell is released. */
  async function pageAt(asked: string, browser: Browser, visit: Visit): Promise<ReadyPage | null> {
    // As a browser writes it that goes on from the page: it knows no empty query.
    const address = asked.replace(/\?$/, "");
    const live = await releases.live(browser.visitor);
    if (live.registry.revision !== warmed) warm(await releases.live());
    const template = await templateOf(live.shell);
    if (!template) return null;
    const path = address.split("?")[0]!;
    const styled = browser.styled && namesLive(browser.styled, live);
    // Elsewhere nothing differs.
    const hasSession = browser.hasSession && matchRoute(live.registry.remotes, path)?.route.layout === "dashboard";
    const pictures = await mediaVersion();
    const { isDeveloper } = browser;
    const build = () => make({ address, path, live, template, pictures }, { styled, hasSession, isDeveloper }, visit);
    if (isDevelopment) return build();
    return pages.getOrMake(`${live.registry.revision} ${live.shell?.version} ${live.variant} ${pictures} ${styled} ${hasSession} ${isDeveloper} ${address}`, async () => ({ made: await build() }));
  }

  return { pageAt, prepare };
}

/** Of what a browser says, the releases that are live: what anybody can write into a cookie does not multiply pages. */
function namesLive(said: string, { shell, registry }: LiveRegistry): string {
  const live = new Set([`${SHELL}/${shell?.version}`, ...Object.entries(registry.remotes).map(([part, { current }]) => `${part}/${current.version}`)]);
  return [...new Set(said.split(","))].filter((name) => live.has(name)).sort().join(",");
}

/** Anybody can make up queries: what they break is not the page that everybody comes to. */
const kindOf = (address: string, page: SitePage | undefined) => `${page?.route.path ?? "no page"}${address.includes("?") ? " with a query" : ""}`;

/** As much of the registry as the first page needs, however many parts there are; the browser gets the rest when that is there. */
function registryForPage({ schema, revision, remotes }: Registry, matched: SitePage | undefined): Registry {
  const entry = matched && remotes[matched.part];
  if (!entry) return { schema, revision, remotes: {} };
  // Its menu is put together from all parts.
  if (matched.route.layout === "dashboard") return { schema, revision, isWhole: true, remotes };
  const { current, isEnabled, reason } = entry;
  const { path } = matched.route;
  const page = current.files.pages[path];
  const release = {
    ...current,
    files: { ...current.files, pages: page ? { [path]: page } : {} },
    remote: { ...current.remote, routes: [matched.route], menu: [] },
  };
  return { schema, revision, remotes: { [matched.part]: { current: release, previous: null, isEnabled, reason } } };
}

/** The clock is told only where something was drawn by it: the others stay the same page, byte for byte. */
function stateOf(address: string, { page, now, version }: { page: DrawnPage; now: number; version: string | null }) {
  return { address, version, now: page.usesClock ? now : 0, answers: page.answers };
}
