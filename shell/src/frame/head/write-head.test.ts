import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { getContestDetails, getCreator } from "@conquest/shared/contracts/listing";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { provideConfig } from "@conquest/shared/singletons/config";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { query } from "@conquest/shared/singletons/api-hooks";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { inBangla } from "@conquest/shared/testing/in-bangla";
import { aContestDetails, aSiteConfig, sampleId } from "@conquest/shared/testing/samples";
import { writeHead } from "./write-head";

const aPage = (route: Partial<RemoteRoute> = {}, params = {}): SitePage => ({
  part: "mf-public",
  route: { path: "/", title: "Home", access: "everyone", layout: "site", data: [], ...route },
  params,
});
const detailsPage = (from: "contest" | "winner", path: string) =>
  aPage({ path, title: "Contest", description: "Of a contest.", head: { from, param: "id" } }, { id: sampleId(1) });

const contestQuery = query(getContestDetails, { params: { id: sampleId(1) } });
const kites = aContestDetails({ name: "Kites", description: "Fly\nthem.", winner: null });

let remotes: Registry["remotes"] = {};
const write = (path: string, page: SitePage | undefined) => writeHead(path, page, { remotes: () => remotes });

const tagValues = (name: string) =>
  [...document.head.querySelectorAll(`[name="${name}"], [property="${name}"], link[rel="${name}"]`)].map(
    (tag) => tag.getAttribute("content") ?? tag.getAttribute("href"),
  );

beforeEach(() => {
  provideConfig(aSiteConfig());
  queryClient.clear();
  document.head.innerHTML = [
    '<meta name="theme-color" content="#fff">',
    '<meta name="description" content="Of the page before.">',
    '<link rel="canonical" href="https://conquest.example/before">',
    '<meta name="robots" content="noindex">',
    '<meta property="og:description" content="Of the page before.">',
    '<meta property="og:image" content="https://conquest.example/before.png">',
  ].join("");
});

it("uses the route's own title if a newer part names an unknown source", () => {
  write(
    "/teams/1",
    aPage(
      {
        path: "/teams/:id",
        title: "Team",
        description: "Of a team.",
        head: { from: "team" as "contest", param: "id" },
      },
      { id: sampleId(1) },
    ),
  );
  expect(tagValues("description")).toEqual(["Of a team."]);
});

it("writes the tags of the next page with canonical URLs on the site's own origin", () => {
  write("/all_contests", aPage({ path: "/all_contests", title: "All Contests", description: "Every contest." }));
  expect(tagValues("description")).toEqual(["Every contest."]);
  expect(tagValues("canonical")).toEqual(["https://conquest.example/all_contests"]);
  expect(tagValues("robots")).toEqual([]);
  expect(tagValues("og:title")).toEqual(["All Contests"]);
  expect(tagValues("og:description")).toEqual(["Every contest."]);
  expect(tagValues("og:image")).toEqual(["https://conquest.example/media/brand/preview.png"]);
  expect(tagValues("theme-color")).toEqual(["#fff"]);
});

it("links the feed of a list, and drops the structured data of another page", () => {
  const data = document.createElement("script");
  data.type = "application/ld+json";
  document.head.append(data);
  write("/before", aPage({ path: "/before", data: ["/all-contests"] }));
  expect(tagValues("alternate")).toEqual(["https://conquest.example/feeds/contests.atom"]);
  expect(data.isConnected).toBe(true);
  write("/about", aPage({ path: "/about" }));
  expect(tagValues("alternate")).toEqual([]);
  expect(data.isConnected).toBe(false);
});

it("hides restricted and unknown pages from search engines", () => {
  write("/dashboard", aPage({ path: "/dashboard", title: "Dashboard", access: "signed-in" }));
  expect(tagValues("robots")).toEqual(["noindex"]);
  write("/nowhere", undefined);
  expect([tagValues("robots"), tagValues("og:title"), tagValues("canonical")]).toEqual([
    ["noindex"],
    ["Page not found"],
    ["https://conquest.example/nowhere"],
  ]);
});

it("links the page's languages and translates its texts", () => {
  provideConfig({ ...aSiteConfig(), languages: ["en", "bn"] });
  provideLanguage("bn", [{ "About us": "আমাদের সম্পর্কে" }]);
  const pages = { "/about": { scripts: [], styles: [], messages: { bn: "messages/about.bn.js" } } };
  remotes = { "mf-public": { current: { files: { pages } } } } as unknown as typeof remotes;
  try {
    write("/about", aPage({ path: "/about", title: "About us" }));
    expect(tagValues("og:title")).toEqual(["আমাদের সম্পর্কে"]);
    expect(tagValues("canonical")).toEqual(["https://conquest.example/bn/about"]);
    expect(tagValues("alternate")).toEqual(
      ["/about", "/bn/about", "/about"].map((path) => `https://conquest.example${path}`),
    );
    write("/terms", aPage({ path: "/terms", title: "Terms of use" }));
    expect(tagValues("canonical")).toEqual(["https://conquest.example/terms"]);
    expect(tagValues("alternate")).toEqual([]);
  } finally {
    provideLanguage("en", []);
    remotes = {};
  }
});

it("describes the contest once it is loaded, but not after navigation", () => {
  write(`/contest-details/${sampleId(1)}`, detailsPage("contest", "/contest-details/:id"));
  expect(tagValues("description")).toEqual(["Of a contest."]);
  queryClient.setQueryData(contestQuery.queryKey, kites);
  expect([tagValues("description"), tagValues("og:title"), tagValues("og:type")]).toEqual([
    ["Fly them."],
    ["Kites"],
    ["article"],
  ]);
  write("/all_contests", aPage({ path: "/all_contests", title: "All Contests", description: "Every contest." }));
  queryClient.setQueryData(contestQuery.queryKey, { ...kites, description: "Mended." });
  expect(tagValues("description")).toEqual(["Every contest."]);
});

it("describes the winner from the cached contest response", () => {
  queryClient.setQueryData(contestQuery.queryKey, {
    ...kites,
    winner: { name: "Rafi", photo: "", note: "", at: "2026-04-02T00:00:00.000Z", byAdmin: false },
  });
  write(`/contest-details/${sampleId(1)}/winner`, detailsPage("winner", "/contest-details/:id/winner"));
  expect(tagValues("description")).toEqual(["Rafi won “Kites” on Conquest."]);
  expect(tagValues("og:image")).toEqual([`https://conquest.example/media/winners/${sampleId(1)}.png`]);
  expect(tagValues("canonical")).toEqual([`https://conquest.example/contest-details/${sampleId(1)}/winner`]);
});

it("excludes a page from search engines if its contest cannot be loaded", async () => {
  write(`/contest-details/${sampleId(1)}`, detailsPage("contest", "/contest-details/:id"));
  expect(tagValues("robots")).toEqual([]);
  await queryClient
    .fetchQuery({ queryKey: contestQuery.queryKey, queryFn: () => Promise.reject(new Error("gone")), retry: false })
    .catch(() => undefined);
  expect([tagValues("robots"), tagValues("description")]).toEqual([["noindex"], ["Of a contest."]]);
});

describe("in Bangla", () => {
  inBangla();

  it("describes a creator", () => {
    const record = { run: 12, concluded: 9, cancelled: 1, endedWithoutWinner: 2, daysToResult: 3 };
    const creator = { _id: sampleId(1), name: "Nadia", photo: "", since: "2026-03-01T00:00:00.000Z", record };
    queryClient.setQueryData(query(getCreator, { params: { id: sampleId(1) } }).queryKey, creator);
    const route = { path: "/creators/:id", title: "Creator", head: { from: "creator", param: "id" } } as const;
    write(`/creators/${sampleId(1)}`, aPage(route, { id: sampleId(1) }));
    expect(tagValues("description")).toEqual([
      "Conquest-এ Nadia: ১২টি প্রতিযোগিতা আয়োজন করেছেন, ৯টিতে বিজয়ী আছেন, ৩টি বাতিল, এর মধ্যে ২টি সময়মতো বিজয়ী বেছে না নেওয়ায়।",
    ]);
  });
});
