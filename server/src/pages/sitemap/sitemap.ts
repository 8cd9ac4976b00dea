import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import type { Database } from "../../database/database";
import { escapeHtml } from "../../platform/http/escape-html";
import { isPageOf } from "../html/page-head";
import { readReleaseDates, readRows, readRanges, type Listed, type SitemapRange } from "./sitemap-rows";

/** The most URLs of a file. The protocol allows 50,000; files of this size are built in memory. */
export const URLS_PER_FILE = 10_000;
/** Share of a file that a new plan fills. The rest is for records that are added while the plan is cached. */
const FILL_RATIO = 0.95;
/** Cached because a plan reads all public records. */
const PLAN_MAX_AGE_MS = 10 * 60_000;

interface Url {
  path: string;
  changed: string | undefined;
}

interface Plan {
  pages: Url[];
  stretches: SitemapRange[];
  count: number;
}

interface SitemapDeps {
  db: Database;
  publicUrl: string;
  urlsPerFile?: number;
}

/** Sitemap of all public pages: one file, or an index of several above {@link URLS_PER_FILE} URLs. */
export function openSitemap({ db, publicUrl, urlsPerFile = URLS_PER_FILE }: SitemapDeps) {
  let cached: { plan: Promise<Plan>; revision: number; until: number } | undefined;

  /** Concurrent requests share one plan; a plan of several files is cached. */
  function planFor(registry: Registry): Promise<Plan> {
    if (cached && cached.revision === registry.revision && performance.now() < cached.until) return cached.plan;
    const created = { plan: makePlan(registry), revision: registry.revision, until: Infinity };
    cached = created;
    created.plan.then(
      ({ count }) => (created.until = count > urlsPerFile ? performance.now() + PLAN_MAX_AGE_MS : 0),
      () => (created.until = 0),
    );
    return created.plan;
  }

  async function makePlan(registry: Registry): Promise<Plan> {
    const ofEach = { contest: pagesOf(registry, "contest"), creator: pagesOf(registry, "creator") };
    const stretches: SitemapRange[] = [];
    for (const listed of ["contest", "creator"] as const) {
      const pages = ofEach[listed].length;
      if (pages > 0)
        stretches.push(...(await readRanges(db, listed, Math.max(1, Math.floor((urlsPerFile * FILL_RATIO) / pages)))));
    }
    const newest =
      stretches
        .map(({ changed }) => changed)
        .toSorted()
        .at(-1) ?? "";
    const pages = await fixedPages(registry, newest);
    const urlsIn = ({ listed, count, won }: SitemapRange) =>
      ofEach[listed].reduce((sum, { head }) => sum + (head.from === "winner" ? won : count), 0);
    return { pages, stretches, count: stretches.reduce((sum, stretch) => sum + urlsIn(stretch), pages.length) };
  }

  /** A page that lists records changes with them; every page changes with its release. */
  async function fixedPages({ remotes }: Registry, newest: string): Promise<Url[]> {
    const releases = await readReleaseDates(
      db,
      Object.fromEntries(Object.entries(remotes).map(([part, { current }]) => [part, current.version])),
    );
    return Object.entries(remotes).flatMap(([part, { current }]) =>
      current.remote.routes
        .filter(({ access, path, isIndexed }) => access === "everyone" && isIndexed !== false && !path.includes(":"))
        .map(({ path, data }) => ({
          path,
          changed: data.length > 0 && newest > (releases[part] ?? "") ? newest : releases[part],
        })),
    );
  }

  async function urlsOf(registry: Registry, stretch: SitemapRange): Promise<Url[]> {
    const pages = pagesOf(registry, stretch.listed);
    const rows = await readRows(db, stretch, Math.floor(urlsPerFile / pages.length));
    return rows.flatMap(({ key, changed, won }) =>
      pages.flatMap(({ path, head: { from, param } }) =>
        from !== "winner"
          ? { path: fillPath(path, { [param]: key }), changed }
          : won
            ? { path: fillPath(path, { [param]: key }), changed: won }
            : [],
      ),
    );
  }

  const asXml = (urls: readonly Url[]) =>
    wrapXml(
      "urlset",
      urls.map(
        ({ path, changed }) =>
          `<url><loc>${escapeHtml(publicUrl + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>`,
      ),
    );

  return {
    async first(registry: Registry): Promise<string | null> {
      const plan = await planFor(registry);
      if (plan.pages.length + plan.stretches.length === 0) return null;
      if (plan.count > urlsPerFile) {
        const files = [
          plan.pages
            .map(({ changed }) => changed ?? "")
            .toSorted()
            .at(-1),
          ...plan.stretches.map(({ changed }) => changed),
        ];
        return wrapXml(
          "sitemapindex",
          files.map(
            (changed, index) =>
              `<sitemap><loc>${escapeHtml(`${publicUrl}/sitemap-${index + 1}.xml`)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</sitemap>`,
          ),
        );
      }
      const urls = await Promise.all(plan.stretches.map((stretch) => urlsOf(registry, stretch)));
      return asXml([...plan.pages, ...urls.flat()]);
    },

    async file(registry: Registry, number: number): Promise<string | null> {
      const plan = await planFor(registry);
      if (plan.count <= urlsPerFile || number < 1) return null;
      if (number === 1) return asXml(plan.pages);
      const stretch = plan.stretches[number - 2];
      return stretch ? asXml(await urlsOf(registry, stretch)) : null;
    },
  };
}

function pagesOf({ remotes }: Registry, listed: Listed) {
  const routes = Object.values(remotes).flatMap(({ current }) => current.remote.routes);
  const kinds = listed === "contest" ? (["contest", "winner"] as const) : (["creator"] as const);
  return kinds.flatMap((kind) => routes.filter(isPageOf(kind))).filter(({ isIndexed }) => isIndexed !== false);
}

const wrapXml = (name: string, lines: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.map((line) => `  ${line}\n`).join("")}</${name}>\n`;
