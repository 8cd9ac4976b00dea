import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import type { Registry } from "@conquest/shared/contracts/releases";
import { buildApp } from "../app";
import { readConfig } from "../config";
import { releaseFiles } from "../database/schema";
import { aRemoteBuild, aShellBuild } from "../testing/a-build";
import { aServer } from "../testing/a-server";
import { contestSteps } from "../testing/contest-steps";
import { releasePart } from "./release-part";
import type { Build } from "./release-store";

const TOKENS = { "mf-public": "public-token", shell: "shell-token" };
const site = aServer({ config: { deployTokens: TOKENS, publicUrl: "https://conquest.example" } });
const { open, create } = contestSteps(site);

const release = (build: Build) => releasePart(site.db, site.clock, build, { who: "tests", why: "" });
const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const registry = async () => (await get("/mf/registry.json")).json<Registry>();
/** Longer than a server may go without asking whether the registry has changed. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 300));

describe("a site without a shell", () => {
  it("says that it is being set up, and serves everything else", async () => {
    const page = await get("/");
    expect(page.statusCode).toBe(503);
    expect(page.headers["content-type"]).toMatch(/^text\/plain/);
    expect((await get("/healthz")).statusCode).toBe(200);
    expect((await registry()).remotes).toEqual({});
  });
});

describe("pages", () => {
  beforeEach(async () => {
    await release(aShellBuild());
    await release(aRemoteBuild());
  });

  it("come with registry, settings, preloads and hashes, to be asked for again each time", async () => {
    const page = await get("/");
    const { current } = (await registry()).remotes["mf-public"]!;
    expect(page.statusCode).toBe(200);
    expect(page.headers["cache-control"]).toBe("no-cache");
    expect(page.body).toContain("<title>Home | Conquest</title>");
    expect(page.body).toContain('<link rel="canonical" href="https://conquest.example/">');
    expect(page.body).toContain(`<link rel="preload" as="script" href="${current.base}routes.js" integrity="${current.integrity["routes.js"]}">`);
    expect(page.body).toContain(`<link rel="preload" as="style" href="${current.base}routes.css"`);
    expect(page.body).toMatch(/<script defer src="\/mf\/shell\/[0-9a-f]{16}\/main\.js" integrity="sha384-/);
    expect(JSON.parse(/id="conquest-registry">(.*?)<\/script>/.exec(page.body)![1]!)).toEqual(await registry());
    expect(page.headers["content-security-policy"]).toContain("script-src 'self'; style-src 'self';");
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it("are not sent again to whoever has them, until something changes", async () => {
    const first = await get("/");
    const again = await get("/", { "if-none-match": String(first.headers["etag"]) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    await release(aRemoteBuild({ text: "newer" }));
    await aMoment();
    expect((await get("/", { "if-none-match": String(first.headers["etag"]) })).statusCode).toBe(200);
  });

  it("answer 404 with the shell for an address that no part has", async () => {
    const page = await get("/nowhere/at/all");
    expect(page.statusCode).toBe(404);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.body).toContain("<title>Page not found | Conquest</title>");
  });

  it.each(["/api/nothing", "/mf/mf-public/none/x.js", "/mf/nothing", "/media/nothing.webp", "/mf/mf-public/1/%00"])(
    "are never the answer at %s",
    async (url) => {
      const answer = await get(url, { accept: "text/html" });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    },
  );

  it("are served also when the files of a remote are gone", async () => {
    await site.db.delete(releaseFiles);
    await release(aShellBuild("whole again"));
    await aMoment();
    const page = await get("/");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("mf-public");
  });

  it("of a contest carry its own name, description and picture, as text", async () => {
    const creator = await site.people.creator();
    const id = await open(creator, { name: `Kites & "lanterns" </title><script>`, description: "Fly\nthem.", image: "/media/covers/image-design-1.webp" });
    const page = await get(`/contest-details/${id}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<title>Kites &amp; &quot;lanterns&quot; &lt;/title&gt;&lt;script&gt; | Conquest</title>");
    expect(page.body).toContain('<meta property="og:description" content="Fly them.">');
    expect(page.body).toContain('<meta property="og:image" content="https://conquest.example/media/covers/image-design-1.webp">');
    expect((await get(`/contest-details/${id}/payment`)).body).toContain('content="noindex"');
    expect((await get("/sitemap.xml")).body).toContain(`<loc>https://conquest.example/contest-details/${id}</loc>`);
  });

  it("of a contest that the public may not see say nothing of it", async () => {
    const id = await create(await site.people.creator(), { name: "Still a secret" });
    const [hidden, missing] = [await get(`/contest-details/${id}`), await get("/contest-details/none")];
    expect([hidden.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect(hidden.body).not.toContain("secret");
    expect(hidden.body).toContain('content="noindex"');
  });
});

describe("files of a release", () => {
  it("are answered as they were built, for ever, and compressed once", async () => {
    await release(aRemoteBuild());
    const { base, integrity } = (await registry()).remotes["mf-public"]!.current;
    const plain = await get(`${base}routes.js`);
    const small = await get(`${base}routes.js`, { "accept-encoding": "gzip, br" });
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(plain.headers["content-type"]).toMatch(/^text\/javascript/);
    expect(`sha384-${createHash("sha384").update(plain.rawPayload).digest("base64")}`).toBe(integrity["routes.js"]);
    expect(small.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(small.rawPayload)).toEqual(plain.rawPayload);
    expect((await get(`${base}routes.js`, { "accept-encoding": "br;q=0, gzip" })).headers["content-encoding"]).toBe("gzip");
  });

  it("stay when newer ones come", async () => {
    await release(aRemoteBuild());
    const { base } = (await registry()).remotes["mf-public"]!.current;
    await release(aRemoteBuild({ text: "newer" }));
    expect((await get(`${base}remoteEntry.js`)).statusCode).toBe(200);
  });
});

describe("releasing", () => {
  const send = (url: string, token: string, payload: object) =>
    site.app.inject({ method: "POST", url, headers: { authorization: `Bearer ${token}` }, payload });
  const upload = (build: Build, token: string) =>
    send("/mf/releases", token, {
      part: build.part,
      remote: build.remote,
      files: build.files.map(({ path, content }) => ({ path, base64: content.toString("base64") })),
      who: "Nadia",
      why: "a better button",
    });
  const change = (action: string, why = "", token = TOKENS["mf-public"]) => send("/mf/registry/mf-public", token, { action, who: "Nadia", why });

  it("takes the token of that part and no other", async () => {
    expect((await upload(aRemoteBuild(), "wrong")).statusCode).toBe(401);
    expect((await upload(aRemoteBuild(), TOKENS.shell)).statusCode).toBe(401);
    expect((await change("enable", "", TOKENS.shell)).statusCode).toBe(401);
    expect((await get("/mf/history/mf-public")).statusCode).toBe(401);
    expect((await registry()).remotes).toEqual({});
    expect((await upload(aRemoteBuild(), TOKENS["mf-public"])).statusCode).toBe(200);
  });

  it("changes nothing when a build is refused", async () => {
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    const refused = await upload(aRemoteBuild({ text: "newer", contract: "^2.0.0" }), TOKENS["mf-public"]);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ error: { code: "release_refused", message: expect.stringContaining("contract ^2.0.0") } });
    expect((await registry()).revision).toBe(1);
  });

  it("keeps what was there before, goes back to it, and remembers who did what and why", async () => {
    const first = (await upload(aRemoteBuild(), TOKENS["mf-public"])).json<{ version: string }>().version;
    const second = (await upload(aRemoteBuild({ text: "newer" }), TOKENS["mf-public"])).json<{ version: string }>().version;
    expect((await registry()).remotes["mf-public"]).toMatchObject({ current: { version: second }, previous: { version: first } });
    await change("rollback", "the button was worse");
    await aMoment();
    expect((await registry()).remotes["mf-public"]).toMatchObject({ current: { version: first }, previous: { version: second } });
    const history = await get("/mf/history/mf-public", { authorization: `Bearer ${TOKENS["mf-public"]}` });
    expect(history.json()).toMatchObject([
      { action: "rollback", fromVersion: second, toVersion: first, who: "Nadia", why: "the button was worse", at: site.clock.now().toISOString() },
      { action: "release", fromVersion: first, toVersion: second, why: "a better button" },
      { action: "release", fromVersion: null, toVersion: first },
    ]);
  });

  it("of what is live already changes nothing", async () => {
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    expect((await upload(aRemoteBuild(), TOKENS["mf-public"])).json()).toMatchObject({ isNew: false, revision: null });
    expect((await change("enable")).json()).toEqual({ changed: null });
    expect((await change("rollback")).statusCode).toBe(409);
  });

  it("takes a part off the site with a reason, and brings it back", async () => {
    await release(aShellBuild());
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    expect((await change("disable")).statusCode).toBe(409);
    await change("disable", "Payments rest until noon.");
    await aMoment();
    expect((await registry()).remotes["mf-public"]).toMatchObject({ isEnabled: false, reason: "Payments rest until noon." });
    const page = await get("/");
    expect([page.statusCode, page.body.includes('rel="preload"')]).toEqual([200, false]);
    await change("enable");
    await aMoment();
    expect((await registry()).remotes["mf-public"]).toMatchObject({ isEnabled: true, reason: null });
  });

  it("is seen by every other server of the same database within a second", async () => {
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    const config = readConfig({ FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9" });
    const other = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config });
    const seen = async () => (await other.inject({ url: "/mf/registry.json" })).json<Registry>().remotes["mf-public"]!.current.version;
    const before = await seen();
    const { version } = (await upload(aRemoteBuild({ text: "newer" }), TOKENS["mf-public"])).json<{ version: string }>();
    await aMoment();
    expect(version).not.toBe(before);
    expect(await seen()).toBe(version);
    await other.close();
  });
});

describe("pictures", () => {
  it("are served with a tag, and found only below their folder", async () => {
    const picture = await get("/media/covers/image-design-1.webp");
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect((await get("/media/covers/image-design-1.webp", { "if-none-match": String(picture.headers["etag"]) })).statusCode).toBe(304);
    expect((await get("/media/covers/..%2f..%2fpackage.json")).statusCode).toBe(404);
  });
});
