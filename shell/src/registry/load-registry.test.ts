import type { InternalAxiosRequestConfig } from "axios";
import { http } from "@conquest/shared/singletons/http";
import { aSiteOfThree } from "../testing/registry-samples";
import { fetchedRegistry, inlinedRegistry, newestRegistry } from "./load-registry";

const revision = (value: number) => ({ ...aSiteOfThree(), revision: value });

function inline(text: string): void {
  document.body.innerHTML = `<script type="application/json" id="conquest-registry">${text}</script>`;
}

function answerFetch(answer: () => unknown): void {
  http.defaults.adapter = async (config: InternalAxiosRequestConfig) => ({
    data: answer(),
    status: 200,
    statusText: "",
    headers: {},
    config,
  });
}

const dead = () => {
  throw new Error("no network");
};

beforeEach(() => {
  document.body.innerHTML = "";
  localStorage.clear();
  answerFetch(dead);
});

it("takes the registry that came inside the page", () => {
  inline(JSON.stringify(revision(4)));
  expect(inlinedRegistry()?.revision).toBe(4);
});

it.each(["", "{", "null", '{"schema":1,"revision":1,"remotes":{}}'])(
  "has none inside the page when that holds %j",
  (text) => {
    inline(text);
    expect(inlinedRegistry()).toBeUndefined();
  },
);

it("asks the server when the page came without one", async () => {
  answerFetch(() => revision(5));
  expect((await fetchedRegistry())?.revision).toBe(5);
});

it("uses the last good one when the server does not answer", async () => {
  answerFetch(() => revision(6));
  await fetchedRegistry();
  answerFetch(dead);
  expect((await fetchedRegistry())?.revision).toBe(6);
});

it("uses the last good one when the server answers with something else", async () => {
  answerFetch(() => revision(7));
  await fetchedRegistry();
  answerFetch(() => "<!doctype html>");
  expect((await fetchedRegistry())?.revision).toBe(7);
});

it("says that there is none when nothing was ever good", async () => {
  localStorage.setItem("conquest.registry", "{");
  expect(await fetchedRegistry()).toBeUndefined();
});

describe("an entry that cannot be read", () => {
  const broken = (entry: unknown) => ({ ...revision(8), remotes: { ...aSiteOfThree().remotes, "mf-public": entry } });
  const [, whole] = Object.entries(aSiteOfThree().remotes)[0]!;
  const { current } = whole;

  const withShapes = (shapes: unknown) => ({
    ...whole,
    current: {
      ...current,
      remote: {
        ...current.remote,
        menu: [{ to: "/", label: "Home", icon: "icon.svg", shapes, order: 1, roles: ["user"] }],
      },
    },
  });

  it("is none whose menu has shapes as a server lets them through", async () => {
    answerFetch(() =>
      broken(
        withShapes([
          { shape: "path", d: "M3 6h18", fill: "currentColor" },
          { shape: "rect", x: "1", y: "1", rx: "2", width: "9", height: "9" },
          { shape: "line", x1: "1", y1: "1", x2: "2", y2: "2" },
          { shape: "circle", cx: "1", cy: "2", r: "3" },
        ]),
      ),
    );
    expect((await fetchedRegistry())!.unreadable).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["text", "mf-public"],
    ["an object of nothing", {}],
    ["an entry without a release", { ...whole, current: null }],
    ["a release without files", { ...whole, current: { ...current, files: {} } }],
    [
      "a release whose files are numbers",
      { ...whole, current: { ...current, files: { ...current.files, scripts: [7] } } },
    ],
    ["a release without digests", { ...whole, current: { ...current, integrity: undefined } }],
    ["a release without a face", { ...whole, current: { ...current, remote: undefined } }],
    [
      "a route without a path",
      { ...whole, current: { ...current, remote: { ...current.remote, routes: [{ title: "Home" }] } } },
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
    ["a menu that is none", { ...whole, current: { ...current, remote: { ...current.remote, menu: "all" } } }],
  ])("as %s takes out its part alone, and the last good one stands in for it", async (_, entry) => {
    answerFetch(() => broken(entry));
    const alone = await fetchedRegistry();
    expect(Object.keys(alone!.remotes)).toEqual(["mf-dashboard-user", "mf-dashboard-admin"]);
    expect(alone!.unreadable).toEqual(["mf-public"]);

    answerFetch(() => revision(7));
    await fetchedRegistry();
    answerFetch(() => broken(entry));
    const mended = await fetchedRegistry();
    expect(mended).toMatchObject({
      revision: 8,
      unreadable: [],
      remotes: { "mf-public": { current: { version: "1" } } },
    });
  });

  it("as the one before is no one before", () => {
    inline(JSON.stringify(broken({ ...whole, previous: {} })));
    expect(inlinedRegistry()).toMatchObject({ unreadable: [], remotes: { "mf-public": { previous: null } } });
  });
});

it("has nothing of before where only what is now counts", async () => {
  answerFetch(() => revision(9));
  expect((await newestRegistry())?.revision).toBe(9);
  await fetchedRegistry();
  answerFetch(dead);
  expect(await newestRegistry()).toBeUndefined();
});
