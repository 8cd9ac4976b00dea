import { sql } from "drizzle-orm";
import { countedUses } from "../../database/schema/operation";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { createRateLimitStore } from "./rate-limit-store";

const MINUTE_MS = 60_000;
const times = <T>(count: number, act: () => T) => Array.from({ length: count }, act);
const allowed = (outcomes: readonly unknown[]) => outcomes.filter((outcome) => outcome === null).length;

describe("a rate limit counter", () => {
  const site = testServer();
  const createStore = () => createRateLimitStore(site.db, MINUTE_MS);

  it("is shared by all servers", async () => {
    const [one, other] = [createStore(), createStore()];
    for (const each of [one, other, one, other]) expect(await each.use("join ann", 4)).toBeNull();
    expect(await one.use("join ann", 4)).toMatchObject({ uses: 5 });
    const refused = await other.use("join ann", 4);
    expect(refused!.endsIn).toBeGreaterThan(0);
    expect(refused!.endsIn).toBeLessThanOrEqual(MINUTE_MS);
  });

  it("counts each of several uses in one batch", async () => {
    const counts = createStore();
    const outcomes = await Promise.all([
      ...times(30, () => counts.use("join ann", 20)),
      ...times(5, () => counts.use("join bob", 20)),
    ]);
    expect(allowed(outcomes.slice(0, 30))).toBe(20);
    expect(outcomes.slice(0, 20)).toEqual(times(20, () => null));
    expect(allowed(outcomes.slice(30))).toBe(5);
  });

  it("does not count a use that was given back", async () => {
    const counts = createStore();
    for (let use = 0; use < 5; use += 1) {
      expect(await counts.use("guess", 1)).toBeNull();
      await counts.refund("guess");
    }
    await counts.refund("guess");
    expect([await counts.use("guess", 1), await counts.use("guess", 1)]).toEqual([
      null,
      expect.objectContaining({ uses: 2 }),
    ]);
  });

  it("does not query the database again for a rejected key", async () => {
    const counts = createStore();
    await counts.use("search 203.0.113.9", 0);
    await site.db.delete(countedUses);
    expect(await counts.use("search 203.0.113.9", 0)).not.toBeNull();
    expect(await site.db.$count(countedUses)).toBe(0);
  });

  it("starts over after its window", async () => {
    await createStore().use("join ann", 1);
    expect(await createStore().use("join ann", 1)).not.toBeNull();
    await site.db.update(countedUses).set({ endsAt: sql`now() - interval '1 second'` });
    expect(await createStore().use("join ann", 1)).toBeNull();
    expect(await createStore().use("join ann", 1)).not.toBeNull();
  });

  it("is deleted after its window and not before", async () => {
    await createStore().use("join ann", 1);
    await createStore().use("join bob", 1);
    await site.db
      .update(countedUses)
      .set({ endsAt: sql`now() - interval '1 second'` })
      .where(sql`key = 'join ann'`);
    await createStore().forget();
    expect(await site.db.select({ key: countedUses.key }).from(countedUses)).toEqual([{ key: "join bob" }]);
  });
});

describeOnPostgres("a rate limit counter of concurrent servers", () => {
  const site = testServer({ needsPostgres: true });

  it("counts exactly", async () => {
    const servers = times(8, () => createRateLimitStore(site.db, MINUTE_MS));
    const keys = ["join ann", "join bob", "join cem"];
    const outcomes = await Promise.all(
      servers
        .flatMap((server, index) =>
          times(25, () => (index % 2 === 0 ? keys : keys.toReversed()).map((key) => server.use(key, 120))),
        )
        .flat(),
    );
    expect(allowed(outcomes)).toBe(3 * 120);
  });
});
