import pg from "pg";
import { sql } from "drizzle-orm";
import { listAudit } from "@conquest/shared/contracts/audit";
import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { nodesOf, rowsRead, type PlanNode } from "../../testing/query-plan";

const ROWS = 20_000;
/** One page, one extra row and the counted rows of the day. */
const MAX_ROWS_READ = 600;
/** One entry a minute: a day has a fourteenth of all entries. */
const LAST = Date.parse("2026-03-02T00:00:00Z");
const DAY = { since: "2026-02-23T00:00:00Z", until: "2026-02-23T04:00:00Z" };

describeOnPostgres("query plan for a date range of the audit log", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;
  let queries: { text: string; values: unknown[] }[] = [];

  type Query = (this: pg.Client, ...given: unknown[]) => unknown;
  const originalQuery = pg.Client.prototype.query as Query;
  beforeAll(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [{ text = "" }, values = []] = given as [{ text?: string }, unknown[]?];
      if (text.startsWith("select") && text.includes('from "audit_entries"')) queries.push({ text, values });
      return originalQuery.apply(this, given);
    } as never;
  });
  afterAll(() => {
    pg.Client.prototype.query = originalQuery as never;
  });

  async function explain({ text, values }: (typeof queries)[number], plans: string): Promise<PlanNode> {
    return server.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local plan_cache_mode = ${plans}`));
      await tx.execute(sql.raw(`prepare trail as ${text}`));
      const literals = values.map((value) => pg.escapeLiteral(String(value))).join(", ");
      const { rows } = await tx.execute<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        sql.raw(`explain (analyze, timing off, format json) execute trail(${literals})`),
      );
      await tx.execute(sql.raw("deallocate trail"));
      return rows[0]!["QUERY PLAN"][0]!.Plan;
    });
  }

  it("uses an index for every filter, order and page", async () => {
    const admin = await people.admin();
    await server.db.execute(sql`
      insert into audit_entries (act, actor_id, actor_role, user_id, contest_id, at)
      select case when n % 2 = 0 then 'person_blocked' else 'contest_confirmed' end, case when n % 3 = 0 then 'ada' else 'bo' end, 'admin',
        case when n % 2 = 0 then 'ann' end, case when n % 2 = 1 then 'river' end, to_timestamp(${LAST / 1000}::bigint - n * 60)
      from generate_series(1, ${ROWS}::int) n`);
    await server.db.execute(sql`vacuum analyze audit_entries`);
    const filters: InputOf<typeof listAudit>["query"][] = [
      {},
      { act: "person_blocked" },
      { actor: "ada" },
      { actor: "ada", act: "person_blocked" },
      { person: "ann" },
      { contest: "river" },
    ];
    for (const filter of filters) {
      for (const sort of ["newest", "oldest"] as const) {
        queries = [];
        const query = { ...filter, ...DAY, sort, limit: 10 };
        const { items, nextCursor } = await api.as(admin).page(listAudit, { query });
        expect(items).toHaveLength(10);
        await api.as(admin).page(listAudit, { query: { ...query, cursor: nextCursor! } });
        expect(queries).toHaveLength(2);
        for (const statement of queries) {
          for (const plans of ["force_custom_plan", "force_generic_plan"]) {
            const scans = nodesOf(await explain(statement, plans)).filter(
              (node) => node["Relation Name"] === "audit_entries",
            );
            expect(scans.map((node) => node["Node Type"])).not.toContain("Seq Scan");
            expect(scans.reduce((sum, node) => sum + rowsRead(node), 0)).toBeLessThanOrEqual(MAX_ROWS_READ);
          }
        }
      }
    }
  }, 60_000);
});
