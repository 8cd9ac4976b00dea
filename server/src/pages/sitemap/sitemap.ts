import { sql, type SQL } from "drizzle-orm";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import type { Database } from "../../database/database";
import { PRIMARY_ONLY, type ReadReplicas } from "../../database/replicas/read-replicas";
import { STAGE } from "../../database/stages";
import { escapeHtml } from "../../platform/text/format";
import { isPageOf } from "../html/page-html";
import { languagesOf } from "../page-messages";

type Listed = "contest" | "creator";

interface SitemapRange {
  listed: Listed;
  /** The last key of the range before; "" in the first range. */
  after: string;
  /** The last key; null in the last range, which also covers records that are added later. */
  until: string | null;
  changed: string;
  count: number;
  won: number;
}

interface Row {
  key: string;
  changed: string;
  won: string | null;
}

const instant = (column: SQL) => sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Must match `visibleToWhere` for visitors. */
const isPublic = sql`contest.stage <= ${sql.raw(String(STAGE.completed))}`;

const ROWS: Record<Listed, SQL> = {
  contest: sql`select contest.id as key, contest.updated_at as changed, contest.winner_at as won from contests contest where ${isPublic}`,
  creator: sql`
    select creator.public_id as key, max(contest.updated_at) as changed, null::timestamptz as won
    from creator_records creator
    join users person on person.id = creator.creator_id and person.status = 'verified' and person.removed_at is null
    join contests contest on contest.creator_id = creator.creator_id and ${isPublic}
    group by creator.public_id`,
};

async function readRanges(db: Database, listed: Listed, size: number): Promise<SitemapRange[]> {
  const { rows } = await db.execute<{ until: string; changed: string; count: number; won: number }>(sql`
    select max(key) as until, ${instant(sql`max(changed)`)} as changed, count(*)::int as count, count(won)::int as won
    from (select key, changed, won, (row_number() over (order by key) - 1) / ${sql.raw(String(size))} as place from (${ROWS[listed]}) listed) placed
    group by place order by place`);
  return rows.map(({ until, ...rest }, index) => ({
    listed,
    after: rows[index - 1]?.until ?? "",
    until: index === rows.length - 1 ? null : until,
    ...rest,
  }));
}

async function readRows(db: Database, { listed, after, until }: SitemapRange, limit: number): Promise<Row[]> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select key, ${instant(sql`changed`)} as changed, ${instant(sql`won`)} as won from (${ROWS[listed]}) listed
    where key > ${after} ${until === null ? sql`` : sql`and key <= ${until}`} order by key limit ${limit}`);
  return rows;
}

async function readReleaseDates(db: Database, versions: Readonly<Record<string, string>>) {
  const { rows } = await db.execute<{ part: string; made: string }>(sql`
    select release.part, ${instant(sql`release.created_at`)} as made from releases release
    join jsonb_each_text(${JSON.stringify(versions)}::jsonb) live on live.key = release.part and live.value = release.version`);
  return Object.fromEntries(rows.map(({ part, made }) => [part, made]));
}

/** The most URLs of a file; a page in two languages has two. The protocol allows 50,000; files of this size are built in memory. */
const URLS_PER_FILE = 10_000;
/** Share of a file that a new plan fills. The rest is for records that are added while the plan is cached. */
const FILL_RATIO = 0.95;
/** Cached because a plan reads all public records. */
const PLAN_MAX_AGE_MS = 10 * 60_000;

interface Url {
  path: string;
  languages: readonly Language[];
  changed: string | undefined;
}

interface Plan {
  pages: Url[];
  stretches: SitemapRange[];
  urlCount: number;
}

interface SitemapDeps {
  db: Database;
  publicUrl: string;
  urlsPerFile?: number;
  replicas?: ReadReplicas;
}

interface Site {
  registry: Registry;
  languages: readonly Language[];
}

/** Sitemap of all public pages: one file, or an index of several above {@link URLS_PER_FILE} URLs. */
export function openSitemap({ db, publicUrl, urlsPerFile = URLS_PER_FILE, replicas = PRIMARY_ONLY }: SitemapDeps) {
  interface CachedPlan {
    plan: Promise<Plan>;
    revision: number;
    until: number;
  }
  let cached: CachedPlan | undefined;

  /** Concurrent requests share one plan; one of several files is cached. */
  function startPlan(site: Site): CachedPlan {
    const started = { plan: replicas.read(() => makePlan(site)), revision: site.registry.revision, until: Infinity };
    started.plan.then(
      ({ urlCount }) => (started.until = urlCount > urlsPerFile ? performance.now() + PLAN_MAX_AGE_MS : 0),
      () => (started.until = 0),
    );
    return started;
  }

  function planFor(site: Site): Promise<Plan> {
    if (!cached || cached.revision !== site.registry.revision || cached.until === 0) cached = startPlan(site);
    else if (performance.now() >= cached.until) renewLater(cached, site);
    return cached.plan;
  }

  /** Making a plan takes two seconds for a million contests. Meanwhile, the old one still lists all older pages. */
  function renewLater(old: CachedPlan, site: Site): void {
    old.until = Infinity;
    const started = startPlan(site);
    started.plan.then(
      () => cached === old && (cached = started),
      () => (old.until = 0),
    );
  }

  async function makePlan(site: Site): Promise<Plan> {
    const ofEach = { contest: pagesOf(site, "contest"), creator: pagesOf(site, "creator") };
    const stretches: SitemapRange[] = [];
    for (const listed of ["contest", "creator"] as const) {
      const urls = countUrls(ofEach[listed]);
      if (urls > 0)
        stretches.push(...(await readRanges(db, listed, Math.max(1, Math.floor((urlsPerFile * FILL_RATIO) / urls)))));
    }
    const newest =
      stretches
        .map(({ changed }) => changed)
        .toSorted()
        .at(-1) ?? "";
    const pages = await fixedPages(site, newest);
    const urlsIn = ({ listed, count, won }: SitemapRange) =>
      ofEach[listed].reduce(
        (sum, { head, languages }) => sum + languages.length * (head.from === "winner" ? won : count),
        0,
      );
    return { pages, stretches, urlCount: stretches.reduce((sum, stretch) => sum + urlsIn(stretch), countUrls(pages)) };
  }

  /** A page that lists records changes with them; every page changes with its release. */
  async function fixedPages({ registry: { remotes }, languages }: Site, newest: string): Promise<Url[]> {
    const releases = await readReleaseDates(
      db,
      Object.fromEntries(Object.entries(remotes).map(([part, { current }]) => [part, current.version])),
    );
    return Object.entries(remotes).flatMap(([part, { current }]) =>
      current.remote.routes
        .filter(({ access, path, isIndexed }) => access === "everyone" && isIndexed !== false && !path.includes(":"))
        .map(({ path, data }) => ({
          path,
          languages: languagesOf(current, path, languages),
          changed: data.length > 0 && newest > (releases[part] ?? "") ? newest : releases[part],
        })),
    );
  }

  async function urlsOf(site: Site, stretch: SitemapRange): Promise<Url[]> {
    const pages = pagesOf(site, stretch.listed);
    const limit = Math.max(1, Math.floor(urlsPerFile / countUrls(pages)));
    const rows = await replicas.read(() => readRows(db, stretch, limit));
    return rows.flatMap(({ key, changed, won }) =>
      pages.flatMap(({ path, languages, head: { from, param } }) => {
        const url = { path: fillPath(path, { [param]: key }), languages };
        if (from !== "winner") return { ...url, changed };
        return won ? { ...url, changed: won } : [];
      }),
    );
  }

  const addressOf = (path: string, language: Language) => escapeHtml(publicUrl + withLanguage(path, language));

  /** A page in several languages is one URL each, and each lists all of them. */
  const asXml = (urls: readonly Url[]) =>
    wrapXml(
      "urlset",
      urls.flatMap(({ path, languages, changed }) => {
        const links = [...languages, "x-default" as const].map(
          (each) =>
            `<xhtml:link rel="alternate" hreflang="${each}" href="${addressOf(path, each === "x-default" ? "en" : each)}"/>`,
        );
        const alternates = languages.length > 1 ? links.join("") : "";
        return languages.map(
          (each) =>
            `<url><loc>${addressOf(path, each)}</loc>${alternates}${changed ? `<lastmod>${changed}</lastmod>` : ""}</url>`,
        );
      }),
    );

  return {
    async first(site: Site): Promise<string | null> {
      const plan = await planFor(site);
      if (plan.pages.length + plan.stretches.length === 0) return null;
      if (plan.urlCount > urlsPerFile) {
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
      const urls = await Promise.all(plan.stretches.map((stretch) => urlsOf(site, stretch)));
      return asXml([...plan.pages, ...urls.flat()]);
    },

    async file(site: Site, number: number): Promise<string | null> {
      const plan = await planFor(site);
      if (plan.urlCount <= urlsPerFile || number < 1) return null;
      if (number === 1) return asXml(plan.pages);
      const stretch = plan.stretches[number - 2];
      return stretch ? asXml(await urlsOf(site, stretch)) : null;
    },
  };
}

const countUrls = (pages: readonly Pick<Url, "languages">[]) =>
  pages.reduce((sum, { languages }) => sum + languages.length, 0);

function pagesOf({ registry: { remotes }, languages }: Site, listed: Listed) {
  const kinds = listed === "contest" ? (["contest", "winner"] as const) : (["creator"] as const);
  const releases = Object.values(remotes).map(({ current }) => current);
  return kinds.flatMap((kind) =>
    releases.flatMap((current) =>
      current.remote.routes
        .filter(isPageOf(kind))
        .filter(({ isIndexed }) => isIndexed !== false)
        .map((route) => ({ ...route, languages: languagesOf(current, route.path, languages) })),
    ),
  );
}

const wrapXml = (name: string, lines: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${lines.map((line) => `  ${line}\n`).join("")}</${name}>\n`;
