import pg from "pg";
import { sql } from "drizzle-orm";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { nodesOf, rowsRead, type PlanNode } from "../../testing/query-plan";
import { participantsRepository, type Joiner } from "./progress-routes";

const PEOPLE = 8_000;
const PAGE_SIZE = 200;

describeOnPostgres("participants of a large contest", () => {
  const site = testServer({ needsPostgres: true });
  const steps = contestSteps(site);

  async function plan(contestId: string, after: Pick<Joiner, "day" | "id"> | null, plans: string): Promise<PlanNode> {
    const { sql: text, params } = participantsRepository(site.db, contestId).pageAfter(after, PAGE_SIZE).toSQL();
    return site.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local plan_cache_mode = ${plans}`));
      await tx.execute(sql.raw(`prepare page as ${text}`));
      const { rows } = await tx.execute<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        sql.raw(
          `explain (analyze, format json) execute page(${params.map((value) => pg.escapeLiteral(String(value))).join(", ")})`,
        ),
      );
      await tx.execute(sql.raw("deallocate page"));
      return rows[0]!["QUERY PLAN"][0]!.Plan;
    });
  }

  it("are read page by page without sorting or reading others", async () => {
    const id = await steps.open(await site.people.creator());
    await site.db.execute(
      sql`insert into users (id, uid, email, name, created_at) select md5('crowd ' || n), 'crowd ' || n, n || '@crowd.test', 'Person ' || n, now() from generate_series(1, ${PEOPLE}::int) n`,
    );
    await site.db.execute(sql`
      insert into participations (id, contest_id, user_id, amount, last4, paid_at)
      select md5('part ' || n), ${id}, md5('crowd ' || n), 100, '4242', now() - n % 40 * interval '1 day' from generate_series(1, ${PEOPLE}::int) n`);
    await site.db.execute(sql`vacuum analyze`);
    const page = await participantsRepository(site.db, id).pageAfter(null, PAGE_SIZE);
    for (const after of [null, page.at(-1)!]) {
      for (const plans of ["force_custom_plan", "force_generic_plan"]) {
        const nodes = nodesOf(await plan(id, after, plans));
        expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
        const read = nodes
          .filter((node) => node["Relation Name"] === "participations")
          .reduce((sum, node) => sum + rowsRead(node), 0);
        expect(read).toBeLessThanOrEqual(PAGE_SIZE + 1);
      }
    }
  }, 60_000);
});
