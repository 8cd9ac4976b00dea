import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { query } from "@conquest/shared/singletons/api-hooks";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { aContestDetails, sampleId } from "@conquest/shared/testing/samples";
import { writeHead } from "./write-head";

const aPage = (given: Partial<RemoteRoute> = {}, params = {}): SitePage => ({
  part: "mf-public",
  route: { path: "/", title: "Home", access: "everyone", layout: "site", data: [], ...given },
  params,
});
const aboutOne = (from: "contest" | "winner", path: string) =>
  aPage({ path, title: "Contest", description: "Of a contest.", head: { from, param: "id" } }, { id: sampleId(1) });

const ofContest = query(getContestDetails, { params: { id: sampleId(1) } });
const kites = aContestDetails({ name: "Kites", description: "Fly\nthem.", winner: null });

/** All there is of this name. */
const said = (name: string) =>
  [...document.head.querySelectorAll(`[name="${name}"], [property="${name}"], link[rel="${name}"]`)].map(
    (tag) => tag.getAttribute("content") ?? tag.getAttribute("href"),
  );

beforeEach(() => {
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
  writeHead(
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
  expect(said("description")).toEqual(["Of a team."]);
});

it("says of the next page what the server would, once, and where it lies on the site's own address", () => {
  writeHead("/all_contests", aPage({ path: "/all_contests", title: "All Contests", description: "Every contest." }));
  expect(said("description")).toEqual(["Every contest."]);
  expect(said("canonical")).toEqual(["https://conquest.example/all_contests"]);
  expect(said("robots")).toEqual([]);
  expect(said("og:title")).toEqual(["All Contests"]);
  expect(said("og:description")).toEqual(["Every contest."]);
  expect(said("og:image")).toEqual(["https://conquest.example/media/brand/preview.png"]);
  expect(said("theme-color")).toEqual(["#fff"]);
});

it("keeps pages that are not for everybody, and those that there are not, from search engines", () => {
  writeHead("/dashboard", aPage({ path: "/dashboard", title: "Dashboard", access: "signed-in" }));
  expect(said("robots")).toEqual(["noindex"]);
  writeHead("/nowhere", undefined);
  expect([said("robots"), said("og:title"), said("canonical")]).toEqual([
    ["noindex"],
    ["Page not found"],
    ["https://conquest.example/nowhere"],
  ]);
});

it("speaks of what the page is about as soon as that is here, and no longer when somebody has gone on", () => {
  writeHead(`/contest-details/${sampleId(1)}`, aboutOne("contest", "/contest-details/:id"));
  expect(said("description")).toEqual(["Of a contest."]);
  queryClient.setQueryData(ofContest.queryKey, kites);
  expect([said("description"), said("og:title"), said("og:type")]).toEqual([["Fly them."], ["Kites"], ["article"]]);
  writeHead("/all_contests", aPage({ path: "/all_contests", title: "All Contests", description: "Every contest." }));
  queryClient.setQueryData(ofContest.queryKey, { ...kites, description: "Mended." });
  expect(said("description")).toEqual(["Every contest."]);
});

it("speaks of the winner on the winner's page, by what the contest's page has asked for", () => {
  queryClient.setQueryData(ofContest.queryKey, {
    ...kites,
    winner: { name: "Rafi", photo: "", note: "", at: "2026-04-02T00:00:00.000Z", byAdmin: false },
  });
  writeHead(`/contest-details/${sampleId(1)}/winner`, aboutOne("winner", "/contest-details/:id/winner"));
  expect(said("description")).toEqual(["Rafi won “Kites” on Conquest."]);
  expect(said("og:image")).toEqual([`https://conquest.example/media/winners/${sampleId(1)}.png`]);
  expect(said("canonical")).toEqual([`https://conquest.example/contest-details/${sampleId(1)}/winner`]);
});

it("says nothing of what is not there", async () => {
  writeHead(`/contest-details/${sampleId(1)}`, aboutOne("contest", "/contest-details/:id"));
  expect(said("robots")).toEqual([]);
  await queryClient
    .fetchQuery({ queryKey: ofContest.queryKey, queryFn: () => Promise.reject(new Error("gone")), retry: false })
    .catch(() => undefined);
  expect([said("robots"), said("description")]).toEqual([["noindex"], ["Of a contest."]]);
});
