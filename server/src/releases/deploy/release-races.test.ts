import { sql } from "drizzle-orm";
import { registryParts } from "../../database/schema/releases";
import { aRemoteBuild } from "../../testing/sample-builds";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { releasePart } from "./release-part";

describeOnPostgres("concurrent releases", () => {
  const site = testServer({ needsPostgres: true });
  const by = { who: "tests", why: "" };
  const { routes } = aRemoteBuild().remote!;

  it("rejects the second of two parts that claim the same path", async () => {
    let second: Promise<unknown> | undefined;
    await site.db.transaction(async (tx) => {
      await releasePart({ db: tx, clock: site.clock })(aRemoteBuild({ name: "mf-one", routes }), by);
      second = releasePart(site)(aRemoteBuild({ name: "mf-two", routes }), by).catch((error: unknown) => error);
      for (let isWaiting = false; !isWaiting;) {
        const { rows } = await tx.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
        );
        // PostgreSQL caches pg_stat_activity per transaction until the snapshot is cleared.
        await tx.execute(sql`select pg_stat_clear_snapshot()`);
        isWaiting = rows[0]!.waiting > 0;
      }
    });
    expect(String(await second)).toContain("The address / belongs to mf-one.");
    expect(await site.db.select({ part: registryParts.part }).from(registryParts)).toEqual([{ part: "mf-one" }]);
  });
});
