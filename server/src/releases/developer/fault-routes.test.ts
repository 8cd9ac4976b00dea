import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { faultyBase, type Fault } from "@conquest/shared/contracts/parts/developer";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { buildApp } from "../../app";
import { aRemoteBuild, aShellBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";
import { releasePart } from "../deploy/release-part";

/**
 * Fastify publishes this when a handler starts:
 * https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
 */
const HANDLER_BEGINS = "tracing:fastify.request.handler:start";

const site = testServer({ config: { developerPanel: "allowed" } });
const asked = { cookie: "conquest_developer=on" };
const get = (url: string, headers: Record<string, string> = asked) => site.app.inject({ url, headers });

beforeEach(async () => {
  for (const build of [aShellBuild(), aRemoteBuild()]) await releasePart(site)(build, { who: "tests", why: "" });
});

const baseOf = async () => (await get("/mf/registry.json")).json<Registry>().remotes["mf-public"]!.current.base;
const file = async (fault: Fault, name: string) => get(faultyBase(await baseOf(), fault) + name);
const sound = async (name: string) => (await get((await baseOf()) + name)).body;

it.each<[Fault, number, RegExp]>([
  ["missing", 404, /^application\/json/],
  ["500", 500, /^text\/plain/],
  ["html", 200, /^text\/html/],
])("answers %s for every script and stylesheet", async (fault, status, type) => {
  for (const name of ["remoteEntry.js", "routes.css"]) {
    const answer = await file(fault, name);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([status, "no-store"]);
    expect(answer.headers["content-type"]).toMatch(type);
  }
});

it("appends to the released file for tampered", async () => {
  for (const name of ["remoteEntry.js", "routes.css"]) {
    const { body } = await file("tampered", name);
    expect(body).not.toBe(await sound(name));
    expect(body.startsWith(await sound(name))).toBe(true);
  }
});

it("makes only the entry throw on render for crash", async () => {
  expect((await file("crash", "remoteEntry.js")).body).toContain("throw new Error");
  expect((await file("crash", "routes.js")).body).toBe(await sound("routes.js"));
});

it("hides only page chunks for chunk", async () => {
  expect((await file("chunk", "page-home.js")).statusCode).toBe(404);
  expect((await file("chunk", "routes.js")).body).toBe(await sound("routes.js"));
});

it("closes the connection for down and delays the response for slow", async () => {
  const address = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const at = async (fault: Fault) =>
    fetch(address + faultyBase(await baseOf(), fault) + "routes.js", { headers: asked });
  await expect(at("down")).rejects.toThrow("fetch failed");
  const begun = performance.now();
  expect(await (await at("slow")).text()).toBe(await sound("routes.js"));
  expect(performance.now() - begun).toBeGreaterThan(2_900);
});

it("does not block shutdown while a request hangs", async () => {
  const address = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const url = `${address}${faultyBase(await baseOf(), "hangs")}routes.js`;
  const begun = new Promise((resolve) => subscribe(HANDLER_BEGINS, resolve));
  const hanging = fetch(url, { headers: asked }).catch((error: Error) => error.message);
  await begun;
  await site.app.close();
  expect(await hanging).toBe("fetch failed");
});

it("returns 404 without the developer panel or for unknown files", async () => {
  const base = await baseOf();
  const unknown = async (url: string, headers?: Record<string, string>) =>
    expect((await get(url, headers)).json()).toMatchObject({ error: { code: "not_found" } });
  await unknown(`${faultyBase(base, "html")}routes.js`, {});
  await unknown(`${faultyBase(base, "slow").replace("slow", "explode")}routes.js`);
  await unknown(`${faultyBase(base, "skew")}nothing.js`);
  await unknown(`${faultyBase(base, "crash")}draw/part.js`);
  await unknown("/mf/shell/1~slow/index.html");
});

it("applies faults to a part from its dev server", async () => {
  const devServer = createServer(({ url }, response) => void response.end(`serves(${JSON.stringify(url)})`)).listen(
    0,
    "127.0.0.1",
  );
  await once(devServer, "listening");
  const { port } = devServer.address() as AddressInfo;
  const config = {
    ...site.config,
    developerPanel: "on" as const,
    devRemotes: { "mf-public": `http://127.0.0.1:${port}` },
  };
  const app = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config });
  const answer = await app.inject(`${faultyBase("/mf/mf-public/dev/", "crash")}remoteEntry.js`);
  expect(answer.body.startsWith('serves("/remoteEntry.js")')).toBe(true);
  expect(answer.body).toContain("throw new Error");
  expect(answer.headers["content-type"]).toMatch(/^text\/javascript/);
  await app.close();
  devServer.close();
});

describe("with the developer panel off", () => {
  const closed = testServer({ config: { developerPanel: "off" } });

  it("returns 404", async () => {
    await releasePart(closed)(aRemoteBuild(), { who: "tests", why: "" });
    const { base } = (await closed.app.inject("/mf/registry.json")).json<Registry>().remotes["mf-public"]!.current;
    const answer = await closed.app.inject({ url: `${faultyBase(base, "html")}routes.js`, headers: asked });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
    expect((await closed.app.inject(`${base}routes.js`)).statusCode).toBe(200);
  });
});
