import { eq } from "drizzle-orm";
import { pino } from "pino";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { buildApp } from "../../app";
import { readConfig } from "../../config/config";
import { deployTokens, releaseContents, releasePaths, releases } from "../../database/schema/releases";
import { aRemoteBuild, aShellBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";
import { waitForReleases as aMoment } from "../../testing/release-steps";
import { LIMITS } from "../checks/limits";
import { mirrorRelease, releasePart } from "./release-part";
import type { Build } from "../store/release-store";

const TOKENS = {
  "mf-public": "public-token",
  "mf-dashboard-user": "user-token",
  shell: "shell-token",
  "*": "operators-token",
};
const site = testServer({ config: { deployTokens: TOKENS } });
const otherConfig = readConfig({ FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9", LOG_LEVEL: "silent" });

const release = (build: Build) => releasePart(site)(build, { who: "tests", why: "" });
const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const registry = async (cookie = "") => (await get("/mf/registry.json", { cookie })).json<Registry>();

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
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    payload,
  });

describe("POST /mf/releases", () => {
  it.each([undefined, "", "undefined", "wrong"])("rejects the token %p before reading the body", async (token) => {
    const response = await send("{ this is not read", token);
    expect(response.statusCode).toBe(401);
    expect(errorBody.parse(response.json()).error.code).toBe("no_deploy_token");
  });

  it("reads the body if the token belongs to the part", async () => {
    expect((await send("{ this is read", "public-token")).statusCode).toBe(400);
  });

  it("rejects the token of another part", async () => {
    const build = { who: "Ann", part: "mf-public", remote: null, files: [{ path: "a.js", base64: "" }] };
    expect((await send(JSON.stringify(build), "user-token")).statusCode).toBe(401);
    expect(await site.db.select().from(releases)).toEqual([]);
  });
});

it("blocks an address after 20 wrong tokens within a minute", async () => {
  for (let tried = 0; tried < 20; tried += 1) expect((await send("{", `guess ${tried}`)).statusCode).toBe(401);
  const refused = await send("{", "guess 21");
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await send("{", "public-token")).statusCode).toBe(429);
  expect(
    (
      await site.app.inject({
        url: "/mf/history/mf-public",
        remoteAddress: "203.0.113.9",
        headers: { authorization: "Bearer public-token" },
      })
    ).statusCode,
  ).toBe(200);
});

it("limits parallel wrong tokens and never counts valid ones", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, tried) => (await send("{", `guess ${tried}`)).statusCode),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  const history = () =>
    site.app.inject({
      url: "/mf/history/mf-public",
      remoteAddress: "203.0.113.9",
      headers: { authorization: "Bearer public-token" },
    });
  for (let asked = 0; asked < 30; asked += 1) expect((await history()).statusCode).toBe(200);
  const together = await Promise.all(Array.from({ length: 60 }, history));
  expect(new Set(together.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

it.each(["rollback", "disable", "enable"])("requires the part's token to %s", async (action) => {
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

describe("an invalid upload", () => {
  const build = aRemoteBuild();
  const manifest = JSON.parse(
    build.files.find(({ path }) => path === "mf-manifest.json")!.content.toString(),
  ) as Record<string, unknown>;
  const file = (path: string) => ({ ...asUpload(build), files: [...asUpload(build).files, { path, base64: "" }] });
  const withManifest = (text: string) =>
    asUpload({
      ...build,
      files: build.files.map((known) =>
        known.path === "mf-manifest.json" ? { ...known, content: Buffer.from(text) } : known,
      ),
    });
  const exposing = (assets: unknown) =>
    withManifest(JSON.stringify({ ...manifest, exposes: [{ path: "./routes", assets }] }));
  const [home, ...others] = build.remote!.routes;
  const titled = (title: string) => ({
    ...asUpload(build),
    remote: { ...build.remote!, routes: [{ ...home!, title }, ...others] },
  });

  it.each<[string, number, object]>([
    ["a path outside its folder", 422, file("../x.js")],
    ["an indirect path outside its folder", 422, file("a/../../x.js")],
    ["the parent folder", 422, file("..")],
    ["the folder itself", 422, file(".")],
    ["a path with a dot segment", 422, file("a/./b.js")],
    ["an absolute path", 422, file("/x.js")],
    ["an oversized path", 422, file(`${"a".repeat(4000)}.js`)],
    ["a duplicate path", 422, file("routes.js")],
    ["a manifest that is not JSON", 409, withManifest("<!doctype html>")],
    ["a manifest that is a number", 409, withManifest("7")],
    ["exposes of another type", 409, withManifest(JSON.stringify({ ...manifest, exposes: "./routes" }))],
    ["sync of another type", 409, exposing({ js: { sync: "routes.js", async: [] }, css: { sync: [], async: [] } })],
    ["sync of numbers", 409, exposing({ js: { sync: [7], async: [] }, css: { sync: [], async: [] } })],
    ["NUL in the manifest", 409, withManifest(JSON.stringify({ ...manifest, id: "a\u0000b" }))],
    ["a lone surrogate in the manifest", 409, withManifest(JSON.stringify({ ...manifest, id: "\ud800" }))],
    ["NUL in who", 422, { ...asUpload(build), who: "Na\u0000dia" }],
    ["NUL in why", 422, { ...asUpload(build), why: "\u0000?" }],
    ["NUL in a title", 422, titled("Ho\u0000me")],
    ["a lone surrogate in a title", 422, titled("Ho\udc00me")],
    [
      "a head from a parameter missing in the path",
      422,
      {
        ...asUpload(build),
        remote: { ...build.remote!, routes: [{ ...home!, head: { from: "contest", param: "id" } }, ...others] },
      },
    ],
  ])("with %s is rejected with %i and stores nothing", async (_, status, payload) => {
    const response = await send(JSON.stringify(payload), TOKENS["mf-public"]);
    expect(response.statusCode).toBe(status);
    expect(errorBody.parse(response.json()).error.message).toMatch(/^[A-Zm].*\.$/);
    expect(await site.db.select().from(releases)).toEqual([]);
    expect((await registry()).revision).toBe(0);
  });

  it("does not include text that only looks like an escape sequence", async () => {
    expect(
      (
        await send(
          JSON.stringify({ ...withManifest(JSON.stringify({ ...manifest, id: "\\u0000" })), why: "\\ud800" }),
          TOKENS["mf-public"],
        )
      ).statusCode,
    ).toBe(200);
  });
});

it("rejects a registry change whose reason cannot be stored", async () => {
  await release(aRemoteBuild());
  const response = await site.app.inject({
    method: "POST",
    url: "/mf/registry/mf-public",
    headers: { authorization: `Bearer ${TOKENS["mf-public"]}` },
    payload: { action: "disable", who: "Nadia", why: "\u0000" },
  });
  expect(response.statusCode).toBe(422);
});

describe("releasing", () => {
  const upload = (build: Build, token: string) => send(JSON.stringify(asUpload(build)), token);
  const ask = (payload: object, token = TOKENS["mf-public"]) =>
    site.app.inject({
      method: "POST",
      url: "/mf/registry/mf-public",
      headers: { authorization: `Bearer ${token}` },
      payload: { who: "Nadia", ...payload },
    });
  const change = (action: string, why = "", token = TOKENS["mf-public"]) => ask({ action, why }, token);
  const uploaded = async (build: Build) =>
    (await upload(build, TOKENS["mf-public"])).json<{ version: string }>().version;
  const running = async (cookie?: string) => {
    await aMoment();
    return (await registry(cookie)).remotes["mf-public"]!;
  };

  it("accepts only the token of the part", async () => {
    expect((await upload(aRemoteBuild(), "wrong")).statusCode).toBe(401);
    expect((await upload(aRemoteBuild(), TOKENS.shell)).statusCode).toBe(401);
    expect((await change("enable", "", TOKENS.shell)).statusCode).toBe(401);
    expect((await get("/mf/history/mf-public")).statusCode).toBe(401);
    expect((await registry()).remotes).toEqual({});
    expect((await upload(aRemoteBuild(), TOKENS["mf-public"])).statusCode).toBe(200);
  });

  it("changes nothing if a build is rejected", async () => {
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    const refused = await upload(aRemoteBuild({ text: "newer", contract: "^2.0.0" }), TOKENS["mf-public"]);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      error: { code: "release_refused", message: expect.stringContaining("contract ^2.0.0") },
    });
    expect((await registry()).revision).toBe(1);
  });

  it("keeps the previous release, rolls back to it and records the history", async () => {
    const first = (await upload(aRemoteBuild(), TOKENS["mf-public"])).json<{ version: string }>().version;
    const second = (await upload(aRemoteBuild({ text: "newer" }), TOKENS["mf-public"])).json<{ version: string }>()
      .version;
    expect((await registry()).remotes["mf-public"]).toMatchObject({
      current: { version: second },
      previous: { version: first },
    });
    await change("rollback", "the button was worse");
    await aMoment();
    expect((await registry()).remotes["mf-public"]).toMatchObject({ current: { version: first }, previous: null });
    const history = await get("/mf/history/mf-public", { authorization: `Bearer ${TOKENS["mf-public"]}` });
    expect(history.json()).toMatchObject([
      {
        action: "rollback",
        fromVersion: second,
        toVersion: first,
        who: "Nadia (configured token)",
        why: "the button was worse",
        at: site.clock.now().toISOString(),
      },
      { action: "release", fromVersion: first, toVersion: second, why: "a better button" },
      { action: "release", fromVersion: null, toVersion: first },
    ]);
  });

  it("rejects a rollback to a path that another part has taken", async () => {
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    const [home] = aRemoteBuild().remote!.routes;
    await upload(aRemoteBuild({ routes: [home!] }), TOKENS["mf-public"]);
    await release(aRemoteBuild({ name: "mf-other", routes: aRemoteBuild().remote!.routes.slice(1) }));
    const refused = await change("rollback");
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      error: { message: expect.stringContaining("/contest-details/:id belongs to mf-other.") },
    });
  });

  it("changes nothing if the build is already live", async () => {
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    expect((await upload(aRemoteBuild(), TOKENS["mf-public"])).json()).toMatchObject({ isNew: false, revision: null });
    expect((await change("enable")).json()).toEqual({ changed: null });
    expect((await change("rollback")).statusCode).toBe(409);
  });

  it("disables a part with a reason and enables it again", async () => {
    await release(aShellBuild());
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    expect((await change("disable")).statusCode).toBe(409);
    await change("disable", "Payments rest until noon.");
    await aMoment();
    expect((await registry()).remotes["mf-public"]).toMatchObject({
      isEnabled: false,
      reason: "Payments rest until noon.",
    });
    const page = await get("/");
    expect([page.statusCode, page.body.includes('rel="preload"')]).toEqual([200, false]);
    await change("enable");
    await aMoment();
    expect((await registry()).remotes["mf-public"]).toMatchObject({ isEnabled: true, reason: null });
  });

  it("becomes visible on other servers within a second", async () => {
    await upload(aRemoteBuild(), TOKENS["mf-public"]);
    const other = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config: otherConfig });
    const seen = async () =>
      (await other.inject({ url: "/mf/registry.json" })).json<Registry>().remotes["mf-public"]!.current.version;
    const before = await seen();
    const { version } = (await upload(aRemoteBuild({ text: "newer" }), TOKENS["mf-public"])).json<{
      version: string;
    }>();
    await aMoment();
    expect(version).not.toBe(before);
    expect(await seen()).toBe(version);
    await other.close();
  });

  it("rolls back to the last good version, never to a rolled-back one", async () => {
    const [one, two, three] = [
      await uploaded(aRemoteBuild()),
      await uploaded(aRemoteBuild({ text: "2" })),
      await uploaded(aRemoteBuild({ text: "3" })),
    ];
    expect((await change("rollback")).json()).toMatchObject({ changed: { version: two } });
    expect(await running()).toMatchObject({ current: { version: two }, previous: { version: one } });
    expect((await change("rollback")).json()).toMatchObject({ changed: { version: one } });
    expect(await running()).toMatchObject({ current: { version: one }, previous: null });
    expect((await change("rollback")).json()).toMatchObject({
      error: { message: "mf-public has no earlier version to go back to." },
    });
    for (const bad of [two, three])
      expect((await ask({ action: "rollback", to: bad })).json()).toMatchObject({
        error: { message: expect.stringContaining(`${bad} was never live here, or`) },
      });
    // Uploading the same build again does not make it good.
    for (const sent of [{}, { canary: 10 }]) {
      const refused = await send(
        JSON.stringify({ ...asUpload(aRemoteBuild({ text: "3" })), ...sent }),
        TOKENS["mf-public"],
      );
      expect([refused.statusCode, refused.json<{ error: { message: string } }>().error.message]).toEqual([
        409,
        expect.stringMatching(/was rolled back before. Release a fixed build, or use --again.$/),
      ]);
    }
    expect((await ask({ action: "canary", percent: 10, version: three })).statusCode).toBe(409);
    // After an external fix it counts as good until it is rolled back again.
    expect(
      (
        await send(JSON.stringify({ ...asUpload(aRemoteBuild({ text: "3" })), again: true }), TOKENS["mf-public"])
      ).json(),
    ).toMatchObject({ version: three, isNew: false });
    expect(await running()).toMatchObject({ current: { version: three }, previous: { version: one } });
  });

  it("rolls back to a given version", async () => {
    const [one, two] = [await uploaded(aRemoteBuild()), await uploaded(aRemoteBuild({ text: "2" }))];
    await uploaded(aRemoteBuild({ text: "3" }));
    expect((await ask({ action: "rollback", to: "nothing" })).json()).toMatchObject({
      error: { message: expect.stringContaining(`There are: ${two}, ${one}.`) },
    });
    expect((await ask({ action: "rollback", to: one })).json()).toMatchObject({ changed: { version: one } });
    expect(await running()).toMatchObject({ current: { version: one }, previous: { version: two } });
    expect((await ask({ action: "rollback", to: one })).statusCode).toBe(409);
  });

  it("keeps a disabled part disabled until it is enabled", async () => {
    const one = await uploaded(aRemoteBuild());
    await change("disable", "Payments rest until noon.");
    const two = await uploaded(aRemoteBuild({ text: "2" }));
    expect(await running()).toMatchObject({
      current: { version: two },
      isEnabled: false,
      reason: "Payments rest until noon.",
    });
    await change("rollback");
    expect(await running()).toMatchObject({ current: { version: one }, isEnabled: false });
    await change("enable");
    expect(await running()).toMatchObject({ current: { version: one }, isEnabled: true, reason: null });
  });

  it("ends a canary and disables a part despite later conflicts", async () => {
    await release(aShellBuild());
    const one = await uploaded(aRemoteBuild());
    await release(
      aRemoteBuild({ name: "mf-other", routes: [{ ...aRemoteBuild().remote!.routes[0]!, path: "/other" }] }),
    );
    expect(
      (await send(JSON.stringify({ ...asUpload(aRemoteBuild({ text: "2" })), canary: 10 }), TOKENS["mf-public"]))
        .statusCode,
    ).toBe(200);
    // Simulates two releases that went live without a conflict check.
    await site.db
      .update(releases)
      .set({ remote: aRemoteBuild({ name: "mf-other" }).remote })
      .where(eq(releases.part, "mf-other"));
    expect((await change("rollback")).json()).toMatchObject({ changed: { version: one } });
    expect((await change("disable", "Payments rest.")).statusCode).toBe(200);
    expect((await change("enable")).json()).toMatchObject({
      error: { message: expect.stringContaining("belongs to mf-other") },
    });
  });

  it("ignores existing conflicts when mirroring another site", async () => {
    const by = { who: "a trial", why: "as the live site" };
    for (const build of [aShellBuild(), aRemoteBuild(), aRemoteBuild({ name: "mf-other", contract: "^9.0.0" })])
      await mirrorRelease(site, build, by);
    expect(Object.keys((await registry()).remotes)).toEqual(["mf-other", "mf-public"]);
    const routes = [{ ...aRemoteBuild().remote!.routes[0]!, path: "/mine" }];
    await expect(release(aRemoteBuild({ name: "mf-mine", routes }))).resolves.toMatchObject({ isNew: true });
    await expect(release(aRemoteBuild({ name: "mf-mine", routes: aRemoteBuild().remote!.routes }))).rejects.toThrow(
      /belongs to mf-public/,
    );
  });

  describe("as a canary", () => {
    const canary = async (build: Build, percent: number) =>
      (await send(JSON.stringify({ ...asUpload(build), canary: percent }), TOKENS["mf-public"])).json<{
        version: string;
        error?: { message: string };
      }>();
    const visitors = async (count: number) => {
      const cookies = await Promise.all(
        Array.from(
          { length: count },
          async () => (await get("/")).cookies.find(({ name }) => name === "conquest_visitor")!.value,
        ),
      );
      return cookies.map((value) => `conquest_visitor=${value}`);
    };

    it("serves the canary to a stable share of visitors that can grow", async () => {
      await release(aShellBuild());
      const one = await uploaded(aRemoteBuild());
      expect((await get("/")).cookies).toEqual([]);
      const { version: two } = await canary(aRemoteBuild({ text: "2" }), 10);
      expect(await running()).toMatchObject({ current: { version: one }, previous: null });

      const all = await visitors(400);
      const whoGets = async (version: string) => {
        const got = await Promise.all(
          all.map(async (cookie) => ({ cookie, remote: (await registry(cookie)).remotes["mf-public"]! })),
        );
        return got.filter(({ remote }) => remote.current.version === version);
      };
      const some = await whoGets(two);
      expect(some.length).toBeGreaterThanOrEqual(36);
      expect(some.length).toBeLessThanOrEqual(44);
      const firstHundred = new Set(all.slice(0, 100));
      const amongThem = some.filter(({ cookie }) => firstHundred.has(cookie)).length;
      expect(amongThem).toBeGreaterThanOrEqual(7);
      expect(amongThem).toBeLessThanOrEqual(13);
      for (const { remote, cookie } of some) {
        expect(remote.previous?.version).toBe(one);
        expect((await get("/", { cookie })).body).toContain(`/mf/mf-public/${two}/`);
        expect((await get("/", { cookie })).cookies).toEqual([]);
      }
      expect((await whoGets(two)).map(({ cookie }) => cookie)).toEqual(some.map(({ cookie }) => cookie));

      await ask({ action: "canary", percent: 50 });
      await aMoment();
      const half = (await whoGets(two)).map(({ cookie }) => cookie);
      expect(half.length).toBeGreaterThan(190);
      expect(half.length).toBeLessThan(210);
      expect(half).toEqual(expect.arrayContaining(some.map(({ cookie }) => cookie)));

      expect((await change("promote")).json()).toMatchObject({ changed: { version: two } });
      expect(await running()).toMatchObject({ current: { version: two }, previous: { version: one } });
      expect((await get("/")).cookies).toEqual([]);
    });

    it("ends the canary first on rollback and never falls back to it", async () => {
      await release(aShellBuild());
      const one = await uploaded(aRemoteBuild());
      const { version: two } = await canary(aRemoteBuild({ text: "2" }), 99);
      expect((await change("rollback", "it blinks")).json()).toMatchObject({ changed: { version: one } });
      await aMoment();
      for (const cookie of ["", "conquest_visitor=17", "conquest_visitor=7042"]) {
        expect((await registry(cookie)).remotes["mf-public"]).toMatchObject({
          current: { version: one },
          previous: null,
        });
      }
      const history = (await get("/mf/history/mf-public", { authorization: `Bearer ${TOKENS["mf-public"]}` })).json<
        object[]
      >();
      expect(history.slice(0, 2)).toMatchObject([
        { action: "rollback", fromVersion: two, toVersion: one, why: "it blinks" },
        { action: "canary", fromVersion: one, toVersion: two, percent: 99 },
      ]);
      expect((await change("promote")).statusCode).toBe(409);
    });

    it("never falls back to a rolled-back canary of an older version", async () => {
      await release(aShellBuild());
      const one = await uploaded(aRemoteBuild());
      const two = await uploaded(aRemoteBuild({ text: "2" }));
      const three = await uploaded(aRemoteBuild({ text: "3" }));
      expect((await canary(aRemoteBuild({ text: "2" }), 99)).version).toBe(two);
      expect((await change("rollback", "it blinks")).json()).toMatchObject({ changed: { version: three } });
      await aMoment();
      for (const cookie of ["", "conquest_visitor=17", "conquest_visitor=7042"]) {
        expect((await registry(cookie)).remotes["mf-public"]).toMatchObject({
          current: { version: three },
          previous: { version: one },
        });
      }
    });

    it("supports a canary of the shell", async () => {
      const { version: one } = await release(aShellBuild());
      const build = aShellBuild("newer");
      const { version: two } = (await send(JSON.stringify({ ...asUpload(build), canary: 99 }), TOKENS.shell)).json<{
        version: string;
      }>();
      await aMoment();
      const [cookie] = await visitors(1);
      const bodies = await Promise.all(
        (await visitors(60)).concat(cookie!).map(async (each) => (await get("/", { cookie: each })).body),
      );
      expect(bodies.some((body) => body.includes(`/mf/shell/${two}/`))).toBe(true);
      expect(bodies.every((body) => body.includes(`/mf/shell/${two}/`) !== body.includes(`/mf/shell/${one}/`))).toBe(
        true,
      );
    });

    it("stays marked as rolled back until it is promoted", async () => {
      await release(aShellBuild());
      await uploaded(aRemoteBuild());
      const two = await uploaded(aRemoteBuild({ text: "2" }));
      await change("rollback");
      const isMarked = async () =>
        (await site.db.select({ at: releases.rolledBackAt }).from(releases).where(eq(releases.version, two)))[0]!.at !==
        null;
      await send(
        JSON.stringify({ ...asUpload(aRemoteBuild({ text: "2" })), canary: 10, again: true }),
        TOKENS["mf-public"],
      );
      expect((await ask({ action: "canary", percent: 20 })).statusCode).toBe(200);
      expect(await isMarked()).toBe(true);
      expect((await change("promote")).statusCode).toBe(200);
      expect(await isMarked()).toBe(false);
    });

    it("requires a current release and a valid percentage", async () => {
      expect((await canary(aRemoteBuild(), 10)).error?.message).toContain("was never released");
      await uploaded(aRemoteBuild());
      expect((await canary(aRemoteBuild(), 10)).error?.message).toContain("is already live for everyone");
      expect((await ask({ action: "canary", percent: 10 })).json()).toMatchObject({
        error: { message: "mf-public has no canary." },
      });
      for (const percent of [0, 100, 1.5, "10"])
        expect((await ask({ action: "canary", percent })).statusCode).toBe(422);
      expect(await site.db.select().from(releases)).toHaveLength(1);
    });
  });
});

describe("deploy tokens", () => {
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const create = (payload: object, token = TOKENS["*"]) =>
    site.app.inject({ method: "POST", url: "/mf/tokens", headers: as(token), payload });
  const made = async (part: string, holder = "Nadia") =>
    (await create({ part, holder })).json<{ id: string; token: string }>();

  it("are created only by an operator and stored as hashes", async () => {
    for (const token of ["", "wrong", TOKENS["mf-public"], TOKENS.shell])
      expect((await create({ part: "mf-public", holder: "Nadia" }, token)).statusCode).toBe(401);
    const { token } = await made("mf-public");
    const rows = await site.db.select().from(deployTokens);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    const listed = await get("/mf/tokens", as(TOKENS["*"]));
    expect(listed.json()).toMatchObject([{ part: "mf-public", holder: "Nadia", revokedAt: null }]);
    expect(listed.body).not.toMatch(/hash|cqd_/);
    expect((await get("/mf/tokens", as(token))).statusCode).toBe(401);
  });

  it("release only their part, in the name of their holder", async () => {
    const { token } = await made("mf-public");
    expect((await send(JSON.stringify(asUpload(aShellBuild())), token)).statusCode).toBe(401);
    expect((await send(JSON.stringify({ ...asUpload(aRemoteBuild()), who: "Somebody else" }), token)).statusCode).toBe(
      200,
    );
    expect((await get("/mf/history/mf-public", as(token))).json()).toMatchObject([{ who: "Nadia" }]);
  });

  it("stop working once revoked", async () => {
    const { id, token } = await made("*", "Rafi");
    const revoke = (which: string) =>
      site.app.inject({ method: "DELETE", url: `/mf/tokens/${which}`, headers: as(TOKENS["*"]) });
    expect((await create({ part: "mf-public", holder: "Nadia" }, token)).statusCode).toBe(200);
    expect((await revoke(id)).json()).toMatchObject({ holder: "Rafi", revokedAt: site.clock.now().toISOString() });
    expect((await create({ part: "mf-public", holder: "Nadia" }, token)).statusCode).toBe(401);
    expect((await send(JSON.stringify(asUpload(aRemoteBuild())), token)).statusCode).toBe(401);
    expect((await revoke("nothing")).statusCode).toBe(404);
  });

  it.each([{ part: "api", holder: "Nadia" }, { part: "mf-public", holder: " " }, { part: "mf-public" }])(
    "are not created from %p",
    async (payload) => {
      expect((await create(payload)).statusCode).toBe(422);
      expect(await site.db.select().from(deployTokens)).toEqual([]);
    },
  );
});

describe("preflight", () => {
  const preflight = (build: Build, token = TOKENS["mf-public"]) =>
    site.app.inject({
      method: "POST",
      url: "/mf/preflight",
      headers: { authorization: `Bearer ${token}` },
      payload: asUpload(build),
    });

  it("lists the problems of a build and stores nothing", async () => {
    expect((await preflight(aRemoteBuild())).json()).toEqual({ problems: [] });
    const { problems } = (await preflight(aRemoteBuild({ contract: "^9.0.0" }))).json<{ problems: string[] }>();
    expect(problems).toEqual([expect.stringContaining("needs contract ^9.0.0")]);
    expect((await preflight(aRemoteBuild(), TOKENS.shell)).statusCode).toBe(401);
    expect([await site.db.$count(releasePaths), await site.db.$count(releaseContents)]).toEqual([0, 0]);
    expect((await registry()).revision).toBe(0);
  });

  it("returns the limits and applies them", async () => {
    expect((await get("/mf/limits")).json()).toEqual(LIMITS);
    const many = aRemoteBuild();
    many.files.push(
      ...Array.from({ length: LIMITS.files }, (_, index) => ({ path: `more/${index}.txt`, content: Buffer.from("x") })),
    );
    expect((await preflight(many)).json()).toEqual({ problems: [expect.stringContaining(`at most ${LIMITS.files}`)] });
    const large = aRemoteBuild();
    large.files.push({ path: "film.webm", content: Buffer.alloc(LIMITS.bytesOfFile + 1) });
    expect((await preflight(large)).json()).toEqual({ problems: [expect.stringContaining("film.webm weighs")] });
  });
});

it("logs every registry change with author, version and reason", async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: "info" }, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const logged = await buildApp({ ...site, config: site.config }, logger);
  const post = (url: string, payload: object) =>
    logged.inject({ method: "POST", url, headers: { authorization: `Bearer ${TOKENS["mf-public"]}` }, payload });
  const { version } = (await post("/mf/releases", asUpload(aRemoteBuild()))).json<{ version: string }>();
  await post("/mf/registry/mf-public", { action: "disable", who: "Rafi", why: "It is being repaired." });
  await post("/mf/registry/mf-public", { action: "promote", who: "Rafi" });
  await logged.close();
  expect(lines.filter(({ msg }) => msg === "registry")).toMatchObject([
    { part: "mf-public", action: "release", version, who: "Nadia (configured token)", why: "a better button" },
    { part: "mf-public", action: "disable", version, who: "Rafi (configured token)", why: "It is being repaired." },
  ]);
});
