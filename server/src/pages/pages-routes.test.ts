import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { updateContest } from "@conquest/shared/contracts/publishing";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { releasePart } from "../releases/deploy/release-part";
import type { Build } from "../releases/store/release-store";
import { users } from "../database/schema/people";
import { releasePaths } from "../database/schema/releases";
import { aRemoteBuild, aShellBuild } from "../testing/sample-builds";
import { testServer } from "../testing/test-server";
import { contestSteps } from "../testing/contest-steps";
import { HOUR } from "../testing/test-clock";

const site = testServer({ config: { publicUrl: "https://conquest.example" } });
const { open, create, details, join, submit, choose } = contestSteps(site);

const release = (build: Build) => releasePart(site)(build, { who: "tests", why: "" });
const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const registry = async () => (await get("/mf/registry.json")).json<Registry>();
/** Waits until servers have reloaded the registry. */
const waitForRegistry = () => new Promise((resolve) => setTimeout(resolve, 300));

const jsonLdIn = (body: string) => {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
  return json === undefined ? null : (JSON.parse(json) as { "@graph": object[] });
};

describe("a site without a shell", () => {
  it("returns a setup message for pages and serves everything else", async () => {
    const page = await get("/");
    expect(page.statusCode).toBe(503);
    expect(page.headers["content-type"]).toMatch(/^text\/plain/);
    expect((await registry()).remotes).toEqual({});
  });

  it("returns no sitemap until pages are released", async () => {
    for (const [build, status] of [
      [null, 503],
      [aShellBuild(), 503],
      [aRemoteBuild(), 200],
    ] as const) {
      if (build) await release(build);
      await waitForRegistry();
      const response = await get("/sitemap.xml");
      expect([response.statusCode, response.headers["retry-after"], response.body.includes("<urlset")]).toEqual([
        status,
        status === 503 ? "5" : undefined,
        status === 200,
      ]);
    }
  });
});

describe("pages", () => {
  beforeEach(async () => {
    await release(aShellBuild());
    await release(aRemoteBuild());
  });

  it("include registry, settings, preloads and hashes, and are revalidated", async () => {
    const page = await get("/");
    const { current } = (await registry()).remotes["mf-public"]!;
    expect(page.statusCode).toBe(200);
    expect(page.headers["cache-control"]).toBe("no-cache");
    expect(page.body).toContain("<title>Home | Conquest</title>");
    expect(page.body).toContain('<link rel="canonical" href="https://conquest.example/">');
    expect(page.body).toContain(
      `<link rel="preload" as="script" href="${current.base}routes.js" integrity="${current.integrity["routes.js"]}">`,
    );
    expect(page.body).toContain(`<link rel="preload" as="style" href="${current.base}routes.css"`);
    expect(page.body).toMatch(/<script defer src="\/mf\/shell\/[0-9a-f]{16}\/main\.js" integrity="sha384-/);
    const known = JSON.parse(/id="conquest-registry">(.*?)<\/script>/.exec(page.body)![1]!) as Registry;
    expect(known.remotes["mf-public"]!.current).toMatchObject({
      base: current.base,
      files: { ...current.files, pages: { "/": current.files.pages["/"] } },
      integrity: current.integrity,
    });
    expect(page.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-");
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it("include only their own part of the registry", async () => {
    await release(
      aRemoteBuild({
        name: "mf-other",
        routes: [{ path: "/other", title: "Other", access: "everyone", layout: "site", data: [] }],
      }),
    );
    await waitForRegistry();
    const known = JSON.parse(/id="conquest-registry">(.*?)<\/script>/.exec((await get("/")).body)![1]!) as Registry;
    expect(Object.keys(known.remotes)).toEqual(["mf-public"]);
    expect(known.remotes["mf-public"]!.current.remote.routes.map(({ path }) => path)).toEqual(["/"]);
    expect(Object.keys((await registry()).remotes)).toEqual(["mf-other", "mf-public"]);
  });

  it.each(["/nope%FF", "/contest-details/%E0%A4%A"])("at the malformed path %s return 404", async (url) => {
    const page = await get(url);
    expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await get(`/api${url}`)).json()).toMatchObject({ error: { code: "malformed" } });
  });

  it("with restricted access name no file of their part", async () => {
    const page = await get("/contest-details/7/payment");
    const { base } = (await registry()).remotes["mf-public"]!.current;
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('/main.js"');
    expect(page.body).not.toContain(`"${base}routes.js"`);
    expect(page.body).not.toContain('rel="preload"');
  });

  it("of a dashboard preload the identity chunk only with a session", async () => {
    const shell = aShellBuild();
    const chunks = { identity: { scripts: ["identity.js"], styles: [] } };
    shell.files.push(
      { path: "chunks.json", content: Buffer.from(JSON.stringify(chunks)) },
      { path: "identity.js", content: Buffer.from("identify();") },
    );
    await release(shell);
    await release(
      aRemoteBuild({
        name: "mf-own",
        routes: [{ path: "/own", title: "Own", access: "signed-in", layout: "dashboard", data: [] }],
      }),
    );
    await waitForRegistry();
    expect((await get("/own")).body).not.toContain("identity.js");
    expect((await get("/own", { cookie: "__Host-conquest_session=1" })).body).toMatch(
      /<link rel="preload" as="script" href="[^"]*identity\.js"/,
    );
  });

  it("return 304 until something changes", async () => {
    const first = await get("/");
    const again = await get("/", { "if-none-match": `"another", W/${String(first.headers["etag"])}` });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    await release(aRemoteBuild({ text: "newer" }));
    await waitForRegistry();
    expect((await get("/", { "if-none-match": String(first.headers["etag"]) })).statusCode).toBe(200);
  });

  it("return the shell with 404 for an unknown path", async () => {
    const page = await get("/nowhere/at/all");
    expect(page.statusCode).toBe(404);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.body).toContain("<title>Page not found | Conquest</title>");
  });

  it.each(["/api/nothing", "/mf/mf-public/none/x.js", "/mf/nothing", "/media/nothing.webp", "/mf/mf-public/1/%00"])(
    "are never returned at %s",
    async (url) => {
      const response = await get(url, { accept: "text/html" });
      expect(response.statusCode).toBe(404);
      expect(response.headers["content-type"]).toMatch(/^application\/json/);
    },
  );

  it("are served even if a remote's files are missing", async () => {
    await site.db.delete(releasePaths);
    await release(aShellBuild("whole again"));
    await waitForRegistry();
    const page = await get("/");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("mf-public");
  });

  it("of an unlisted contest have noindex and are not in the sitemap", async () => {
    const id = await open(await site.people.creator(), { name: "River unlisted", visibility: "unlisted" });
    const page = await get(`/contest-details/${id}`);
    expect([page.statusCode, page.headers["x-robots-tag"]]).toEqual([200, "noindex"]);
    expect(page.body).toContain('<meta name="robots" content="noindex">');
    expect(page.body).toContain("<title>River unlisted | Conquest</title>");
    expect((await get("/sitemap.xml")).body).not.toContain(id);
  });

  it("of a private contest are those of a missing one, for everyone", async () => {
    const owner = await site.people.creator();
    const id = await open(owner, { name: "River private", visibility: "private" });
    const missingId = randomUUID();
    for (const cookie of ["", owner.cookie]) {
      const [page, missing] = [
        await get(`/contest-details/${id}`, { cookie }),
        await get(`/contest-details/${missingId}`, { cookie }),
      ];
      expect(page.statusCode).toBe(missing.statusCode);
      expect(page.headers["cache-control"]).toBe("private, no-store");
      expect(page.body.replaceAll(id, "ID")).toBe(missing.body.replaceAll(missingId, "ID"));
    }
    expect((await get("/sitemap.xml")).body).not.toContain(id);
  });

  it("of a contest that becomes private leave the cache", async () => {
    const owner = await site.people.creator();
    const id = await open(owner, { name: "River cached" });
    expect((await get(`/contest-details/${id}`)).statusCode).toBe(200);
    await site.api.as(owner).call(updateContest, { params: { id }, body: { visibility: "private" } });
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const page = await get(`/contest-details/${id}`);
    expect([page.statusCode, page.body.includes("River cached")]).toEqual([404, false]);
  });

  it("of a contest include its escaped name, description and picture", async () => {
    const creator = await site.people.creator();
    const id = await open(creator, {
      name: `Kites & "lanterns" </title><script>`,
      description: "Fly\nthem.",
      image: "/media/covers/image-design-1.webp",
    });
    const page = await get(`/contest-details/${id}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(
      "<title>Kites &amp; &quot;lanterns&quot; &lt;/title&gt;&lt;script&gt; | Conquest</title>",
    );
    expect(page.body).toContain('<meta property="og:description" content="Fly them.">');
    expect(page.body).toContain(
      '<meta property="og:image" content="https://conquest.example/media/previews/covers/image-design-1.webp.jpg">',
    );
    expect((await get(`/contest-details/${id}/payment`)).body).toContain('content="noindex"');
    expect((await get("/sitemap.xml")).body).toContain(`<loc>https://conquest.example/contest-details/${id}</loc>`);
  });

  it("of a contest have valid JSON-LD that no text can end", async () => {
    const creator = await site.people.creator({ name: "Nadia" });
    const opened = site.clock.now().toISOString();
    const name = "Kites </script><!-- <script>";
    const id = await open(creator, { name, description: "Fly\nthem.", maxParticipants: 10 });
    const page = await get(`/contest-details/${id}`);
    const url = `https://conquest.example/contest-details/${id}`;
    const [event, crumbs] = jsonLdIn(page.body)!["@graph"];
    expect(event).toEqual({
      "@type": "Event",
      "@id": `${url}#contest`,
      name,
      description: "Fly them.",
      url,
      image: [expect.stringMatching(/^https:\/\/conquest\.example\/media\//)],
      startDate: opened,
      endDate: "2026-03-02T08:00:00.000Z",
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
      location: { "@type": "VirtualLocation", url },
      organizer: {
        "@type": "Person",
        name: "Nadia",
        url: expect.stringMatching(/^https:\/\/conquest\.example\/creators\//),
      },
      isAccessibleForFree: false,
      maximumAttendeeCapacity: 10,
      remainingAttendeeCapacity: 10,
      offers: {
        "@type": "Offer",
        url,
        price: 50_000,
        priceCurrency: "BDT",
        availability: "https://schema.org/InStock",
        validFrom: opened,
        validThrough: "2026-03-02T08:00:00.000Z",
      },
    });
    expect(crumbs).toMatchObject({ "@type": "BreadcrumbList", itemListElement: [{}, {}, { position: 3, item: url }] });
    site.clock.advance(3 * HOUR);
    await waitForRegistry();
    const closed = jsonLdIn((await get(`/contest-details/${id}?closed`)).body);
    expect(closed!["@graph"][0]).toMatchObject({ offers: { availability: "https://schema.org/SoldOut" } });
  });

  it("that are not indexed have no JSON-LD", async () => {
    const owner = await site.people.creator();
    for (const visibility of ["unlisted", "private"] as const) {
      const id = await open(owner, { visibility });
      expect(jsonLdIn((await get(`/contest-details/${id}`)).body)).toBeNull();
    }
    expect(jsonLdIn((await get("/nowhere")).body)).toBeNull();
  });

  it("link the feed of what they list", async () => {
    const id = await open(await site.people.creator({ name: "Nadia" }), { name: "Kites" });
    const { publicId } = (await details(null, id)).creator;
    const route: RemoteRoute = { path: "/", title: "Page", access: "everyone", layout: "site", data: [] };
    await release(
      aRemoteBuild({
        name: "mf-lists",
        routes: [
          { ...route, path: "/lists", data: ["/all-contests"] },
          { ...route, path: "/makers/:id", head: { from: "creator", param: "id" } },
        ],
      }),
    );
    await waitForRegistry();
    const feedIn = async (url: string) =>
      /<link rel="alternate" type="application\/atom\+xml" title="([^"]*)" href="([^"]*)">/
        .exec((await get(url)).body)
        ?.slice(1);
    expect(await feedIn("/lists")).toEqual([
      "Open contests on Conquest",
      "https://conquest.example/feeds/contests.atom",
    ]);
    expect(await feedIn(`/makers/${publicId}`)).toEqual([
      "Contests by Nadia",
      `https://conquest.example/feeds/creators/${publicId}.atom`,
    ]);
    expect(await feedIn(`/contest-details/${id}`)).toBeUndefined();
  });

  it("of a contest are declared in remote.json, at any path", async () => {
    const id = await open(await site.people.creator(), { name: "Kites" });
    const route: RemoteRoute = { path: "/kites/:kite", title: "Kite", access: "everyone", layout: "site", data: [] };
    await release(
      aRemoteBuild({
        name: "mf-kites",
        routes: [
          { ...route, head: { from: "contest", param: "kite" } },
          { ...route, path: "/plain/:id" },
        ],
      }),
    );
    await waitForRegistry();
    expect((await get(`/kites/${id}`)).body).toContain(
      `<link rel="canonical" href="https://conquest.example/kites/${id}">`,
    );
    expect((await get(`/kites/${id}`)).body).toContain("<title>Kites | Conquest</title>");
    expect((await get(`/plain/${id}`)).body).toContain("<title>Kite | Conquest</title>");
    const sitemap = (await get("/sitemap.xml")).body;
    expect(sitemap).toContain(`<loc>https://conquest.example/kites/${id}</loc>`);
    expect(sitemap).not.toContain("/plain/");
  });

  it("of a winner include the escaped result and picture, and are not indexed before", async () => {
    const [creator, winner] = [await site.people.creator(), await site.people.user({ name: "Rafi <i>" })];
    const id = await open(creator, { name: "Kites" });
    await join(winner, id);
    const { _id } = await submit(winner, id);
    await release(
      aRemoteBuild({
        name: "mf-wins",
        routes: [
          {
            path: "/wins/:id",
            title: "Winner",
            access: "everyone",
            layout: "site",
            data: [],
            head: { from: "winner", param: "id" },
          },
        ],
      }),
    );
    await waitForRegistry();
    const before = await get(`/wins/${id}`);
    expect(before.statusCode).toBe(200);
    expect(before.body).toContain('<meta name="robots" content="noindex">');
    expect((await get(`/wins/${crypto.randomUUID()}`)).statusCode).toBe(404);
    site.clock.advance(3 * HOUR);
    await choose(creator, id, _id);
    await waitForRegistry();
    // A page is cached for a second.
    const page = await get(`/wins/${id}?decided`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<title>Rafi &lt;i&gt; won “Kites” | Conquest</title>");
    expect(page.body).toContain(
      `<meta property="og:image" content="https://conquest.example/media/winners/${id}.png">`,
    );
    expect((await get("/sitemap.xml")).body).toContain(
      `<loc>https://conquest.example/wins/${id}</loc><lastmod>${site.clock.now().toISOString().slice(0, 19)}Z</lastmod>`,
    );
  });

  it("of a creator include their profile, and are 404 for blocked or unknown users", async () => {
    const creator = await site.people.creator({ name: "Nadia <b>" });
    const id = await open(creator, { name: "Kites" });
    const { publicId } = (await details(null, id)).creator;
    await release(
      aRemoteBuild({
        name: "mf-people",
        routes: [
          {
            path: "/creators/:who",
            title: "Creator",
            access: "everyone",
            layout: "site",
            data: [],
            head: { from: "creator", param: "who" },
          },
        ],
      }),
    );
    await waitForRegistry();
    const page = await get(`/creators/${publicId}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<title>Nadia &lt;b&gt; | Conquest</title>");
    for (const [name, content] of [
      ["type", "profile"],
      ["title", "Nadia &lt;b&gt;"],
      ["description", "Nadia &lt;b&gt; on Conquest: 1 contest run, 0 with a winner, 0 cancelled."],
      ["url", `https://conquest.example/creators/${publicId}`],
      ["image", "https://conquest.example/media/brand/preview.png"],
    ])
      expect(page.body).toContain(`<meta property="og:${name}" content="${content}">`);
    expect(page.body).not.toContain(creator.email);
    expect((await get("/sitemap.xml")).body).toContain(`<loc>https://conquest.example/creators/${publicId}</loc>`);

    await site.db.update(users).set({ status: "blocked" });
    await waitForRegistry();
    for (const who of [publicId, creator.id, "nobody"]) {
      const missing = await get(`/creators/${who}?blocked`);
      expect([missing.statusCode, missing.body.includes('content="noindex"'), missing.body.includes("Nadia")]).toEqual([
        404,
        true,
        false,
      ]);
    }
  });

  it.each(["/media/brand/favicon.svg", "/api/all-contests", "/robots.txt", "/api/nothing"])(
    "allow scripts, unlike %s",
    async (url) => {
      expect((await get(url)).headers["content-security-policy"]).toMatch(/^default-src 'none';(?!.*script-src)/);
      expect((await get("/")).headers["content-security-policy"]).toMatch(/script-src 'self'/);
    },
  );

  it("are not listed in the sitemap if the database fails", async () => {
    await site.db.execute(sql`alter table contests rename to contests_away`);
    const response = await get("/sitemap.xml");
    await site.db.execute(sql`alter table contests_away rename to contests`);
    expect(response.statusCode).toBeGreaterThanOrEqual(500);
    expect(response.body).not.toContain("<urlset");
  });

  it("of a hidden contest reveal nothing to visitors", async () => {
    const id = await create(await site.people.creator(), { name: "Still a secret" });
    const [hidden, missing] = [await get(`/contest-details/${id}`), await get("/contest-details/none")];
    expect([hidden.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect(hidden.body).not.toContain("secret");
    expect(hidden.body).toContain('content="noindex"');
  });

  it("of a hidden contest return 200 with a session, like unknown contests", async () => {
    const owner = await site.people.creator();
    const id = await create(owner, { name: "Still a secret" });
    const { cookie } = owner;
    const [hidden, missing] = [
      await get(`/contest-details/${id}`, { cookie }),
      await get("/contest-details/none", { cookie }),
    ];
    expect([hidden.statusCode, missing.statusCode]).toEqual([200, 200]);
    expect(hidden.body).not.toContain("secret");
    expect((await get(`/contest-details/${id}`)).statusCode).toBe(404);
    for (const elsewhere of ["/creators/nobody", "/no-such-page"])
      expect((await get(elsewhere, { cookie })).statusCode).toBe(404);
  });
});

describe("pictures", () => {
  it("are served with an ETag and only from their folder", async () => {
    const picture = await get("/media/covers/image-design-1.webp");
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(
      (await get("/media/covers/image-design-1.webp", { "if-none-match": String(picture.headers["etag"]) })).statusCode,
    ).toBe(304);
    expect((await get("/media/covers/..%2f..%2fpackage.json")).statusCode).toBe(404);
  });

  it("are resized and immutable with the version in the page", async () => {
    await release(aShellBuild());
    await release(aRemoteBuild());
    const page = await get("/");
    const { mediaVersion } = JSON.parse(/id="conquest-config">(.*?)<\/script>/.exec(page.body)![1]!) as SiteConfig;
    const ask = () =>
      get(`/media/covers/image-design-1.webp?w=80&v=${mediaVersion}`, { accept: "image/avif,image/webp" });
    let picture = await ask();
    // no-cache makes browsers retry while the picture is being made.
    while (picture.headers["cache-control"] === "no-cache") picture = await ask();
    expect(picture.headers).toMatchObject({
      "content-type": "image/avif",
      "cache-control": expect.stringContaining("immutable"),
      vary: expect.stringMatching(/\bAccept\b/),
    });
    expect(picture.rawPayload.length).toBeLessThan(2_000);
  });
});
