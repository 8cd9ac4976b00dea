import { provideConfig } from "@conquest/shared/singletons/config";
import { dressFrom, loadStylesheet } from "./load-files";

const at = (version: string) => `${location.origin}/mf/mf-x/${version}/`;
const links = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>("link, style")].map(({ dataset, media }) => [
    dataset["href"],
    media || "all",
  ]);

/** As a browser does that gets every stylesheet, but those named bad. */
function answer(): void {
  for (const link of document.head.querySelectorAll("link"))
    link.dispatchEvent(new Event(link.href.includes("bad") ? "error" : "load"));
}

async function loads(version: string, name = "a.css"): Promise<void> {
  const loading = loadStylesheet(at(version), `${at(version)}${name}`);
  answer();
  await loading;
}

beforeEach(() => {
  // What jsdom has not.
  performance.getEntriesByName = () => [];
  globalThis.fetch = async () => Promise.reject(new TypeError("No connection"));
  document.head.replaceChildren();
  provideConfig({
    apiBase: "/api",
    isProduction: false,
    identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
    social: [],
  });
});

it("puts a part's first stylesheets in force at once", async () => {
  await loads("1");
  dressFrom("/mf/mf-x/1/");
  expect(links()).toEqual([[`${at("1")}a.css`, "all"]]);
});

it("lets another release's stylesheets wait until that release is drawn, and takes the first one's out then", async () => {
  document.head.innerHTML =
    '<style data-href="/mf/mf-x/2/a.css"></style><style data-href="/mf/mf-other/9/a.css"></style>';
  await loads("1");
  expect(links()).toEqual([
    ["/mf/mf-x/2/a.css", "all"],
    ["/mf/mf-other/9/a.css", "all"],
    [`${at("1")}a.css`, "not all"],
  ]);
  dressFrom("/mf/mf-x/1/");
  expect(links()).toEqual([
    ["/mf/mf-other/9/a.css", "all"],
    [`${at("1")}a.css`, "all"],
  ]);
});

it("changes nothing of what is on the screen with a release that could not be had", async () => {
  document.head.innerHTML = '<style data-href="/mf/mf-x/2/a.css"></style>';
  await loads("1");
  await expect(loads("1", "bad.css")).rejects.toMatchObject({ reason: "unreachable" });
  expect(links()).toEqual([
    ["/mf/mf-x/2/a.css", "all"],
    [`${at("1")}a.css`, "not all"],
  ]);
  dressFrom("/mf/mf-x/2/");
  expect(links()).toEqual([["/mf/mf-x/2/a.css", "all"]]);
});

it("removes inlined rules together with their release", async () => {
  const critical = () =>
    [...document.head.querySelectorAll<HTMLElement>("[data-critical]")].map(({ dataset }) => dataset["critical"]);
  document.head.innerHTML =
    '<style data-critical="/mf/mf-x/2/a.css"></style><style data-critical="/mf/mf-other/9/a.css"></style>';
  dressFrom("/mf/mf-x/2/");
  expect(critical()).toEqual(["/mf/mf-x/2/a.css", "/mf/mf-other/9/a.css"]);
  dressFrom("/mf/mf-x/1/");
  expect(critical()).toEqual(["/mf/mf-other/9/a.css"]);
});

it.each([
  [404, "missing"],
  [500, "missing"],
  [200, "content"],
])("asks anew what became of a stylesheet of which the browser tells no status: %i", async (status, reason) => {
  const asked: unknown[] = [];
  globalThis.fetch = async (address, options) => {
    asked.push([address, options?.method]);
    return new Response(null, { status });
  };
  await expect(loads("1", "bad.css")).rejects.toMatchObject({ reason });
  expect(asked).toEqual([[`${at("1")}bad.css`, "HEAD"]]);
});
