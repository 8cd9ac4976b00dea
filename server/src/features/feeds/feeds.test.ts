import { eq } from "drizzle-orm";
import { SaxesParser } from "saxes";
import { contestsFeed, creatorFeed } from "@conquest/shared/contracts/feeds";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { updateUser } from "@conquest/shared/contracts/users";
import { contests } from "../../database/schema/contests";
import { contestSteps } from "../../testing/contest-steps";
import { HOUR } from "../../testing/test-clock";
import { testServer } from "../../testing/test-server";

const SITE = "https://conquest.example";
const server = testServer({ config: { publicUrl: SITE } });
const { api, people, clock } = server;
const steps = contestSteps(server);
const get = (url: string, headers = {}) => server.app.inject({ url, headers });

interface Node {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Node[];
}

/** Throws if the feed is not well-formed. */
function readXml(xml: string): Node {
  const root: Node = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const node = { name, attributes: attributes as Record<string, string>, text: "", children: [] };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => (open.at(-1)!.text += text));
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root.children[0]!;
}

const textOf = ({ children }: Node, name: string) => children.find((each) => each.name === name)?.text;
const linkOf = ({ children }: Node, rel: string) =>
  children.find(({ name, attributes }) => name === "link" && attributes["rel"] === rel)?.attributes["href"];
const entriesOf = ({ children }: Node) => children.filter(({ name }) => name === "entry");

async function readFeed(url: string) {
  const { statusCode, body } = await get(url);
  expect(statusCode).toBe(200);
  return readXml(body);
}
const titles = async (url: string) => entriesOf(await readFeed(url)).map((entry) => textOf(entry, "title"));
const publicIdOf = async (id: string) => (await steps.details(null, id)).creator.publicId!;

it("lists open contests with what RFC 4287 requires", async () => {
  const creator = await people.creator();
  const opened = clock.now().toISOString();
  const id = await steps.open(creator, {
    name: "Kites & <lanterns>",
    description: "Fly\u000bthem “high” ]]> </summary>",
  });
  const { headers } = await get(contestsFeed("en"));
  expect(headers).toMatchObject({
    "content-type": "application/atom+xml; charset=utf-8",
    "cache-control": "public, max-age=300",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  });
  const feed = await readFeed(contestsFeed("en"));
  expect(feed).toMatchObject({ name: "feed", attributes: { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" } });
  expect(["id", "title", "updated"].map((name) => textOf(feed, name))).toEqual([
    "tag:conquest.example,2026:open-contests:en",
    "Open contests on Conquest",
    opened,
  ]);
  expect(["self", "alternate"].map((rel) => linkOf(feed, rel))).toEqual([
    `${SITE}/feeds/contests.atom`,
    `${SITE}/all_contests`,
  ]);
  const [entry] = entriesOf(feed);
  expect(["id", "title", "published", "updated", "summary"].map((name) => textOf(entry!, name))).toEqual([
    `tag:conquest.example,2026:contest:${id}`,
    "Kites & <lanterns>",
    opened,
    opened,
    expect.stringMatching(/^Flythem “high” \]\]> <\/summary>\n\nPrize ৳50,000 · .+ · Closes 2 Mar 2026, 08:00 UTC$/),
  ]);
  expect(linkOf(entry!, "alternate")).toBe(`${SITE}/contest-details/${id}`);
  expect(entry!.children.find(({ name }) => name === "category")!.attributes).toEqual({
    term: "Image Design Contests",
    label: "Image Design Contests",
  });
});

it("is in Bangla if asked for, with the same entry ids", async () => {
  const id = await steps.open(await people.creator());
  const feed = await readFeed(contestsFeed("bn"));
  expect(feed.attributes["xml:lang"]).toBe("bn");
  expect(linkOf(feed, "self")).toBe(`${SITE}/feeds/contests.atom?language=bn`);
  const [entry] = entriesOf(feed);
  expect(textOf(entry!, "id")).toBe(`tag:conquest.example,2026:contest:${id}`);
  expect(linkOf(entry!, "alternate")).toBe(`${SITE}/bn/contest-details/${id}`);
  expect(textOf(entry!, "summary")).toContain("৳৫০,০০০");
  expect((await readFeed("/feeds/contests.atom?language=xx&language=bn")).attributes["xml:lang"]).toBe("en");
});

it("names only public, approved, open contests of creators in good standing", async () => {
  const [creator, blocked] = [await people.creator(), await people.creator()];
  await steps.create(creator, { name: "In review" });
  await steps.open(creator, { name: "Unlisted", visibility: "unlisted" });
  await steps.open(creator, { name: "Private", visibility: "private" });
  const hidden = await steps.open(creator, { name: "Hidden" });
  const cancelled = await steps.open(creator, { name: "Cancelled" });
  await steps.open(creator, { name: "Shown" });
  const ofBlocked = await publicIdOf(await steps.open(blocked, { name: "Blocked" }));
  const ofCreator = await publicIdOf(cancelled);
  expect(await titles(creatorFeed(ofBlocked, "en"))).toEqual(["Blocked"]);
  await server.db.update(contests).set({ hiddenAt: clock.now() }).where(eq(contests.id, hidden));
  await api.as(creator).call(deleteContest, { params: { id: cancelled } });
  await api.as(await people.admin()).call(updateUser, { params: { id: blocked.id }, body: { status: "blocked" } });
  expect(await titles(contestsFeed("en"))).toEqual(["Shown"]);
  expect(await titles(creatorFeed(ofCreator, "en"))).toEqual(["Shown"]);
  expect((await get(creatorFeed(ofBlocked, "en"))).statusCode).toBe(404);
});

it("keeps closed contests in the feed of their creator only, without what joining cost", async () => {
  const id = await steps.open(await people.creator(), { name: "Kites" });
  clock.advance(3 * HOUR);
  expect(await titles(contestsFeed("en"))).toEqual([]);
  const [entry] = entriesOf(await readFeed(creatorFeed(await publicIdOf(id), "en")));
  expect(textOf(entry!, "title")).toBe("Kites");
  expect(textOf(entry!, "summary")).toMatch(/\n\nPrize ৳50,000 · Closed 2 Mar 2026, 08:00 UTC$/);
});

it("has at most 50 entries, the last opened ones", async () => {
  const creator = await people.creator();
  for (let number = 1; number <= 52; number += 1) {
    await steps.open(creator, { name: `Contest ${number}` });
    clock.advance(1000);
  }
  const listed = await titles(contestsFeed("en"));
  expect(listed).toHaveLength(50);
  expect([listed[0], listed.at(-1)]).toEqual(["Contest 52", "Contest 3"]);
});

it("responds 304 until a contest changes or disappears", async () => {
  const creator = await people.creator();
  await steps.open(creator, { name: "First" });
  const second = await steps.open(creator, { name: "Second" });
  const { headers } = await get(contestsFeed("en"));
  const again = () => get(contestsFeed("en"), { "if-none-match": headers["etag"] });
  expect((await again()).statusCode).toBe(304);
  await api.as(creator).call(deleteContest, { params: { id: second } });
  expect((await again()).statusCode).toBe(200);
});

it.each([
  "/feeds/creators/none.atom",
  "/feeds/creators/..%2fx.atom",
  "/feeds/creators/%00.atom",
  "/feeds/nothing.atom",
  "/feeds",
  "/feeds/creators/none",
])("has nothing at %s", async (url) => {
  const { statusCode, headers } = await get(url);
  expect([statusCode, headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
});
