import { listContests, searchContests } from "@conquest/shared/contracts/listing";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { listUsers } from "@conquest/shared/contracts/users";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people } = server;
const steps = contestSteps(server);

async function publish(...names: string[]) {
  const creator = await people.creator();
  for (const name of names) await steps.open(creator, { name, description: "As it says", tags: "Book Review" });
  return creator;
}

type Query = Parameters<typeof api.page<typeof listContests>>[1]["query"];
const inHome = (searchTerm: string) => api.page(searchContests, { params: { searchTerm } });
const inList = (q: string, query: Query = {}) => api.page(listContests, { query: { q, ...query } });
const namesIn = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name).toSorted();

async function searchBoth(term: string) {
  const [home, list] = [await inHome(term), await inList(term)];
  expect([namesIn(home), home.total, home.resultsFor]).toEqual([namesIn(list), list.total, list.resultsFor]);
  return home;
}

it("finds the same contests on the home page and in the list", async () => {
  await publish("A logo for a bakery", "Explain load shedding", "A long poem", "Lego bridges");
  const page = await searchBoth("logo");
  expect([namesIn(page), page.total, page.resultsFor]).toEqual([["A logo for a bakery"], 1, null]);
});

it.each([
  ["a letter too many", "logoo", "logo"],
  ["a letter missing", "bakry", "bakery"],
  ["letters in the wrong order", "desing", "design"],
  ["another case and full width", "ＬＯＧＯＯ", "logo"],
  ["one word right and one wrong", "bakery logoo", "bakery logo"],
  ["another vowel sign in Bangla", "নদির", "নদীর"],
])("names the corrected word: %s", async (_, term, correction) => {
  await publish("Design a logo for a bakery, নদীর", "Quite unlike");
  const page = await searchBoth(term);
  expect([namesIn(page), page.resultsFor]).toEqual([["Design a logo for a bakery, নদীর"], [correction]]);
});

it.each([
  "#logo",
  "@logo",
  "logo!",
  "logo?",
  "logo.",
  "logo,",
  '"logo"',
  "(logo)",
  "“LOGO”",
  "‘logo’",
  "logo।",
  "logo;:",
])("ignores signs around a word before similar words: %s", async (term) => {
  await publish("Logo for a cycling club", "Lego bridges", "A long poem");
  const page = await searchBoth(term);
  expect([namesIn(page), page.total, page.resultsFor]).toEqual([["Logo for a cycling club"], 1, ["logo"]]);
});

it("ignores signs around each of several words", async () => {
  await publish("Logo for a cycling club", "Lego for a cycling tour");
  const page = await searchBoth('#logo "for" a (cycling)');
  expect([namesIn(page), page.resultsFor]).toEqual([["Logo for a cycling club"], ["logo for a cycling"]]);
});

it.each(["Kites-Lanterns", "kites/lanterns", "#kites.lanterns", "lanterns+kites"])(
  "finds words that signs joined: %s",
  async (term) => {
    await publish("Kites and lanterns", "Kites", "Lanterns");
    const page = await searchBoth(term);
    expect([namesIn(page), page.total, page.resultsFor]).toEqual([["Kites and lanterns"], 1, []]);
  },
);

it("corrects a misspelled word among signs", async () => {
  await publish("Logo for a cycling club");
  const page = await searchBoth("#logoo!");
  expect([namesIn(page), page.resultsFor]).toEqual([["Logo for a cycling club"], ["logo"]]);
});

it.each([
  ["c++", "C++ night", "A cat"],
  ["100%", "Be 100% sure", "The 100 best poems"],
  ["#1", "The #1 poster", "Poster 1"],
  ["#logo", "A #logo for all", "A logo"],
])("finds signs literally if they match: %s", async (term, name, other) => {
  await publish(name, other);
  const page = await searchBoth(term);
  expect([namesIn(page), page.resultsFor]).toEqual([[name], null]);
});

it("ignores no signs that match outside the filters", async () => {
  await publish("A #logo for all");
  await steps.open(await people.creator(), { name: "A logo", tags: "Digital Advertisement Contests" });
  const page = await inList("#logo", { tag: "Digital Advertisement Contests" });
  expect([page.total, page.resultsFor]).toEqual([0, null]);
});

it("names the text without signs on every page", async () => {
  await publish("A logo", "Another logo", "The third logo", "Lego bridges");
  const home = (query: Query) => api.page(searchContests, { params: { searchTerm: "#logo" }, query });
  for (const read of [home, (query: Query) => inList("#logo", query)]) {
    const first = await read({ limit: 2 });
    const second = await read({ limit: 2, cursor: first.nextCursor! });
    expect([first.total, second.total, first.resultsFor, second.resultsFor]).toEqual([3, 3, ["logo"], ["logo"]]);
    expect(namesIn({ items: [...first.items, ...second.items] })).toEqual(["A logo", "Another logo", "The third logo"]);
    expect(second.nextCursor).toBeNull();
  }
});

it("prefers a whole word of the results to a part of one", async () => {
  await publish("Poster for a river");
  const creator = await people.creator();
  await steps.create(creator, { name: "A post in review" });
  expect((await searchBoth("postr")).resultsFor).toEqual(["poster"]);
});

it("names each correction when results hold different ones", async () => {
  await publish("Review a film", "Time of fire");
  const page = await searchBoth("fixe");
  expect(page.resultsFor).toEqual(["fire"]);
  await publish("A fine poem");
  expect((await searchBoth("fixe")).resultsFor).toEqual(["fine", "fire"]);
});

it("names no correction if only the word order differs", async () => {
  await publish("Poster for a river");
  const page = await searchBoth("river poster");
  expect([namesIn(page), page.resultsFor]).toEqual([["Poster for a river"], []]);
});

it("tries farther words if the nearest is only in a hidden contest", async () => {
  await publish("A lantern of paper");
  const creator = await people.creator();
  await steps.create(creator, { name: "Lanterms, in review" });
  const page = await searchBoth("lanterm");
  expect([namesIn(page), page.resultsFor]).toEqual([["A lantern of paper"], ["lantern"]]);
});

it("returns no results and no correction if nothing is similar", async () => {
  await publish("A logo");
  const page = await searchBoth("umbrella");
  expect([page.total, page.resultsFor]).toEqual([0, null]);
});

it("corrects no word that matches contests outside the filters", async () => {
  await publish("A logo for a bakery", "Explain load shedding");
  await steps.open(await people.creator(), { name: "Lego bridges", tags: "Digital Advertisement Contests" });
  const page = await inList("logo", { tag: "Digital Advertisement Contests" });
  expect([page.total, page.resultsFor]).toEqual([0, null]);
  const nearby = await inList("legoo", { tag: "Digital Advertisement Contests" });
  expect([namesIn(nearby), nearby.resultsFor]).toEqual([["Lego bridges"], ["lego"]]);
});

it("names the corrections on every page of a near search", async () => {
  await publish("A logo", "Another logo", "The third logo");
  const first = await inList("logoo", { limit: 2 });
  const second = await inList("logoo", { limit: 2, cursor: first.nextCursor! });
  expect([first.total, second.total, first.resultsFor, second.resultsFor]).toEqual([3, 3, ["logo"], ["logo"]]);
  expect(namesIn({ items: [...first.items, ...second.items] })).toEqual(["A logo", "Another logo", "The third logo"]);
});

it("names corrections in lists of managed contests and of users", async () => {
  const admin = await people.admin();
  const creator = await publish("A logo");
  await people.user({ name: "Sumaiya Akter" });
  expect((await api.as(admin).page(listContestsUnfiltered, { query: { q: "logoo" } })).resultsFor).toEqual(["logo"]);
  expect(
    (await api.as(creator).page(listMyContests, { params: { email: creator.email }, query: { q: "logoo" } }))
      .resultsFor,
  ).toEqual(["logo"]);
  expect((await api.as(admin).page(listContestsUnfiltered, { query: { q: "logo" } })).resultsFor).toBeNull();
  expect((await api.as(admin).page(listUsers, { query: { q: "Sumaya" } })).resultsFor).toEqual([]);
  expect((await api.as(admin).page(listUsers, { query: { q: "Sumaiya" } })).resultsFor).toBeNull();
});

it("ignores signs in lists of managed contests and of users", async () => {
  const admin = await people.admin();
  const creator = await publish("A logo", "Lego bridges");
  await people.user({ name: "Sumaiya Akter" });
  await people.user({ name: "Sumaya Akter" });
  const own = { params: { email: creator.email } };
  const managed = (q: string) => api.as(admin).page(listContestsUnfiltered, { query: { q } });
  for (const page of [
    await managed("#logo"),
    await managed("(logoo)"),
    await api.as(creator).page(listMyContests, { ...own, query: { q: "“logo”" } }),
    await api.as(creator).page(listMyContests, { ...own, query: { q: "logoo!" } }),
  ])
    expect([namesIn(page), page.resultsFor]).toEqual([["A logo"], ["logo"]]);
  const found = await api.as(admin).page(listUsers, { query: { q: "@sumaiya" } });
  expect([namesIn(found), found.resultsFor]).toEqual([["Sumaiya Akter"], ["sumaiya"]]);
  expect((await api.as(admin).page(listUsers, { query: { q: "“sumaiia”" } })).resultsFor).toEqual([]);
});

it("exposes the corrections header to other origins", async () => {
  const { headers } = await api.send({
    method: "OPTIONS",
    url: "/api/all-contests",
    headers: { origin: "http://localhost:3000", "access-control-request-method": "GET" },
  });
  const { headers: answered } = await api.send({
    method: "GET",
    url: "/api/all-contests?q=a",
    headers: { origin: "http://localhost:3000" },
  });
  expect([headers["access-control-expose-headers"], answered["access-control-expose-headers"]].join()).toMatch(
    /X-Results-For/i,
  );
});
