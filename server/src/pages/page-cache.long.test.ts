import { eq } from "drizzle-orm";
import { contests } from "../database/schema/contests";
import { testServer } from "../testing/test-server";
import { contestSteps } from "../testing/contest-steps";
import { releaseSteps } from "../testing/release-steps";

/** Waits until cached pages and responses must be revalidated. */
const untilStale = () => new Promise((resolve) => setTimeout(resolve, 1_050));
const markupOf = (html: string) => /<div id="root">([^]*?)<\/div>/.exec(html)?.[1];
const POPULAR = "/api/popular-contests";

// Needs its own PostgreSQL: writes to other databases of the same server invalidate the cache.
describe.each([
  ["embedded", false],
  ["PostgreSQL", true],
])("pages of a site on %s", (_, needsPostgres) => {
  const site = testServer({ config: { deployTokens: { "*": "token" }, publicAnswersKeptMs: 1_000 }, needsPostgres });
  const { open } = contestSteps(site);
  const { live } = releaseSteps(site);
  const get = (url: string) => site.app.inject({ url });

  it("are reused with their age until data changes", async () => {
    await live(`let times = 0; exports.default = async ({ address }, ask) => {
      const { body } = await ask(address.split("?")[0]);
      return address.includes("?") ? body.name + " " + ++times : "a page";
    };`);
    const id = await open(await site.people.creator(), { name: "Kites" });
    const [page, clockless, without] = [
      `/contest-details/${id}?clock`,
      `/contest-details/${id}?any`,
      "/contest-details/nothing?clock",
    ];
    const first = await Promise.all([page, clockless].map((url) => get(url)));
    expect(first.map(({ body }) => markupOf(body)).toSorted()).toEqual(["Kites 1", "Kites 2"]);
    expect(first.map(({ headers }) => headers["server-timing"])).toEqual(["age;dur=0", undefined]);

    await untilStale();
    site.clock.advance(1_500);
    const again = await get(page);
    expect([again.body, again.headers["etag"], again.headers["server-timing"]]).toEqual([
      first[0]!.body,
      first[0]!.headers["etag"],
      "age;dur=1500",
    ]);

    await site.db.update(contests).set({ name: "Dragons" }).where(eq(contests.id, id));
    await untilStale();
    expect(markupOf((await get(page)).body)).toBe("Dragons 3");
    // Passing a deadline writes nothing to the database.
    await site.db
      .update(contests)
      .set({ deadline: new Date(site.clock.now().getTime() + 1) })
      .where(eq(contests.id, id));
    await untilStale();
    expect(markupOf((await get(page)).body)).toBe("Dragons 4");
    site.clock.advance(1);
    await untilStale();
    expect(markupOf((await get(page)).body)).toBe("Dragons 5");
    expect((await get(without)).statusCode).toBe(404);
  });

  it("return an HTML 503 if they cannot be revalidated", async () => {
    await live(`exports.default = async () => "a page";`);
    const url = `/contest-details/${await open(await site.people.creator(), { name: "Kites" })}`;
    expect((await get(url)).statusCode).toBe(200);
    await untilStale();
    const away = jest
      .spyOn(site.db, "execute")
      .mockRejectedValue(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    const page = await get(url);
    away.mockRestore();
    expect([page.statusCode, page.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
    await untilStale();
    expect((await get(url)).statusCode).toBe(200);
  });

  it("are rebuilt if a response failed, even without data changes", async () => {
    await live(`exports.default = async () => "a page";`);
    const url = `/contest-details/${await open(await site.people.creator(), { name: "Kites" })}`;
    const away = jest.spyOn(site.app.publicAnswers, "fetchWithSnapshot").mockRejectedValueOnce(new Error("away"));
    const first = await get(url);
    expect([first.statusCode, markupOf(first.body)]).toEqual([200, "a page"]);
    expect(first.body).not.toContain("Kites");
    away.mockRestore();
    await untilStale();
    expect((await get(url)).body).toContain("Kites");
  });

  it("are built from responses that are cached the same way", async () => {
    const creator = await site.people.creator();
    await open(creator, { name: "First" });
    const first = await site.api.send({ url: POPULAR });
    const select = jest.spyOn(site.db, "select");
    await untilStale();
    expect((await site.api.send({ url: POPULAR })).body).toBe(first.body);
    expect(select).not.toHaveBeenCalled();
    select.mockRestore();
    await open(creator, { name: "Second" });
    await untilStale();
    expect((await site.api.send({ url: POPULAR })).json()).toHaveLength(2);
  });
});
