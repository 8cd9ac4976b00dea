import { sql } from "drizzle-orm";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { releasePart } from "../releases/deploy/release-part";
import type { Build } from "../releases/store/release-store";
import { aRemoteBuild, aShellBuild, withMessages } from "../testing/sample-builds";
import { testServer } from "../testing/test-server";

const SITE = "https://conquest.example";
const site = testServer({ config: { publicUrl: SITE } });
const english = testServer({ config: { publicUrl: SITE, languages: ["en"] } });

/** Renders the translations that it gets, since real bundles read them. */
const SHELL_DRAWING = `
  exports.provided = {};
  exports.drawPage = async ({ address, messages }) => ({
    markup: "<p>" + Object.assign({ address }, ...messages).Home + " of " + address + "</p>", links: [], answers: { queries: [] }, usesClock: false });`;
const ROUTES = ["/", "/about"].map((path) => ({
  path,
  title: path === "/" ? "Home" : "About us",
  description: "A page.",
  access: "everyone" as const,
  layout: "site" as const,
  data: [],
}));

const theShell = () => withMessages(aShellBuild("", SHELL_DRAWING), { "Page not found": "পেজটি পাওয়া যায়নি" });
const theRemote = () =>
  withMessages(
    aRemoteBuild({ routes: ROUTES, ssrCode: "exports.default = 1;" }),
    { Home: "হোম", "A page.": "একটি পেজ।" },
    "/",
  );
const release = (server: typeof site, build: Build) => releasePart(server)(build, { who: "tests", why: "" });
const get = (url: string, server = site) => server.app.inject({ url });
const dataIn = <T>(body: string, id: string) =>
  JSON.parse(new RegExp(`id="${id}">(.*?)</script>`).exec(body)![1]!) as T;
const linksIn = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/<link rel="(canonical|alternate)"(?: hreflang="([\w-]+)")? href="([^"]+)">/g)].map(
      ([, rel, hreflang, href]) => [hreflang ?? rel, href],
    ),
  );
const deferredIn = (body: string) =>
  [...body.matchAll(/<script defer src="([^"]+)" integrity="sha384-[^"]+">/g)].map(([, src]) =>
    src!.replace(/^\/mf\/([\w-]+)\/\w+/, "$1"),
  );
const waitForRegistry = () => new Promise((resolve) => setTimeout(resolve, 300));

describe("a site in two languages", () => {
  beforeEach(async () => {
    await release(site, theShell());
    await release(site, theRemote());
    await waitForRegistry();
  });

  it("renders a translated page with its messages, head and scripts in Bangla", async () => {
    const { statusCode, body } = await get("/bn");
    expect(statusCode).toBe(200);
    expect(body).toContain('<html lang="bn">');
    expect(body).toContain("<title>হোম | Conquest</title>");
    expect(body).toContain('<meta name="description" content="একটি পেজ।">');
    expect(body).toContain('<div id="root"><p>হোম of /bn</p></div>');
    expect(linksIn(body)).toEqual({
      canonical: `${SITE}/bn`,
      en: `${SITE}/`,
      bn: `${SITE}/bn`,
      "x-default": `${SITE}/`,
    });
    expect(deferredIn(body)).toEqual(["shell/messages/main.bn.js", "mf-public/messages/page.bn.js", "shell/main.js"]);
    expect(dataIn<SiteConfig>(body, "conquest-config").languages).toEqual(["en", "bn"]);
    const { current } = dataIn<Registry>(body, "conquest-registry").remotes["mf-public"]!;
    expect(current.files.pages["/"]?.messages).toEqual({ bn: "messages/page.bn.js" });
    expect(current.integrity).toHaveProperty(["messages/page.bn.js"]);
  });

  it("adds the messages of the shell's later chunks to the dashboard", async () => {
    const dashboard = { path: "/dashboard", title: "Dashboard", data: [] };
    const routes = [...ROUTES, { ...dashboard, access: "signed-in" as const, layout: "dashboard" as const }];
    await release(site, withMessages(theShell(), { "About us": "আমাদের সম্পর্কে" }, "later"));
    await release(site, aRemoteBuild({ routes, ssrCode: "exports.default = 1;" }));
    await waitForRegistry();
    const { body } = await get("/bn/dashboard");
    expect(deferredIn(body)).toEqual(["shell/messages/main.bn.js", "shell/messages/later.bn.js", "shell/main.js"]);
    const about = await get("/bn/about");
    expect(deferredIn(about.body)).toEqual(["shell/messages/main.bn.js", "shell/main.js"]);
    // The head of the first page, like that of later ones, has them all the same.
    expect(about.body).toContain("<title>আমাদের সম্পর্কে | Conquest</title>");
  });

  it("opens addresses without a language in the language that this browser chose", async () => {
    const as = (url: string, cookie: string) => site.app.inject({ url, headers: { cookie } });
    const { statusCode, headers } = await as("/about?a=1", "conquest_language=bn");
    expect([statusCode, headers.location, headers["cache-control"], headers.vary]).toEqual([
      302,
      "/bn/about?a=1",
      "private, no-store",
      "Cookie",
    ]);
    const others = [as("/bn/about", "conquest_language=bn"), as("/bn", "conquest_language=en")];
    const unknown = [as("/about", "conquest_language=fr"), as("/about", "conquest_language=en")];
    const statuses = (await Promise.all([...others, ...unknown])).map((each) => each.statusCode);
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  it("keeps the English page as it is, without files of other languages", async () => {
    const { body } = await get("/");
    expect(body).toContain('<html lang="en">');
    expect(body).toContain("<title>Home | Conquest</title>");
    expect(body).toContain("<p>undefined of /</p>");
    expect(linksIn(body)).toMatchObject({ canonical: `${SITE}/`, bn: `${SITE}/bn` });
    expect(body).not.toContain("messages/");
  });

  it("frames a page without translations, which stays English for search engines", async () => {
    const { statusCode, body } = await get("/bn/about");
    expect([statusCode, linksIn(body)]).toEqual([200, { canonical: `${SITE}/about` }]);
    expect(body).toContain("<title>About us | Conquest</title>");
    expect(body).toContain('<html lang="bn">');
    expect(linksIn((await get("/about")).body)).toEqual({ canonical: `${SITE}/about` });
  });

  it("translates the page for unknown addresses", async () => {
    const { statusCode, body } = await get("/bn/nowhere");
    expect(statusCode).toBe(404);
    expect(body).toContain("<title>পেজটি পাওয়া যায়নি | Conquest</title>");
  });

  it("caches each route per language", async () => {
    for (let turn = 0; turn < 2; turn += 1)
      for (const path of ["", "/about", "/about?a=1", "/nowhere"]) {
        const [inEnglish, inBangla] = [await get(path || "/"), await get(`/bn${path}`)];
        expect(inEnglish.body).toContain('<html lang="en">');
        expect(inBangla.body).toContain('<html lang="bn">');
        expect(inEnglish.headers["etag"]).not.toBe(inBangla.headers["etag"]);
      }
  });

  it("lists translated pages once per language in the sitemap, with their alternates", async () => {
    const { body } = await get("/sitemap.xml");
    const urls = [...body.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<lastmod>/g)].map(([, address, links]) => [
      address!.slice(SITE.length),
      [...links!.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, hreflang, href]) => `${hreflang} ${href}`),
    ]);
    const alternates = [`en ${SITE}/`, `bn ${SITE}/bn`, `x-default ${SITE}/`];
    expect(urls).toEqual([
      ["/", alternates],
      ["/bn", alternates],
      ["/about", []],
    ]);
    expect((await get("/robots.txt")).body).toContain("Disallow: /bn/dashboard");
  });

  it("offers no language that the live shell lacks", async () => {
    await release(site, aShellBuild("older", SHELL_DRAWING));
    await waitForRegistry();
    const { statusCode, body } = await get("/bn");
    expect([statusCode, dataIn<SiteConfig>(body, "conquest-config").languages]).toEqual([404, undefined]);
    expect(linksIn((await get("/")).body)).toEqual({ canonical: `${SITE}/` });
  });

  it("stays in English where a file of messages cannot be read", async () => {
    await site.db.execute(
      sql`update release_contents set content = 'broken()' where sha384 in (select sha384 from release_paths where path = 'messages/page.bn.js')`,
    );
    const { statusCode, body } = await get("/bn?unread=1");
    expect(statusCode).toBe(200);
    expect(body).toContain("<title>Home | Conquest</title>");
    expect(body).not.toContain('messages/page.bn.js" integrity');
  });
});

it("does not know /bn without the setting", async () => {
  await release(english, theShell());
  await release(english, theRemote());
  await waitForRegistry();
  expect((await get("/bn", english)).statusCode).toBe(404);
  expect((await get("/bn/about", english)).statusCode).toBe(404);
  const { body } = await get("/", english);
  expect(linksIn(body)).toEqual({ canonical: `${SITE}/` });
  expect(dataIn<SiteConfig>(body, "conquest-config").languages).toBeUndefined();
  expect((await get("/sitemap.xml", english)).body).not.toContain("hreflang");
  expect((await get("/robots.txt", english)).body).not.toContain("/bn");
});
