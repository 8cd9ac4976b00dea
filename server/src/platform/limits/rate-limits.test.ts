import { eq } from "drizzle-orm";
import { createContest } from "@conquest/shared/contracts/publishing";
import { listContests, searchContests } from "@conquest/shared/contracts/listing";
import { sendContactMessage } from "@conquest/shared/contracts/messages";
import { buildApp } from "../../app";
import { countedUses } from "../../database/schema/operation";
import { testServer } from "../../testing/test-server";

const aMessage = { name: "Ann", email: "ann@example.com", message: "Hello" };

describe("a rate limit", () => {
  const site = testServer();

  const contact = (remoteAddress: string, app = site.app) =>
    app.inject({ method: "POST", url: "/api/contact", payload: aMessage, remoteAddress });

  it("is shared by all servers", async () => {
    const second = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config: site.config });
    const statuses: number[] = [];
    for (let sent = 0; sent < sendContactMessage.perMinute! + 2; sent += 1)
      statuses.push((await contact("203.0.113.9", sent % 2 ? second : site.app)).statusCode);
    await second.close();
    expect(statuses.filter((status) => status === 200)).toHaveLength(sendContactMessage.perMinute!);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it("is per IPv4 address and per IPv6 network", async () => {
    for (let sent = 0; sent < sendContactMessage.perMinute!; sent += 1) await contact(`2001:db8:1:1::${sent}`);
    expect((await contact("2001:db8:1:1::ffff")).statusCode).toBe(429);
    expect((await contact("2001:db8:1:2::1")).statusCode).toBe(200);
  });

  it("is per user, whatever their address", async () => {
    const [ann, bob] = [await site.people.creator(), await site.people.creator()];
    const create = (cookie: string, remoteAddress: string) =>
      site.app.inject({ method: "POST", url: "/api/create-contest", payload: {}, headers: { cookie }, remoteAddress });
    for (let sent = 0; sent < createContest.perMinute!; sent += 1)
      expect((await create(ann.cookie, `203.0.113.${sent}`)).statusCode).toBe(422);
    expect((await create(ann.cookie, "198.51.100.1")).statusCode).toBe(429);
    expect((await create(bob.cookie, "203.0.113.1")).statusCode).toBe(422);
  });

  it("counts searches but not lists", async () => {
    const keys = async () =>
      (await site.db.select({ key: countedUses.key, uses: countedUses.uses }).from(countedUses)).sort((a, b) =>
        a.key.localeCompare(b.key),
      );
    await site.api.call(listContests, { query: { limit: 3 } });
    expect(await keys()).toEqual([]);
    await site.api.call(listContests, { query: { q: "kites" } });
    await site.api.call(searchContests, { params: { searchTerm: "kites" } });
    expect(await keys()).toEqual([
      { key: "GET /all-contests 127.0.0.1", uses: 1 },
      { key: "GET /search-contests/:searchTerm 127.0.0.1", uses: 1 },
    ]);
  });
});

describe("an address shared by many users", () => {
  const site = testServer({ config: { requestsPerMinute: 150 } });

  it("has a higher limit of its own, shared by all servers", async () => {
    const second = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config: site.config });
    const send = async (cookie: string, sent: number, remoteAddress: string) =>
      (
        await (sent % 2 ? second : site.app).inject({
          method: "POST",
          url: "/api/contact",
          payload: aMessage,
          headers: { cookie },
          remoteAddress,
        })
      ).statusCode;
    const statuses: number[] = [];
    let last = "";
    for (let person = 0; person < 12; person += 1) {
      ({ cookie: last } = await site.people.user());
      for (let sent = 0; sent < 20; sent += 1) statuses.push(await send(last, sent, "203.0.113.9"));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10 * sendContactMessage.perMinute!);
    const { cookie } = await site.people.user();
    expect([await send(cookie, 0, "203.0.113.9"), await send(cookie, 0, "203.0.113.10")]).toEqual([429, 200]);
    await second.close();
  });

  it("is not used up by rejected requests of one user", async () => {
    const [one, other] = [await site.people.user(), await site.people.user()];
    const send = async (cookie: string) =>
      (
        await site.app.inject({
          method: "POST",
          url: "/api/contact",
          payload: aMessage,
          headers: { cookie },
          remoteAddress: "203.0.113.77",
        })
      ).statusCode;
    // Concurrently, so that none is rejected from the cache, and then again.
    for (const often of [140, 5]) await Promise.all(Array.from({ length: often }, () => send(one.cookie)));
    const rows = await site.db
      .select({ uses: countedUses.uses })
      .from(countedUses)
      .where(eq(countedUses.key, "POST /contact by people of 203.0.113.77"));
    expect(rows).toEqual([{ uses: sendContactMessage.perMinute! }]);
    expect(await send(other.cookie)).toBe(200);
  });
});

describe("an address above its limit", () => {
  const site = testServer({ config: { requestsPerMinute: 3 } });

  it("can still sign out, load pages and check health", async () => {
    const { cookie } = await site.people.user();
    const send = (method: "GET" | "POST", url: string) => site.app.inject({ method, url, headers: { cookie } });
    for (let sent = 0; sent < 3; sent += 1) await send("GET", "/api/all-contests");
    expect((await send("GET", "/api/all-contests")).statusCode).toBe(429);
    expect((await send("POST", "/api/logout")).statusCode).toBe(200);
    expect((await send("GET", "/api/health")).statusCode).toBe(200);
    // No shell is released here, so this 503 is the page's own response.
    expect((await send("GET", "/")).statusCode).toBe(503);
    expect((await send("GET", "/robots.txt")).statusCode).toBe(200);
  });
});
