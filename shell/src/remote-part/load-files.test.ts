import { provideConfig } from "@conquest/shared/singletons/config";
import { activateStylesheets, loadStylesheet } from "./load-files";

const at = (version: string) => `${location.origin}/mf/mf-x/${version}/`;
const links = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>("link, style")].map(({ dataset, media }) => [
    dataset["href"],
    media || "all",
  ]);

function settleLinks(): void {
  for (const link of document.head.querySelectorAll("link"))
    link.dispatchEvent(new Event(link.href.includes("bad") ? "error" : "load"));
}

async function load(version: string, name = "a.css"): Promise<void> {
  const loading = loadStylesheet(at(version), `${at(version)}${name}`);
  settleLinks();
  await loading;
}

beforeEach(() => {
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

it("applies a part's first stylesheets immediately", async () => {
  await load("1");
  activateStylesheets("/mf/mf-x/1/");
  expect(links()).toEqual([[`${at("1")}a.css`, "all"]]);
});

it("swaps the stylesheets of two releases when the new one is rendered", async () => {
  document.head.innerHTML =
    '<style data-href="/mf/mf-x/2/a.css"></style><style data-href="/mf/mf-other/9/a.css"></style>';
  await load("1");
  expect(links()).toEqual([
    ["/mf/mf-x/2/a.css", "all"],
    ["/mf/mf-other/9/a.css", "all"],
    [`${at("1")}a.css`, "not all"],
  ]);
  activateStylesheets("/mf/mf-x/1/");
  expect(links()).toEqual([
    ["/mf/mf-other/9/a.css", "all"],
    [`${at("1")}a.css`, "all"],
  ]);
});

it("keeps the current stylesheets if another release fails to load", async () => {
  document.head.innerHTML = '<style data-href="/mf/mf-x/2/a.css"></style>';
  await load("1");
  await expect(load("1", "bad.css")).rejects.toMatchObject({ reason: "unreachable" });
  expect(links()).toEqual([
    ["/mf/mf-x/2/a.css", "all"],
    [`${at("1")}a.css`, "not all"],
  ]);
  activateStylesheets("/mf/mf-x/2/");
  expect(links()).toEqual([["/mf/mf-x/2/a.css", "all"]]);
});

it("removes inlined rules together with their release", async () => {
  const critical = () =>
    [...document.head.querySelectorAll<HTMLElement>("[data-critical]")].map(({ dataset }) => dataset["critical"]);
  document.head.innerHTML =
    '<style data-critical="/mf/mf-x/2/a.css"></style><style data-critical="/mf/mf-other/9/a.css"></style>';
  activateStylesheets("/mf/mf-x/2/");
  expect(critical()).toEqual(["/mf/mf-x/2/a.css", "/mf/mf-other/9/a.css"]);
  activateStylesheets("/mf/mf-x/1/");
  expect(critical()).toEqual(["/mf/mf-other/9/a.css"]);
});

it.each([
  [404, "missing"],
  [500, "missing"],
  [200, "content"],
])("requests the status of a failed stylesheet if the browser hides it: %i", async (status, reason) => {
  const requests: unknown[] = [];
  globalThis.fetch = async (address, options) => {
    requests.push([address, options?.method]);
    return new Response(null, { status });
  };
  await expect(load("1", "bad.css")).rejects.toMatchObject({ reason });
  expect(requests).toEqual([[`${at("1")}bad.css`, "HEAD"]]);
});
