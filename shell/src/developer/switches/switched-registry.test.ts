import { webcrypto } from "node:crypto";
import { config, provideConfig } from "@conquest/shared/singletons/config";
import { siteMapOf } from "../../registry/site-map";
import { aRegistry, aRelease } from "../../testing/registry-samples";
import type { ReadRegistry } from "../../registry/load-registry";
import { switched } from "./switched-registry";
import { currentSwitches, forgetPanel, keepSwitches } from "./switches";

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
const whole = (): ReadRegistry => ({ ...released(), unreadable: [] });
const page = () =>
  switched({ first: released(), source: { rest: async () => whole(), newest: async () => whole() } }, siteMapOf);

/** What the dev server at LOCAL answers, by path; nothing: it is not there. */
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
const FACE = {
  name: "mf-a",
  contract: "^1.2.0",
  routes: [
    { ...ROUTES[0], title: "New home" },
    { ...ROUTES[0], path: "/new" },
  ],
};

beforeEach(() => {
  // What jsdom has not.
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
afterEach(forgetPanel);

it("is what was released where nothing is switched", async () => {
  keepSwitches({});
  const { first, source } = await page();
  expect(first.remotes).toEqual(released().remotes);
  expect((await source.rest())!.remotes).toEqual(released().remotes);
  expect(document.getElementById("conquest-drawn")).not.toBeNull();
});

it("asks for the files of a faulty part, also of the release before, where the server answers with the fault", async () => {
  keepSwitches({ "mf-a": "html", "mf-none": "slow" });
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

it("goes by what is switched when it is asked", async () => {
  keepSwitches({ "mf-a": "missing" });
  const { source } = await page();
  keepSwitches({});
  expect((await source.newest())!.remotes["mf-a"]!.current.base).toBe("/mf/mf-a/2/");
});

it("makes a release too new for any page", async () => {
  keepSwitches({ "mf-a": "skew" });
  const { current, previous } = (await page()).first.remotes["mf-a"]!;
  expect([current.remote.contract, previous!.remote.contract, current.base]).toEqual([
    "^99.0.0",
    "^99.0.0",
    "/mf/mf-a/2/",
  ]);
});

it("takes an entry that crashes for one that was built so, where digests are known", async () => {
  keepSwitches({ "mf-a": "crash" });
  serve({ "/mf/mf-a/2~crash/remoteEntry.js": "crash()" });
  const { current, previous } = (await page()).first.remotes["mf-a"]!;
  expect(current.integrity["remoteEntry.js"]).toMatch(/^sha384-[\w+/]{64}$/);
  expect(previous!.integrity).toEqual({});
});

describe("a part from this machine", () => {
  beforeEach(() => keepSwitches({ "mf-a": LOCAL }));

  it("comes with the files and the face that its dev server has now", async () => {
    serve({ "/mf-manifest.json": MANIFEST, "/remote.json": FACE });
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
    // The same page at the same address: what stands drawn is exchanged when the other release is there.
    expect(document.getElementById("conquest-drawn")).not.toBeNull();
  });

  it("brings pages that the server knows nothing of: what it drew in their place is not gone on from", async () => {
    serve({
      "/mf-manifest.json": MANIFEST,
      "/remote.json": { ...FACE, routes: [{ ...ROUTES[0], layout: "dashboard" }] },
    });
    await page();
    expect(document.getElementById("conquest-drawn")).toBeNull();
  });

  it.each([
    ["is not there", {}],
    ["is another part", { "/mf-manifest.json": MANIFEST, "/remote.json": { ...FACE, name: "mf-b" } }],
  ])("that %s keeps the face of its release, and cannot be loaded", async (_, files) => {
    serve(files);
    const { current } = (await page()).first.remotes["mf-a"]!;
    expect([current.base, current.remote.routes[0]!.title, current.files.scripts]).toEqual([`${LOCAL}/`, "Home", []]);
    expect(forgiveConsole().join()).toContain(`mf-a cannot be had from ${LOCAL}`);
  });

  it("that was never released is there while its dev server is", async () => {
    keepSwitches({ "mf-new": LOCAL });
    serve({ "/mf-manifest.json": MANIFEST, "/remote.json": { ...FACE, name: "mf-new" } });
    expect(Object.keys((await page()).first.remotes)).toContain("mf-new");
    serve({});
    expect(Object.keys((await page()).first.remotes)).not.toContain("mf-new");
    forgiveConsole();
  });
});

it("has nothing switched where the cookie is gone", () => {
  keepSwitches({ "mf-a": "slow" });
  expect(currentSwitches()).toEqual({ "mf-a": "slow" });
  forgetPanel();
  expect(currentSwitches()).toEqual({});
});
