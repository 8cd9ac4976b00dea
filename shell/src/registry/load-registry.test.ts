import { aSiteOfThree } from "../testing/registry-samples";
import { fetchRegistryWithFallback, readInlinedRegistry, fetchRegistry } from "./load-registry";

const revision = (value: number) => ({ ...aSiteOfThree(), revision: value });

function inline(text: string): void {
  document.body.innerHTML = `<script type="application/json" id="conquest-registry">${text}</script>`;
}

function respondWith(answer: () => unknown, ok = true): void {
  globalThis.fetch = jest.fn(async () => ({ ok, json: async () => answer() }) as Response);
}

const failRequest = () => {
  throw new Error("no network");
};

beforeEach(() => {
  document.body.innerHTML = "";
  localStorage.clear();
  respondWith(failRequest);
});

it("reads the registry inlined in the page", () => {
  inline(JSON.stringify(revision(4)));
  expect(readInlinedRegistry()?.revision).toBe(4);
});

it.each(["", "{", "null", '{"schema":1,"revision":1,"remotes":{}}'])(
  "returns undefined if the inlined registry is %j",
  (text) => {
    inline(text);
    expect(readInlinedRegistry()).toBeUndefined();
  },
);

it("requests the registry from the server", async () => {
  respondWith(() => revision(5));
  expect((await fetchRegistryWithFallback())?.revision).toBe(5);
});

it("falls back to the last valid registry if the server fails", async () => {
  respondWith(() => revision(6));
  await fetchRegistryWithFallback();
  respondWith(failRequest);
  expect((await fetchRegistryWithFallback())?.revision).toBe(6);
});

it("falls back to the last valid registry after an invalid response", async () => {
  respondWith(() => revision(7));
  await fetchRegistryWithFallback();
  respondWith(() => "<!doctype html>");
  expect((await fetchRegistryWithFallback())?.revision).toBe(7);
});

it("returns undefined if there is no valid registry to fall back to", async () => {
  localStorage.setItem("conquest.registry", "{");
  expect(await fetchRegistryWithFallback()).toBeUndefined();
});

describe("an unreadable entry", () => {
  const broken = (entry: unknown) => ({ ...revision(8), remotes: { ...aSiteOfThree().remotes, "mf-public": entry } });
  const [, validEntry] = Object.entries(aSiteOfThree().remotes)[0]!;
  const { current } = validEntry;

  const withShapes = (shapes: unknown) => ({
    ...validEntry,
    current: {
      ...current,
      remote: {
        ...current.remote,
        menu: [{ to: "/", label: "Home", icon: "icon.svg", shapes, order: 1, roles: ["user"] }],
      },
    },
  });

  it("does not include menu shapes that the server allows", async () => {
    respondWith(() =>
      broken(
        withShapes([
          { shape: "path", d: "M3 6h18", fill: "currentColor" },
          { shape: "rect", x: "1", y: "1", rx: "2", width: "9", height: "9" },
          { shape: "line", x1: "1", y1: "1", x2: "2", y2: "2" },
          { shape: "circle", cx: "1", cy: "2", r: "3" },
        ]),
      ),
    );
    expect((await fetchRegistryWithFallback())!.unreadable).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["text", "mf-public"],
    ["an empty object", {}],
    ["an entry without a release", { ...validEntry, current: null }],
    ["a release without files", { ...validEntry, current: { ...current, files: {} } }],
    [
      "a release whose files are numbers",
      { ...validEntry, current: { ...current, files: { ...current.files, scripts: [7] } } },
    ],
    ["a release without digests", { ...validEntry, current: { ...current, integrity: undefined } }],
    ["a release without its remote.json", { ...validEntry, current: { ...current, remote: undefined } }],
    [
      "a route without a path",
      { ...validEntry, current: { ...current, remote: { ...current.remote, routes: [{ title: "Home" }] } } },
    ],
    ...[
      7,
      "path",
      [7],
      [null],
      [{}],
      [{ shape: "script" }],
      [{ shape: "path", d: 7 }],
      [{ shape: "path", onload: "alert(1)" }],
      [{ shape: "path", dangerouslySetInnerHTML: "a" }],
    ].map((shapes): [string, unknown] => [
      `a menu entry with the shapes ${JSON.stringify(shapes)}`,
      withShapes(shapes),
    ]),
    [
      "a menu that is not an array",
      { ...validEntry, current: { ...current, remote: { ...current.remote, menu: "all" } } },
    ],
  ])("such as %s removes only its part, or falls back to the last valid entry", async (_, entry) => {
    respondWith(() => broken(entry));
    const withoutFallback = await fetchRegistryWithFallback();
    expect(Object.keys(withoutFallback!.remotes)).toEqual(["mf-dashboard-user", "mf-dashboard-admin"]);
    expect(withoutFallback!.unreadable).toEqual(["mf-public"]);

    respondWith(() => revision(7));
    await fetchRegistryWithFallback();
    respondWith(() => broken(entry));
    const withFallback = await fetchRegistryWithFallback();
    expect(withFallback).toMatchObject({
      revision: 8,
      unreadable: [],
      remotes: { "mf-public": { current: { version: "1" } } },
    });
  });

  it("is ignored as the previous release", () => {
    inline(JSON.stringify(broken({ ...validEntry, previous: {} })));
    expect(readInlinedRegistry()).toMatchObject({ unreadable: [], remotes: { "mf-public": { previous: null } } });
  });
});

it("does not fall back if only the current registry is requested", async () => {
  respondWith(() => revision(9));
  expect((await fetchRegistry())?.revision).toBe(9);
  await fetchRegistryWithFallback();
  respondWith(failRequest);
  expect(await fetchRegistry()).toBeUndefined();
});
