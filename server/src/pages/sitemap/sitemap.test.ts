import { sql } from "drizzle-orm";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { SaxesParser } from "saxes";
import { gunzipSync } from "node:zlib";
import { users } from "../../database/schema/people";
import { releasePart } from "../../releases/deploy/release-part";
import { aRemoteBuild, aShellBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { HOUR } from "../../testing/test-clock";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { openSitemap } from "./sitemap";

const SITE = "https://conquest.example";
const site = testServer({ config: { publicUrl: SITE } });
const { open, create, details, join, submit, choose } = contestSteps(site);
const get = (url: string, headers = {}) => site.app.inject({ url, headers });

const route = (path: string, from: "contest" | "creator" | "winner"): RemoteRoute => ({
  path,
  title: "Page",
  access: "everyone",
  layout: "site",
  data: [],
  head: { from, param: "id" },
});
const ROUTES: RemoteRoute[] = [
  { path: "/", title: "Home", access: "everyone", layout: "site", data: ["/popular-contests"] },
  { path: "/about", title: "About", access: "everyone", layout: "site", data: [] },
  { path: "/reset", title: "Reset", access: "everyone", layout: "site", data: [], isIndexed: false },
  { path: "/own", title: "Own", access: "signed-in", layout: "dashboard", data: [] },
  route("/contest-details/:id", "contest"),
  route("/contest-details/:id/winner", "winner"),
  route("/creators/:id", "creator"),
];

beforeEach(async () => {
  await releasePart(site)(aShellBuild(), { who: "tests", why: "" });
  await releasePart(site)(aRemoteBuild({ routes: ROUTES }), { who: "tests", why: "" });
  // Longer than a server caches the registry.
  await new Promise((resolve) => setTimeout(resolve, 300));
});

function readXml(xml: string): { root: string; entries: Record<string, string | undefined> } {
  const entries: Record<string, string | undefined> = {};
  let [root, text, loc] = ["", "", ""];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    root ||= name;
    text = "";
  });
  parser.on("text", (each) => (text += each));
  parser.on("closetag", ({ name }) => {
    if (name === "loc") entries[(loc = text)] = undefined;
    if (name === "lastmod") entries[loc] = text;
  });
  parser.write(xml).close();
  return { root, entries };
}

const read = async (url: string) => readXml((await get(url)).body);
const second = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;

/** Inserts public copies of a contest with the ids `copy 1`, `copy 2`…. Skips triggers, which would take a minute for ten thousand. */
const copy = (id: string, count: number) =>
  site.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into contests (id, creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review, stage, opened_at, created_at, updated_at)
      select 'copy ' || number, creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review, stage, opened_at, created_at, updated_at
      from contests, generate_series(1, ${count}::int) number where id = ${id}`);
  });

it("lists exactly the public contests, winners, creators and pages, with their last change", async () => {
  const [creator, winner] = [await site.people.creator(), await site.people.user()];
  const won = await open(creator, { name: "Kites & <lanterns>" });
  const { publicId } = (await details(null, won)).creator;
  await create(await site.people.creator(), { name: "In review" });
  await copy(won, 130);
  await join(winner, won);
  const { _id } = await submit(winner, won);
  site.clock.advance(3 * HOUR);
  await choose(creator, won, _id);
  const picked = second(site.clock.now());

  const { root, entries } = await read("/sitemap.xml");
  expect(root).toBe("urlset");
  const opened = second(new Date(site.clock.now().getTime() - 3 * HOUR));
  expect(entries).toMatchObject({
    [`${SITE}/contest-details/${won}`]: picked,
    [`${SITE}/contest-details/${won}/winner`]: picked,
    [`${SITE}/creators/${publicId}`]: picked,
  });
  for (let number = 1; number <= 130; number += 1)
    expect(entries[`${SITE}/contest-details/copy%20${number}`]).toBe(opened);
  expect(Object.keys(entries)).toHaveLength(130 + 1 + 1 + 1 + 2);
  for (const page of ["/", "/about"]) expect(entries[SITE + page]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  for (const number of [0, 1, 2]) expect((await get(`/sitemap-${number}.xml`)).statusCode).toBe(404);
});

it("leaves out hidden and cancelled contests and blocked people", async () => {
  const [creator, blocked] = [await site.people.creator(), await site.people.creator()];
  const [shown, hidden, cancelled, gone] = [
    await open(creator),
    await open(creator),
    await open(creator),
    await open(blocked),
  ];
  const people = await Promise.all([shown, gone].map(async (id) => (await details(null, id)).creator.publicId));
  await site.db.execute(sql`update contests set hidden_at = now() where id = ${hidden}`);
  await site.db.execute(
    sql`update contests set cancelled_at = now(), cancel_reason = 'Tests.' where id = ${cancelled}`,
  );
  await site.db
    .update(users)
    .set({ status: "blocked" })
    .where(sql`id = ${blocked.id}`);
  const { entries } = await read("/sitemap.xml");
  expect(Object.keys(entries).filter((address) => /details|creators/.test(address))).toEqual([
    `${SITE}/contest-details/${shown}`,
    `${SITE}/creators/${people[0]}`,
  ]);
});

it("is compressed, answers HEAD, and robots.txt names it", async () => {
  await copy(await open(await site.people.creator()), 20);
  const compressed = await get("/sitemap.xml", { "accept-encoding": "gzip" });
  expect(compressed.headers).toMatchObject({
    "content-encoding": "gzip",
    "content-type": "application/xml; charset=utf-8",
    "cache-control": "public, max-age=3600",
  });
  expect(gunzipSync(compressed.rawPayload).toString()).toContain(`<loc>${SITE}/about</loc>`);
  const head = await site.app.inject({ method: "HEAD", url: "/sitemap.xml" });
  expect([head.statusCode, head.body]).toEqual([200, ""]);
  expect((await get("/robots.txt")).body).toContain(`Sitemap: ${SITE}/sitemap.xml`);
});

it("becomes an index above 10,000 URLs, whose files list each once", async () => {
  const id = await open(await site.people.creator());
  await copy(id, 10_500);
  const { root, entries } = await read("/sitemap.xml");
  expect(root).toBe("sitemapindex");
  const files = Object.keys(entries);
  expect(files).toEqual(files.map((_, index) => `${SITE}/sitemap-${index + 1}.xml`));
  expect(files.length).toBeGreaterThan(2);
  const named: string[] = [];
  for (const file of files) {
    const response = await read(file.slice(SITE.length));
    const changes = Object.values(response.entries).filter((changed) => changed !== undefined);
    expect(response.root).toBe("urlset");
    expect(Object.keys(response.entries).length).toBeLessThanOrEqual(10_000);
    expect(entries[file]).toBe(changes.toSorted().at(-1));
    named.push(...Object.keys(response.entries));
  }
  expect(new Set(named).size).toBe(named.length);
  expect(named.filter((address) => address.includes("/contest-details/"))).toHaveLength(10_501);
  for (const number of [0, files.length + 1, "1x", "-1", 999_999])
    expect((await get(`/sitemap-${number}.xml`)).statusCode).toBe(404);

  await site.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update contests set id = 'zzz' where id = 'copy 77'`);
  });
  const contestFiles = files.filter((file) => entries[file] !== undefined).slice(1, -1);
  const last = await read(contestFiles.at(-1)!.slice(SITE.length));
  expect(last.entries).toHaveProperty([`${SITE}/contest-details/zzz`]);
});

it("answers with the old index while a new one is made", async () => {
  await copy(await open(await site.people.creator()), 20);
  const sitemap = openSitemap({ db: site.db, publicUrl: SITE, urlsPerFile: 5 });
  const input = { registry: (await get("/mf/registry.json")).json<Registry>(), languages: ["en" as const] };
  const count = async () => Object.keys(readXml((await sitemap.first(input))!).entries).length;
  const few = await count();
  await site.db.execute(sql`delete from contests where id > 'copy 15' and id like 'copy %'`);
  expect(await count()).toBe(few);
  const later = performance.now() + 11 * 60_000;
  const now = jest.spyOn(performance, "now").mockReturnValue(later);
  expect(await count()).toBe(few);
  while ((await count()) === few) await site.db.execute(sql`select 1`);
  expect(await count()).toBeLessThan(few);
  now.mockRestore();
});

it("counts each language of a page as a URL, for files and index", async () => {
  const [creator, winner] = [await site.people.creator(), await site.people.user()];
  const id = await open(creator);
  await copy(id, 20);
  await join(winner, id);
  const { _id } = await submit(winner, id);
  site.clock.advance(3 * HOUR);
  await choose(creator, id, _id);
  const registry = (await get("/mf/registry.json")).json<Registry>();
  for (const { current } of Object.values(registry.remotes))
    for (const page of Object.values(current.files.pages)) page.messages = { bn: "messages.js" };
  const input = { registry, languages: ["en", "bn"] as const };
  const withFiles = (urlsPerFile: number) => openSitemap({ db: site.db, publicUrl: SITE, urlsPerFile });
  // Two pages, a creator, 21 contests and a winner, each in two languages.
  const count = 2 * (2 + 1 + 21 + 1);
  const { root, entries } = readXml((await withFiles(count).first(input))!);
  expect([root, Object.keys(entries).length]).toEqual(["urlset", count]);
  expect(entries).toHaveProperty([`${SITE}/bn/contest-details/${id}/winner`]);
  for (const urlsPerFile of [count - 1, 10]) {
    const sitemap = withFiles(urlsPerFile);
    const index = readXml((await sitemap.first(input))!);
    expect(index.root).toBe("sitemapindex");
    const named: string[] = [];
    for (const number of Object.keys(index.entries).keys()) {
      const urls = Object.keys(readXml((await sitemap.file(input, number + 1))!).entries);
      expect(urls.length).toBeLessThanOrEqual(urlsPerFile);
      named.push(...urls);
    }
    expect([named.length, new Set(named).size]).toEqual([count, count]);
  }
});
