import { brotliDecompressSync } from "node:zlib";
import { getContestDetails, listPopularContests } from "@conquest/shared/contracts/listing";
import { eq } from "drizzle-orm";
import { contests } from "../../database/schema/contests";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

/** Longer than any test, so that an entry that ends earlier ended for another reason. */
const HOUR_MS = 3_600_000;
const POPULAR = "/api/popular-contests";

describe("a cached response to visitors", () => {
  const server = testServer({ config: { publicAnswersKeptMs: HOUR_MS } });
  const { api, people, clock } = server;
  const steps = contestSteps(server);
  const names = async (caller: Pick<typeof api, "call"> = api) =>
    (await caller.call(listPopularContests, {})).map(({ name }) => name);

  it("is shared by visitors, while requests with a session see current data", async () => {
    const creator = await people.creator();
    await steps.open(creator, { name: "First" });
    expect(await names()).toEqual(["First"]);
    await steps.open(creator, { name: "Second" });
    expect(await names()).toEqual(["First"]);
    expect(await names(api.as(creator))).toHaveLength(2);
  });

  it("is made once for concurrent requests", async () => {
    await steps.open(await people.creator());
    const select = jest.spyOn(server.db, "select");
    const responses = await Promise.all(Array.from({ length: 50 }, () => api.send({ url: POPULAR })));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    // One for the rows, one for their count.
    expect(select.mock.calls.length).toBeLessThanOrEqual(2);
    select.mockRestore();
  });

  it("expires with the phase of a contest, to the millisecond", async () => {
    const id = await steps.open(await people.creator());
    await server.db
      .update(contests)
      .set({ deadline: new Date(clock.now().getTime() + 40) })
      .where(eq(contests.id, id));
    const phase = async () => (await api.call(getContestDetails, { params: { id } })).phase;
    expect(await phase()).toBe("open");
    clock.advance(40);
    while ((await phase()) === "open") await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await phase()).toBe("judging");
  });

  it("is not sent again if the ETag matches", async () => {
    await steps.open(await people.creator());
    const first = await api.send({ url: POPULAR });
    expect(first.headers).toMatchObject({
      "cache-control": "no-cache",
      etag: expect.stringMatching(/^"/) as string,
      vary: "Accept-Encoding, Accept-Language, Cookie, Origin",
    });
    const again = await api.send({ url: POPULAR, headers: { "if-none-match": String(first.headers["etag"]) } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect(again.headers["etag"]).toBe(first.headers["etag"]);
    expect((await api.send({ url: POPULAR, headers: { "if-none-match": '"another"' } })).body).toBe(first.body);
  });

  it("is compressed on request, cached or not", async () => {
    await steps.open(await people.creator(), { description: "Long enough to be worth it. ".repeat(60) });
    const plain = await api.send({ url: POPULAR });
    for (const _ of ["made", "kept"]) {
      const small = await api.send({ url: POPULAR, headers: { "accept-encoding": "gzip, br" } });
      expect(small.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
      expect(Number(small.headers["content-length"])).toBe(small.rawPayload.length);
    }
    expect((await api.send({ url: POPULAR, headers: { "accept-encoding": "identity" } })).body).toBe(plain.body);
  });

  it("has the same headers, cached or not", async () => {
    const url = "/api/all-contests?limit=1";
    const creator = await people.creator();
    for (const name of ["One", "Two"]) await steps.open(creator, { name });
    const [made, kept] = [await api.send({ url }), await api.send({ url })];
    const isOwn = (name: string) => /^(?:date|connection|x-request-id|x-ratelimit-.*|access-control-.*)$/.test(name);
    const ownHeaders = ({ headers }: typeof made) =>
      Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => !isOwn(name))
          .map(([name, value]) => [name, String(value)]),
      );
    expect(ownHeaders(kept)).toEqual(ownHeaders(made));
    expect(ownHeaders(kept)).toMatchObject({
      "x-total-count": "2",
      link: expect.stringContaining("</api/all-contests?limit=1&cursor="),
      "x-content-type-options": "nosniff",
    });
  });

  it("is not used for requests with a session cookie or another origin", async () => {
    const creator = await people.creator();
    await steps.open(creator, { name: "First" });
    await names();
    const ofAnother = await api.send({ url: POPULAR, headers: { origin: "https://elsewhere.example" } });
    expect(ofAnother.headers["access-control-allow-origin"]).toBeUndefined();
    const signedIn = await api.send({ url: POPULAR, headers: { cookie: creator.cookie } });
    expect(signedIn.headers).toMatchObject({ "cache-control": "no-store" });
    expect(signedIn.headers["etag"]).toBeUndefined();
    const over = await api.send({ url: POPULAR, headers: { cookie: `${creator.cookie}x` } });
    expect(over.json()).toMatchObject([{ name: "First" }]);
  });

  it("may be a 404, but not another error", async () => {
    const url = `/api/contest-details/${crypto.randomUUID()}`;
    for (const _ of ["made", "kept"]) {
      const response = await api.send({ url });
      expect([response.statusCode, response.headers["cache-control"], response.headers["etag"]]).toEqual([
        404,
        "no-store",
        undefined,
      ]);
      expect(response.json()).toMatchObject({ error: { code: "not_found" } });
    }
    expect((await api.send({ url: "/api/all-contests?limit=0" })).statusCode).toBe(422);
  });

  it("is not a failure: only requests during an outage fail", async () => {
    await steps.open(await people.creator(), { name: "First" });
    const outage = jest.spyOn(server.db, "execute").mockImplementation(() => {
      throw new Error("away");
    });
    expect((await api.send({ url: POPULAR })).statusCode).toBe(500);
    outage.mockRestore();
    expect(await names()).toEqual(["First"]);
  });
});

describe("the age of a cached response", () => {
  const server = testServer({ config: { publicAnswersKeptMs: 1 } });
  const { api, people } = server;
  const steps = contestSteps(server);

  it("counts from before the data was read, in case of concurrent writes", async () => {
    await steps.open(await people.creator());
    const { db } = server;
    const calls: string[] = [];
    const execute = jest.spyOn(db, "execute").mockImplementation(((...args: Parameters<typeof db.execute>) => {
      execute.mockRestore();
      return db.execute(...args).then((result) => {
        calls.push("moment");
        return result;
      });
    }) as typeof db.execute);
    const select = jest.spyOn(db, "select").mockImplementationOnce(((...columns: Parameters<typeof db.select>) => {
      calls.push("rows");
      select.mockRestore();
      return db.select(...columns);
    }) as typeof db.select);
    await api.send({ url: POPULAR });
    expect(calls).toEqual(["moment", "rows"]);
  });
});

describe("a visitor above the rate limit", () => {
  const server = testServer({ config: { publicAnswersKeptMs: HOUR_MS, requestsPerMinute: 3 } });

  it("is rejected even if the response is cached", async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await server.api.send({ url: POPULAR })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await server.api.send({ url: POPULAR })).headers).toMatchObject({
      "retry-after": expect.anything() as string,
    });
  });
});
