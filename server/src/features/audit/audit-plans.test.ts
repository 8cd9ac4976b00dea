import pg from "pg";
import { sql } from "drizzle-orm";
import { listAudit } from "@conquest/shared/contracts/audit";
import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { nodesOf, rowsRead, type PlanNode } from "../../testing/query-plan";

const ROWS = 20_000;
/** A page, one more, and what is counted of the day. */
const MAY_READ = 600;
/** One each minute: a day holds a fourteenth of all. */
const LAST = Date.parse("2026-03-02T00:00:00Z");
const DAY = { since: "2026-02-23T00:00:00Z", until: "2026-02-23T04:00:00Z" };

describeOnPostgres("the plan of a span of the audit trail", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;
  let asked: { text: string; values: unknown[] }[] = [];

  type Ask = (this: pg.Client, ...given: unknown[]) => unknown;
  const ask = pg.Client.prototype.query as Ask;
  beforeAll(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [{ text = "" }, values = []] = given as [{ text?: string }, unknown[]?];
      if (text.startsWith("select") && text.includes('from "audit_entries"')) asked.push({ text, values });
      return ask.apply(this, given);
    } as never;
  });
  afterAll(() => {
    pg.Client.prototype.query = ask as never;
  });

  async function explain({ text, values }: (typeof asked)[number], plans: string): Promise<PlanNode> {
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

  it("begins and ends in an index, alone and with each filter, in both orders and on the page after it", async () => {
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
        asked = [];
        const query = { ...filter, ...DAY, sort, limit: 10 };
        const { items, nextCursor } = await api.as(admin).page(listAudit, { query });
        expect(items).toHaveLength(10);
        await api.as(admin).page(listAudit, { query: { ...query, cursor: nextCursor! } });
        expect(asked).toHaveLength(2);
        for (const statement of asked) {
          for (const plans of ["force_custom_plan", "force_generic_plan"]) {
            const scans = nodesOf(await explain(statement, plans)).filter(
              (node) => node["Relation Name"] === "audit_entries",
            );
            expect(scans.map((node) => node["Node Type"])).not.toContain("Seq Scan");
            expect(scans.reduce((sum, node) => sum + rowsRead(node), 0)).toBeLessThanOrEqual(MAY_READ);
          }
        }
      }
    }
  }, 60_000);
});
