import pg from "pg";
import { sql } from "drizzle-orm";
import { getCreatorOverview, getSiteOverview } from "@conquest/shared/contracts/overview";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { nodesOf, rowsRead, type PlanNode } from "../../testing/query-plan";

const PEOPLE = 20_000;
/** One join and one registration every 20 minutes: 72 a day, for 277 days. */
const PER_DAY = 72;

describeOnPostgres("query plans of overviews", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;
  const steps = contestSteps(server);
  let queries: { text: string; values: unknown[] }[] = [];

  type Query = (this: pg.Client, ...given: unknown[]) => unknown;
  const originalQuery = pg.Client.prototype.query as Query;
  beforeAll(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [{ text = "" }, values = []] = given as [{ text?: string }, unknown[]?];
      if (/paid_at" >= /.test(text)) queries.push({ text, values });
      return originalQuery.apply(this, given);
    } as never;
  });
  afterAll(() => {
    pg.Client.prototype.query = originalQuery as never;
  });

  async function explain({ text, values }: (typeof queries)[number], plans: string): Promise<PlanNode> {
    return server.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local plan_cache_mode = ${plans}`));
      await tx.execute(sql.raw(`prepare overview as ${text}`));
      const literals = values.map((value) =>
        pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
      );
      const { rows } = await tx.execute<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        sql.raw(`explain (analyze, timing off, format json) execute overview(${literals.join(", ")})`),
      );
      await tx.execute(sql.raw("deallocate overview"));
      return rows[0]!["QUERY PLAN"][0]!.Plan;
    });
  }

  it("read only rows of the period", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [id, other] = [await steps.open(creator), await steps.open(await people.creator())];
    await server.db.execute(
      sql`insert into users (id, uid, email, name, created_at) select md5('crowd ' || n), 'crowd ' || n, n || '@crowd.test', 'Person ' || n, ${server.clock.now().toISOString()}::timestamptz - n * interval '20 minutes' from generate_series(1, ${PEOPLE}::int) n`,
    );
    // Every tenth in the creator's contest.
    await server.db.execute(sql`
      insert into participations (id, contest_id, user_id, amount, last4, paid_at)
      select md5('part ' || n), case when n % 10 = 0 then ${id} else ${other} end, md5('crowd ' || n), 100, '4242', ${server.clock.now().toISOString()}::timestamptz - n * interval '20 minutes'
      from generate_series(1, ${PEOPLE}::int) n`);
    await server.db.execute(sql`vacuum analyze`);
    for (const [call, maxRows] of [
      [() => api.as(admin).call(getSiteOverview, { query: {} }), 2 * 31 * PER_DAY],
      [() => api.as(creator).call(getCreatorOverview, {}), (31 * PER_DAY) / 10],
    ] as const) {
      queries = [];
      await call();
      expect(queries).toHaveLength(1);
      for (const plans of ["force_custom_plan", "force_generic_plan"]) {
        const scans = nodesOf(await explain(queries[0]!, plans)).filter(({ "Relation Name": name }) =>
          ["participations", "users"].includes(name ?? ""),
        );
        expect(scans.map((node) => node["Node Type"])).not.toContain("Seq Scan");
        expect(scans.reduce((sum, node) => sum + rowsRead(node), 0)).toBeLessThanOrEqual(maxRows);
      }
    }
  }, 60_000);
});
