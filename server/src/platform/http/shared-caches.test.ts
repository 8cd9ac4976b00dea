import { readUnsubscribe } from "@conquest/shared/contracts/email-preferences";
import { sessions } from "../../database/schema/people";
import { aRemoteBuild, aShellBuild, SHELL_DRAWING } from "../../testing/sample-builds";
import { contestSteps } from "../../testing/contest-steps";
import { releaseSteps, waitForReleases } from "../../testing/release-steps";
import { testServer } from "../../testing/test-server";

const EDGE = { "x-shared-cache": "nginx" };
const SHARED = "s-maxage=1, stale-while-revalidate=9, stale-if-error=3600";
const FOR_CDNS = "max-age=1, stale-while-revalidate=9, stale-if-error=3600";

const site = testServer({ config: { deployTokens: { "*": "token" }, languages: ["en", "bn"] } });
const { open } = contestSteps(site);
const { live, release } = releaseSteps(site);

async function cachingOf(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: received } = await site.app.inject({ url, headers });
  return [statusCode, received["cache-control"], received["cdn-cache-control"]];
}

beforeEach(() => live(`exports.default = async ({ address }, ask) => JSON.stringify(await ask("/popular-contests"));`));

it.each([
  ["/", "no-cache", "max-age=0"],
  ["/api/popular-contests", "no-cache", "max-age=0"],
  ["/feeds/contests.atom", "public, max-age=300", "public, max-age=300"],
  ["/sitemap.xml", "public, max-age=3600", "public, max-age=3600"],
  ["/media/covers/image-design-1.webp", "public, max-age=86400", "public, max-age=86400"],
])("lets shared caches store %s, and browsers as before", async (url, browser, edge) => {
  expect(await cachingOf(url)).toEqual([200, browser, FOR_CDNS]);
  expect(await cachingOf(url, EDGE)).toEqual([200, `${edge}, ${SHARED}`, FOR_CDNS]);
});

it("says the same again for a cached call and for a 304", async () => {
  const { headers } = await site.app.inject({ url: "/api/popular-contests" });
  for (const _ of ["made", "kept"])
    expect(await cachingOf("/api/popular-contests", { ...EDGE, "if-none-match": String(headers["etag"]) })).toEqual([
      304,
      `max-age=0, ${SHARED}`,
      FOR_CDNS,
    ]);
});

it("keeps responses to sessions out of shared caches, even ended or invalid ones", async () => {
  const person = await site.people.creator();
  const id = await open(person, { name: "Kites" });
  const addresses = ["/", `/contest-details/${id}`, "/api/popular-contests", `/api/contest-details/${id}`];
  const rejectSharing = async (cookie: string) => {
    for (const url of addresses) {
      const [status, browser, cdn] = await cachingOf(url, { ...EDGE, cookie });
      expect([url, status, cdn]).toEqual([url, 200, undefined]);
      expect(browser).toMatch(/^(?:private, no-cache|no-store)$/);
    }
  };
  await rejectSharing(person.cookie);
  await rejectSharing(`${person.cookie}x`);
  await site.db.delete(sessions);
  await rejectSharing(person.cookie);
});

it("keeps calls of other origins out of shared caches", async () => {
  expect(await cachingOf("/api/popular-contests", { ...EDGE, origin: "https://elsewhere.example" })).toEqual([
    200,
    "private, no-cache",
    undefined,
  ]);
});

it("lets nginx replace what is gone, but store no other errors", async () => {
  for (const url of ["/contest-details/gone", "/api/contest-details/gone", "/embed/contest/gone", "/media/gone.webp"])
    expect([url, ...(await cachingOf(url, EDGE))]).toEqual([url, 404, "max-age=0, s-maxage=1", undefined]);
  expect(await cachingOf("/api/all-contests?limit=0", EDGE)).toEqual([422, "no-store", undefined]);
});

it("keeps pages out of shared caches while a canary runs", async () => {
  const { files } = aShellBuild("canary", SHELL_DRAWING);
  const payload = {
    part: "shell",
    remote: null,
    who: "tests",
    canary: 10,
    files: files.map(({ path, content }) => ({ path, base64: content.toString("base64") })),
  };
  const headers = { authorization: "Bearer token" };
  expect((await site.app.inject({ method: "POST", url: "/mf/releases", headers, payload })).statusCode).toBe(200);
  await waitForReleases();
  for (const cookie of ["", "conquest_visitor=17"])
    expect(await cachingOf("/", { ...EDGE, cookie })).toEqual([200, "private, no-cache", undefined]);
  // Replaces the page that was stored before the canary.
  const gone = await cachingOf("/contest-details/gone", { ...EDGE, cookie: "conquest_visitor=17" });
  expect(gone).toEqual([404, "max-age=0, s-maxage=1", undefined]);
  expect((await cachingOf("/api/popular-contests", EDGE))[2]).toBe(FOR_CDNS);
});

it("keeps pages and calls with secret addresses out of shared caches", async () => {
  const build = aRemoteBuild({
    name: "mf-other",
    ssrCode: `exports.default = async ({ address }, ask) => address.startsWith("/secret") ? String((await ask("/unsubscribe/" + address.split("/")[2])).status) : "";`,
    routes: ["/secret/:token", "/hidden"].map((path) => ({
      path,
      title: "Emails",
      description: "Emails.",
      access: "everyone",
      layout: "site",
      data: [],
      ...(path === "/hidden" && { isIndexed: false }),
    })),
  });
  expect((await release(build)).json()).not.toHaveProperty("error");
  await waitForReleases();
  for (const url of ["/secret/1", "/hidden"]) expect(await cachingOf(url, EDGE)).toEqual([200, "no-cache", undefined]);
  const call = await cachingOf(`/api${readUnsubscribe.path.replace(":token", "none")}`, EDGE);
  expect(call).toEqual([404, "no-store", undefined]);
});

it("keeps a page that lacks data out of shared caches", async () => {
  const answers = jest.spyOn(site.app.publicAnswers, "fetchWithSnapshot").mockRejectedValue(new Error("away"));
  expect((await cachingOf("/?lacking", EDGE)).slice(1)).toEqual(["no-cache", undefined]);
  answers.mockRestore();
});
