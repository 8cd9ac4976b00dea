import { webcrypto } from "node:crypto";
import { config, provideConfig } from "@conquest/shared/singletons/config";
import { createSiteMap } from "../../registry/site-map";
import { aRegistry, aRelease } from "../../testing/registry-samples";
import type { ParsedRegistry } from "../../registry/load-registry";
import { applyDeveloperSwitches } from "./switched-registry";
import { currentSwitches, leavePanel, saveSwitches } from "./switches";

const ROUTES = [{ path: "/", title: "Home", access: "everyone", layout: "site" }];
const LOCAL = "http://localhost:3009";

const released = () =>
  aRegistry({
    "mf-a": {
      current: { ...aRelease("mf-a", "2", { routes: ROUTES }), integrity: { "remoteEntry.js": "sha384-sound" } },
      previous: aRelease("mf-a", "1", { routes: ROUTES }),
    },
    "mf-b": { current: aRelease("mf-b", "5", { routes: [{ ...ROUTES[0], path: "/b" }] }) },
  });
const readRegistry = (): ParsedRegistry => ({ ...released(), unreadable: [] });
const page = () =>
  applyDeveloperSwitches(
    { first: released(), source: { rest: async () => readRegistry(), newest: async () => readRegistry() } },
    createSiteMap,
  );

function serve(files: Record<string, unknown>): void {
  globalThis.fetch = async (address) => {
    const file = files[String(address).replace(LOCAL, "")];
    if (file === undefined) throw new TypeError("No connection");
    return new Response(typeof file === "string" ? file : JSON.stringify(file));
  };
}

const MANIFEST = {
  name: "mf_a",
  metaData: { remoteEntry: { name: "remoteEntry.js", path: "" } },
  exposes: [
    {
      path: "./routes",
      assets: { js: { sync: ["routes.js"], async: ["later.js"] }, css: { sync: ["routes.css"], async: [] } },
    },
  ],
};
const REMOTE_JSON = {
  name: "mf-a",
  contract: "^1.2.0",
  routes: [
    { ...ROUTES[0], title: "New home" },
    { ...ROUTES[0], path: "/new" },
  ],
};

beforeEach(() => {
  Object.defineProperty(crypto, "subtle", { configurable: true, value: webcrypto.subtle });
  provideConfig({
    apiBase: "/api",
    isProduction: true,
    identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
    social: [],
  });
  document.body.innerHTML = '<script type="application/json" id="conquest-drawn">{}</script>';
  serve({});
});
afterEach(leavePanel);

it("returns the released registry if nothing is switched", async () => {
  saveSwitches({});
  const { first, source } = await page();
  expect(first.remotes).toEqual(released().remotes);
  expect((await source.rest())!.remotes).toEqual(released().remotes);
  expect(document.getElementById("conquest-drawn")).not.toBeNull();
});

it("points both releases of a faulty part at the server's fault URL", async () => {
  saveSwitches({ "mf-a": "html", "mf-none": "slow" });
  const { first, source } = await page();
  for (const { "mf-a": a, "mf-b": b, ...others } of [first.remotes, (await source.rest())!.remotes]) {
    expect([a!.current.base, a!.previous!.base, a!.current.version]).toEqual([
      "/mf/mf-a/2~html/",
      "/mf/mf-a/1~html/",
      "2",
    ]);
    expect(b).toEqual(released().remotes["mf-b"]);
    expect(others).toEqual({});
  }
  expect(config().isProduction).toBe(true);
});

it("applies the switches at the time of each read", async () => {
  saveSwitches({ "mf-a": "missing" });
  const { source } = await page();
  saveSwitches({});
  expect((await source.newest())!.remotes["mf-a"]!.current.base).toBe("/mf/mf-a/2/");
});

it("makes a release require a newer contract than any page has", async () => {
  saveSwitches({ "mf-a": "skew" });
  const { current, previous } = (await page()).first.remotes["mf-a"]!;
  expect([current.remote.contract, previous!.remote.contract, current.base]).toEqual([
    "^99.0.0",
    "^99.0.0",
    "/mf/mf-a/2/",
  ]);
});

it("updates the entry digest of a crashing release if digests are known", async () => {
  saveSwitches({ "mf-a": "crash" });
  serve({ "/mf/mf-a/2~crash/remoteEntry.js": "crash()" });
  const { current, previous } = (await page()).first.remotes["mf-a"]!;
  expect(current.integrity["remoteEntry.js"]).toMatch(/^sha384-[\w+/]{64}$/);
  expect(previous!.integrity).toEqual({});
});

describe("a part from a dev server", () => {
  beforeEach(() => saveSwitches({ "mf-a": LOCAL }));

  it("has the files and remote.json of its dev server", async () => {
    serve({ "/mf-manifest.json": MANIFEST, "/remote.json": REMOTE_JSON });
    const { first } = await page();
    const { current, previous } = first.remotes["mf-a"]!;
    expect(current).toMatchObject({
      version: "localhost:3009",
      base: `${LOCAL}/`,
      integrity: {},
      files: { entry: "remoteEntry.js", scripts: ["routes.js"], styles: ["routes.css"] },
    });
    expect(current.remote.routes.map(({ title, data }) => [title, data])).toEqual([
      ["New home", []],
      ["Home", []],
    ]);
    expect([previous, current.remote.menu]).toEqual([null, []]);
    expect(config().isProduction).toBe(false);
    // The page is the same, so its markup stays until the other release is loaded.
    expect(document.getElementById("conquest-drawn")).not.toBeNull();
  });

  it("discards the server-rendered page if its route differs", async () => {
    serve({
      "/mf-manifest.json": MANIFEST,
      "/remote.json": { ...REMOTE_JSON, routes: [{ ...ROUTES[0], layout: "dashboard" }] },
    });
    await page();
    expect(document.getElementById("conquest-drawn")).toBeNull();
  });

  it.each([
    ["is unreachable", {}],
    ["is another part", { "/mf-manifest.json": MANIFEST, "/remote.json": { ...REMOTE_JSON, name: "mf-b" } }],
  ])("that %s keeps its released remote.json without loadable files", async (_, files) => {
    serve(files);
    const { current } = (await page()).first.remotes["mf-a"]!;
    expect([current.base, current.remote.routes[0]!.title, current.files.scripts]).toEqual([`${LOCAL}/`, "Home", []]);
    expect(forgiveConsole().join()).toContain(`mf-a couldn't be loaded from ${LOCAL}`);
  });

  it("that was never released is listed only while its dev server runs", async () => {
    saveSwitches({ "mf-new": LOCAL });
    serve({ "/mf-manifest.json": MANIFEST, "/remote.json": { ...REMOTE_JSON, name: "mf-new" } });
    expect(Object.keys((await page()).first.remotes)).toContain("mf-new");
    serve({});
    expect(Object.keys((await page()).first.remotes)).not.toContain("mf-new");
    forgiveConsole();
  });
});

it("has no switches after the cookie is deleted", () => {
  saveSwitches({ "mf-a": "slow" });
  expect(currentSwitches()).toEqual({ "mf-a": "slow" });
  leavePanel();
  expect(currentSwitches()).toEqual({});
});
