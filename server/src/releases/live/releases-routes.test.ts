import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { buildApp } from "../../app";
import { readConfig } from "../../config/config";
import { releaseContents, releasePaths, releases } from "../../database/schema/releases";
import { aRemoteBuild, aShellBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";
import { waitForReleases } from "../../testing/release-steps";
import { releasePart } from "../deploy/release-part";
import type { Build } from "../store/release-store";

const site = testServer();
const otherConfig = readConfig({ FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9", LOG_LEVEL: "silent" });

const release = (build: Build) => releasePart(site)(build, { who: "tests", why: "" });
const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const registry = async () => (await get("/mf/registry.json")).json<Registry>();
it("serves release files but not HTML, which needs page headers", async () => {
  const by = { part: "shell", version: "1" };
  await site.db.insert(releases).values({ ...by, integrity: {}, createdAt: site.clock.now(), createdBy: "Ann" });
  await site.db.insert(releaseContents).values({ sha384: "x", content: Buffer.from("x") });
  const file = (path: string, contentType: string) => ({ ...by, path, contentType, sha384: "x" });
  await site.db
    .insert(releasePaths)
    .values([file("a.js", "text/javascript"), file("index.html", "text/html; charset=utf-8")]);
  expect((await site.api.send({ method: "GET", url: "/mf/shell/1/a.js" })).statusCode).toBe(200);
  const page = await site.api.send({ method: "GET", url: "/mf/shell/1/index.html" });
  expect(page.statusCode).toBe(404);
  errorBody.parse(page.json());
});

it.each([{}, { name: "mf-other", contract: "^1.0.0", routes: "all", menu: [] }, []])(
  "an invalid remote.json %j does not affect other parts",
  async (face) => {
    await release(aShellBuild());
    await release(aRemoteBuild());
    await release(
      aRemoteBuild({ name: "mf-other", routes: [{ ...aRemoteBuild().remote!.routes[0]!, path: "/other" }] }),
    );
    await site.db
      .update(releases)
      .set({ remote: face as never })
      .where(eq(releases.part, "mf-other"));
    expect((await get("/")).statusCode).toBe(200);
    expect((await get("/other")).statusCode).toBe(404);
    expect(Object.keys((await registry()).remotes)).toEqual(["mf-public"]);
  },
);

describe("readiness", () => {
  const unready = async (response: Awaited<ReturnType<typeof get>>) => {
    expect(response.statusCode).toBe(503);
    expect(errorBody.parse(response.json()).error.code).toBe("not_ready");
  };

  it("is ok once a shell is released", async () => {
    await unready(await get("/api/ready"));
    await release(aRemoteBuild());
    await unready(await get("/api/ready"));
    await release(aShellBuild());
    expect((await get("/api/ready")).json()).toEqual({ status: "ok" });
  });

  it("is ok without a shell if a dev server provides it", async () => {
    const config = { ...otherConfig, devShellUrl: "http://127.0.0.1:9" };
    const other = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config });
    expect((await other.inject({ url: "/api/ready" })).statusCode).toBe(200);
    await other.close();
  });

  it("fails if the database is unavailable while cached pages are served", async () => {
    await release(aShellBuild());
    expect((await get("/api/ready")).statusCode).toBe(200);
    expect((await get("/nothing")).statusCode).toBe(404);
    const rename = async (from: string, to: string) => {
      for (const name of ["parts", "changes"])
        await site.db.execute(sql.raw(`alter table registry_${name}${from} rename to registry_${name}${to}`));
    };
    await rename("", "_gone");
    try {
      await unready(await get("/api/ready"));
      expect((await get("/nothing")).statusCode).toBe(404);
    } finally {
      await rename("_gone", "");
    }
  });
});

it("includes the shell version in the registry to detect outdated tabs", async () => {
  await release(aRemoteBuild());
  expect(await registry()).not.toHaveProperty("shell");
  const { version } = await release(aShellBuild());
  await waitForReleases();
  expect((await registry()).shell).toBe(version);
  const { body } = await get("/");
  expect(/id="conquest-registry">([^<]*)/.exec(body)![1]).not.toContain(version);
});

describe("files of a release", () => {
  it("are served unchanged, immutable and compressed", async () => {
    await release(aRemoteBuild());
    const { base, integrity } = (await registry()).remotes["mf-public"]!.current;
    const plain = await get(`${base}routes.js`);
    const small = await get(`${base}routes.js`, { "accept-encoding": "gzip, br" });
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(plain.headers["content-type"]).toMatch(/^text\/javascript/);
    expect(`sha384-${createHash("sha384").update(plain.rawPayload).digest("base64")}`).toBe(integrity["routes.js"]);
    expect(small.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(small.rawPayload)).toEqual(plain.rawPayload);
    expect((await get(`${base}routes.js`, { "accept-encoding": "br;q=0, gzip" })).headers["content-encoding"]).toBe(
      "gzip",
    );
  });

  it("are served repeatedly even if empty", async () => {
    const build = aRemoteBuild();
    build.files.push({ path: "empty.txt", content: Buffer.alloc(0) });
    const { version } = await release(build);
    for (const _time of [1, 2]) {
      const response = await get(`/mf/mf-public/${version}/empty.txt`);
      expect([response.statusCode, response.body]).toEqual([200, ""]);
    }
  });

  it("stay available after ten newer releases", async () => {
    const shell = await release(aShellBuild());
    await release(aRemoteBuild());
    const { base, integrity } = (await registry()).remotes["mf-public"]!.current;
    for (let newer = 1; newer <= 10; newer += 1) {
      await release(aRemoteBuild({ text: `newer ${newer}` }));
      await release(aShellBuild(`newer ${newer}`));
    }
    await waitForReleases();
    const now = await registry();
    expect(now.remotes["mf-public"]!.current.base).not.toBe(base);
    expect(now.shell).not.toBe(shell.version);
    for (const [file, digest] of Object.entries(integrity)) {
      const response = await get(base + file);
      expect([file, response.statusCode]).toEqual([file, 200]);
      expect(`sha384-${createHash("sha384").update(response.rawPayload).digest("base64")}`).toBe(digest);
    }
    expect((await get(`/mf/shell/${shell.version}/main.js`)).body).toContain('start("")');
  });
});
