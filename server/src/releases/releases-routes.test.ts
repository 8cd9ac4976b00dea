import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { errorBody } from "@conquest/shared/contracts/errors";
import type { Registry } from "@conquest/shared/contracts/releases";
import { buildApp } from "../app";
import { readConfig } from "../config";
import { releaseFiles, releases } from "../database/schema";
import { aRemoteBuild, aShellBuild } from "../testing/a-build";
import { aServer } from "../testing/a-server";
import { releasePart } from "./release-part";
import type { Build } from "./release-store";

const TOKENS = { "mf-public": "public-token", "mf-dashboard-user": "user-token", shell: "shell-token" };
const site = aServer({ config: { deployTokens: TOKENS } });
const otherConfig = readConfig({ FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9", LOG_LEVEL: "silent" });

const release = (build: Build) => releasePart(site)(build, { who: "tests", why: "" });
const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const registry = async () => (await get("/mf/registry.json")).json<Registry>();
/** Longer than a server may go without asking whether the registry has changed. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 300));

/** An upload as `npm run release` sends it. */
const asUpload = (build: Build) => ({
  part: build.part,
  remote: build.remote,
  files: build.files.map(({ path, content }) => ({ path, base64: content.toString("base64") })),
  who: "Nadia",
  why: "a better button",
});

const send = (payload: string, token?: string) =>
  site.api.send({
    method: "POST",
    url: "/mf/releases",
    headers: { "content-type": "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    payload,
  });

describe("a release", () => {
  it.each([undefined, "", "undefined", "wrong"])("with the token %p is refused before it is read", async (token) => {
    const answer = await send("{ this is not read", token);
    expect(answer.statusCode).toBe(401);
    expect(errorBody.parse(answer.json()).error.code).toBe("no_deploy_token");
  });

  it("with a part's token is read", async () => {
    expect((await send("{ this is read", "public-token")).statusCode).toBe(400);
  });

  it("of one part is refused to the token of another", async () => {
    const build = { who: "Ann", part: "mf-public", remote: null, files: [{ path: "a.js", base64: "" }] };
    expect((await send(JSON.stringify(build), "user-token")).statusCode).toBe(401);
    expect(await site.db.select().from(releases)).toEqual([]);
  });
});

it.each(["rollback", "disable", "enable"])("%s needs the part's token", async (action) => {
  const ask = (token: string) =>
    site.api.send({
      method: "POST",
      url: "/mf/registry/mf-public",
      headers: { authorization: `Bearer ${token}` },
      payload: { action, who: "Ann", why: "Because." },
    });
  expect((await ask("")).statusCode).toBe(401);
  expect((await ask("user-token")).statusCode).toBe(401);
  expect((await ask("public-token")).statusCode).toBe(409);
});

it("a release's files are answered, its HTML is not: a page goes out with the headers of a page", async () => {
  const by = { part: "shell", version: "1" };
  await site.db.insert(releases).values({ ...by, integrity: {}, createdAt: site.clock.now(), createdBy: "Ann" });
  const file = (path: string, contentType: string) => ({ ...by, path, contentType, content: Buffer.from("x"), sha384: path });
  await site.db.insert(releaseFiles).values([file("a.js", "text/javascript"), file("index.html", "text/html; charset=utf-8")]);
  expect((await site.api.send({ method: "GET", url: "/mf/shell/1/a.js" })).statusCode).toBe(200);
  const page = await site.api.send({ method: "GET", url: "/mf/shell/1/index.html" });
  expect(page.statusCode).toBe(404);
  errorBody.parse(page.json());
});

describe("an upload that is none", () => {
  const build = aRemoteBuild();
  const manifest = JSON.parse(build.files.find(({ path }) => path === "mf-manifest.json")!.content.toString()) as Record<string, unknown>;
  const file = (path: string) => ({ ...asUpload(build), files: [...asUpload(build).files, { path, base64: "" }] });
  const withManifest = (text: string) =>
    asUpload({ ...build, files: build.files.map((known) => (known.path === "mf-manifest.json" ? { ...known, content: Buffer.from(text) } : known)) });
  const exposing = (assets: unknown) => withManifest(JSON.stringify({ ...manifest, exposes: [{ path: "./routes", assets }] }));
  const [home, ...others] = build.remote!.routes;
  const titled = (title: string) => ({ ...asUpload(build), remote: { ...build.remote!, routes: [{ ...home!, title }, ...others] } });

  it.each<[string, number, object]>([
    ["a path out of its folder", 422, file("../x.js")],
    ["a path out of its folder on a way round", 422, file("a/../../x.js")],
    ["the folder above", 422, file("..")],
    ["the folder itself", 422, file(".")],
    ["a path with a stop in it", 422, file("a/./b.js")],
    ["a path that begins at the root", 422, file("/x.js")],
    ["a path longer than any", 422, file(`${"a".repeat(4000)}.js`)],
    ["a path twice", 422, file("routes.js")],
    ["a manifest that is not JSON", 409, withManifest("<!doctype html>")],
    ["a manifest that is a number", 409, withManifest("7")],
    ["exposes of another type", 409, withManifest(JSON.stringify({ ...manifest, exposes: "./routes" }))],
    ["sync of another type", 409, exposing({ js: { sync: "routes.js", async: [] }, css: { sync: [], async: [] } })],
    ["sync of numbers", 409, exposing({ js: { sync: [7], async: [] }, css: { sync: [], async: [] } })],
    ["NUL in the manifest", 409, withManifest(JSON.stringify({ ...manifest, id: "a\u0000b" }))],
    ["half a character in the manifest", 409, withManifest(JSON.stringify({ ...manifest, id: "\ud800" }))],
    ["NUL in who", 422, { ...asUpload(build), who: "Na\u0000dia" }],
    ["NUL in why", 422, { ...asUpload(build), why: "\u0000?" }],
    ["NUL in a title", 422, titled("Ho\u0000me")],
    ["half a character in a title", 422, titled("Ho\udc00me")],
    ["a head from a parameter that the path has not", 422, {
      ...asUpload(build),
      remote: { ...build.remote!, routes: [{ ...home!, head: { from: "contest", param: "id" } }, ...others] },
    }],
  ])("with %s is refused with %i, and nothing is stored", async (_, status, payload) => {
    const answer = await send(JSON.stringify(payload), TOKENS["mf-public"]);
    expect(answer.statusCode).toBe(status);
    expect(errorBody.parse(answer.json()).error.message).toMatch(/^[A-Zm].*\.$/);
    expect(await site.db.select().from(releases)).toEqual([]);
    expect((await registry()).revision).toBe(0);
  });

  it("is not one whose text only looks like what cannot be stored", async () => {
    expect((await send(JSON.stringify({ ...withManifest(JSON.stringify({ ...manifest, id: "\\u0000" })), why: "\\ud800" }), TOKENS["mf-public"])).statusCode).toBe(200);
  });
});

it("a change of the registry whose reason cannot be stored is refused", async () => {
  await release(aRemoteBuild());
  const answer = await site.app.inject({
    method: "POST",
    url: "/mf/registry/mf-public",
    headers: { authorization: `Bearer ${TOKENS["mf-public"]}` },
    payload: { action: "disable", who: "Nadia", why: "\u0000" },
  });
  expect(answer.statusCode).toBe(422);
});

describe("the server's health", () => {
  const unready = async (answer: Awaited<ReturnType<typeof get>>) => {
    expect(answer.statusCode).toBe(503);
    expect(errorBody.parse(answer.json()).error.code).toBe("not_ready");
  };

  it("is good once there is a shell to answer with", async () => {
    await unready(await get("/healthz"));
    await release(aRemoteBuild());
    await unready(await get("/healthz"));
    await release(aShellBuild());
    expect((await get("/healthz")).json()).toEqual({ status: "ok" });
  });

  it("is good without one where a dev server brings it", async () => {
    const config = { ...otherConfig, devShellUrl: "http://127.0.0.1:9" };
    const other = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config });
    expect((await other.inject({ url: "/healthz" })).statusCode).toBe(200);
    await other.close();
  });

  it("is bad once the database does not answer, though pages are still served from memory", async () => {
    await release(aShellBuild());
    expect((await get("/healthz")).statusCode).toBe(200);
    expect((await get("/nothing")).statusCode).toBe(404);
    const rename = async (from: string, to: string) => {
      for (const name of ["parts", "changes"]) await site.db.execute(sql.raw(`alter table registry_${name}${from} rename to registry_${name}${to}`));
    };
    await rename("", "_gone");
    try {
      await unready(await get("/healthz"));
      expect((await get("/nothing")).statusCode).toBe(404);
    } finally {
      await rename("_gone", "");
    }
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

  it("are answered each time, also one that holds nothing", async () => {
    const build = aRemoteBuild();
    build.files.push({ path: "empty.js", content: Buffer.alloc(0) });
    const { version } = await release(build);
    for (const _time of [1, 2]) {
      const answer = await get(`/mf/mf-public/${version}/empty.js`);
      expect([answer.statusCode, answer.body]).toEqual([200, ""]);
    }
  });

  it("stay when newer ones come", async () => {
    await release(aRemoteBuild());
    const { base } = (await registry()).remotes["mf-public"]!.current;
    await release(aRemoteBuild({ text: "newer" }));
    expect((await get(`${base}remoteEntry.js`)).statusCode).toBe(200);
  });
});

describe("releasing", () => {
  const upload = (build: Build, token: string) => send(JSON.stringify(asUpload(build)), token);
  const change = (action: string, why = "", token = TOKENS["mf-public"]) =>
    site.app.inject({
      method: "POST",
      url: "/mf/registry/mf-public",
      headers: { authorization: `Bearer ${token}` },
      payload: { action, who: "Nadia", why },
    });

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

  it("does not go back to an address that another part has taken since", async () => {
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    const [home] = aRemoteBuild().remote!.routes;
    await upload(aRemoteBuild({ routes: [home!] }), TOKENS["mf-public"]);
    await release(aRemoteBuild({ name: "mf-other", routes: aRemoteBuild().remote!.routes.slice(1) }));
    const refused = await change("rollback");
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ error: { message: expect.stringContaining("/contest-details/:id belongs to mf-other.") } });
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
    const other = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config: otherConfig });
    const seen = async () => (await other.inject({ url: "/mf/registry.json" })).json<Registry>().remotes["mf-public"]!.current.version;
    const before = await seen();
    const { version } = (await upload(aRemoteBuild({ text: "newer" }), TOKENS["mf-public"])).json<{ version: string }>();
    await aMoment();
    expect(version).not.toBe(before);
    expect(await seen()).toBe(version);
    await other.close();
  });
});
