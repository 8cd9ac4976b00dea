import { sql } from "drizzle-orm";
import { registryParts } from "../../database/schema/releases";
import { aRemoteBuild } from "../../testing/sample-builds";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { releasePart } from "./release-part";

describeOnPostgres("releases, when two happen at once", () => {
  const site = testServer({ needsPostgres: true });
  const by = { who: "tests", why: "" };
  const { routes } = aRemoteBuild().remote!;

  it("of two parts that claim one address, the second is refused", async () => {
    let second: Promise<unknown> | undefined;
    await site.db.transaction(async (tx) => {
      await releasePart({ db: tx, clock: site.clock })(aRemoteBuild({ name: "mf-one", routes }), by);
      second = releasePart(site)(aRemoteBuild({ name: "mf-two", routes }), by).catch((error: unknown) => error);
      for (let isWaiting = false; !isWaiting;) {
        const { rows } = await tx.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
        );
        // The view is frozen for the transaction unless it is told to look again.
        await tx.execute(sql`select pg_stat_clear_snapshot()`);
        isWaiting = rows[0]!.waiting > 0;
      }
    });
    expect(String(await second)).toContain("The address / belongs to mf-one.");
    expect(await site.db.select({ part: registryParts.part }).from(registryParts)).toEqual([{ part: "mf-one" }]);
  });
});
