import pg from "pg";
import { sql } from "drizzle-orm";
import { PHASES, SORTS } from "@conquest/shared/contracts/contests";
import {
  listContests,
  listCreatorContests,
  listPopularContests,
  listTopContests,
  searchContests,
} from "@conquest/shared/contracts/listing";
import { renewCalendarAddress } from "@conquest/shared/contracts/calendar-address";
import { contestsFeed, creatorFeed } from "@conquest/shared/contracts/feeds";
import { listNextSteps } from "@conquest/shared/contracts/next-steps";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { TAGS } from "@conquest/shared/contracts/tags";
import { listWonContests } from "@conquest/shared/contracts/winners";
import { MAX_COUNTED } from "../../../platform/lists/keyset-page";
import { testServer, describeOnPostgres, type Person } from "../../../testing/test-server";
import { nodesOf, rowsRead, type PlanNode } from "../../../testing/query-plan";

const ROWS = 20_000;
/** Each of a dozen small ranges may be read whole and sorted; reading all rows exceeds this. */
const MAX_ROWS_READ = ROWS / 5;

const LARGE = new Set(["contests", "contest_popularity", "contest_search"]);

interface Statement {
  text: string;
  values: unknown[];
}

describeOnPostgres("query plans of contest lists", () => {
  // Uses the real time, since the database writes stages by its own clock. Filled once, as this is slow.
  const server = testServer({ needsPostgres: true, now: new Date().toISOString(), isKept: () => true });
  const { api, people } = server;
  let admin: Person;
  let isFilled = false;
  let owner: Person;
  let statements: Statement[] = [];
  let isRecording = false;

  type Ask = (this: pg.Client, ...given: unknown[]) => unknown;
  const originalQuery = pg.Client.prototype.query as Ask;
  beforeAll(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [{ text = "" }, values = []] = given as [{ text?: string }, unknown[]?];
      if (isRecording && text.startsWith("select") && /"contest_popularity"|from "contests"/.test(text))
        statements.push({ text, values });
      return originalQuery.apply(this, given);
    } as never;
  });
  afterAll(() => {
    pg.Client.prototype.query = originalQuery as never;
  });

  beforeEach(async () => {
    if (isFilled) return;
    isFilled = true;
    admin = await people.admin();
    owner = await people.creator();
    await server.db.transaction(async (tx) => {
      // On a busy machine this exceeds the usual statement timeout.
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(
        sql`insert into users (id, uid, email, role, created_at) select md5('creator ' || n), 'creator ' || n, n || '@creators.test', 'creator', now() from generate_series(0, 99) n`,
      );
      await tx.execute(sql`
        insert into contests (id, creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review,
          opened_at, cancelled_at, cancel_reason, participant_count, visibility, created_at, updated_at)
        select md5(n::text), case when n % 400 = 0 then ${owner.id} else md5('creator ' || n % 97) end, 'Contest ' || n, '/media/a.svg',
          'Described' || case when hashtext(n::text) % 5 = 0 then ' at the harbour' else '' end || case when hashtext(n::text) % 50 = 0 then ' by lanterns' else '' end, 'Do it',
          (array[${sql.join(
            TAGS.map((tag) => sql`${tag}`),
            sql`, `,
          )}])[1 + n % 8], 10, n % 50 * 100,
          now() + (n % 97 - 80) * interval '12 hours', case when n % 10 = 0 then 'pending' else 'open' end, case when n % 10 = 0 then 'in_review' else 'approved' end,
          now() - (n % 1000) * interval '1 hour', case when n % 33 = 0 then now() end, case when n % 33 = 0 then '' end,
          n * 7919 % 20, case n % 13 when 0 then 'unlisted' when 1 then 'private' else 'public' end, now() - (n % 1100) * interval '1 hour', now()
        from generate_series(1, ${ROWS}::int) n`);
    });
    await server.db.execute(sql`vacuum analyze`);
  }, 300_000);

  /** Requests two pages and rejects any query plan with a sequential scan or too many rows. */
  async function expectIndexScans(
    call: (cursor?: string) => Promise<{ nextCursor: string | null }>,
    isRelevant = isOfRows,
    planModes: readonly string[] = BOTH_PLAN_MODES,
  ): Promise<void> {
    statements = [];
    isRecording = true;
    const { nextCursor } = await call();
    if (nextCursor) await call(nextCursor);
    isRecording = false;
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      for (const plans of planModes) {
        const plan = await explain(statement, plans);
        const kinds = scansOf(plan, () => true).map((node) => node["Node Type"]);
        const read = scansOf(plan, isRelevant).reduce((sum, node) => sum + rowsRead(node), 0);
        if (kinds.includes("Seq Scan") || read > MAX_ROWS_READ)
          throw new Error(
            `${plans} reads ${read} rows (${kinds.join(", ")}):\n${statement.text}\n${JSON.stringify(statement.values)}`,
          );
      }
    }
  }

  async function explain({ text, values }: Statement, plans: string): Promise<PlanNode> {
    return server.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local plan_cache_mode = ${plans}`));
      await tx.execute(sql.raw(`prepare list as ${text}`));
      const literals = values
        .map((value) => pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)))
        .join(", ");
      const { rows } = await tx.execute<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        sql.raw(`explain (analyze, timing off, format json) execute list${literals && `(${literals})`}`),
      );
      await tx.execute(sql.raw("deallocate list"));
      return rows[0]!["QUERY PLAN"][0]!.Plan;
    });
  }

  it("count up to the maximum", async () => {
    const { headers } = await api.send({ url: "/api/all-contests" });
    expect(headers).toMatchObject({ "x-total-count": String(MAX_COUNTED), "x-total-count-at-least": "true" });
    expect((await api.send({ url: "/api/all-contests?phase=judging" })).headers).not.toHaveProperty(
      "x-total-count-at-least",
    );
  });

  it("read a tally for totals, and only contests with stale stages", async () => {
    for (const phase of [undefined, "open", "judging", "overdue", "completed"] as const) {
      for (const tag of [undefined, TAGS[3]]) {
        const query = { limit: 1, ...(phase && { phase }), ...(tag && { tag }) };
        await expectIndexScans(
          (cursor) => api.page(listContests, { query: { ...query, ...(cursor ? { cursor } : {}) } }),
          INCLUDING_COUNTS,
        );
        await expectIndexScans(
          (cursor) =>
            api.as(admin).page(listContestsUnfiltered, { query: { ...query, ...(cursor ? { cursor } : {}) } }),
          INCLUDING_COUNTS,
        );
      }
    }
  }, 60_000);

  it("read only the listed participants, from an index alone", async () => {
    await server.db.execute(
      sql`insert into users (id, uid, email, role, created_at) select md5('user ' || n), 'user ' || n, n || '@users.test', 'user', now() from generate_series(1, 400) n`,
    );
    await server.db.execute(sql`
      insert into participations (id, contest_id, user_id, amount, last4, state, paid_at)
      select md5(c.id || n), c.id, md5('user ' || n), c.prize, '4242', 'paid', now() - n * interval '1 minute'
      from (select id, prize from contests where status = 'open' and cancelled_at is null and deadline > now() order by id limit 40) c, generate_series(1, 400) n`);
    await server.db.execute(
      sql`update contests set participant_count = 400 where id in (select contest_id from participations)`,
    );
    await server.db.execute(sql`vacuum analyze`);
    statements = [];
    isRecording = true;
    const { items } = await api.page(listTopContests, { query: { limit: 30 } });
    isRecording = false;
    expect(items.map(({ participants }) => participants.length)).toEqual(items.map(() => 100));
    for (const statement of statements) {
      for (const plans of ["force_custom_plan", "force_generic_plan"]) {
        for (const node of nodesOf(await explain(statement, plans))) {
          if (node["Relation Name"] !== "participations") continue;
          expect([node["Node Type"], node["Heap Fetches"]]).toEqual(["Index Only Scan", 0]);
          expect(rowsRead(node)).toBeLessThanOrEqual(100 * node["Actual Loops"]);
        }
      }
    }
  }, 60_000);

  it("use indexes for public lists", async () => {
    await expectIndexScans(async () => ({ nextCursor: null, ...(await api.call(listPopularContests, {})) }));
    await expectIndexScans((cursor) =>
      api.page(listTopContests, { query: { limit: 100, ...(cursor ? { cursor } : {}) } }),
    );
    for (const sort of [undefined, ...SORTS]) {
      for (const phase of [undefined, "open", "judging", "overdue"] as const) {
        for (const tag of [undefined, TAGS[3]]) {
          const query = { limit: 100, ...(sort && { sort }), ...(phase && { phase }), ...(tag && { tag }) };
          await expectIndexScans((cursor) =>
            api.page(listContests, { query: { ...query, ...(cursor ? { cursor } : {}) } }),
          );
        }
      }
    }
  }, 300_000);

  it("use indexes for public lists with a cost limit", async () => {
    for (const maxCost of ["0", "2500", "4000"]) {
      for (const query of [{}, { tag: TAGS[3] }, { phase: "open" }, { q: "harbour" }] as const) {
        for (const sort of ["newest", "popular", "cost", "prize"] as const) {
          await expectIndexScans((cursor) =>
            api.page(listContests, { query: { limit: 30, maxCost, sort, ...query, ...(cursor ? { cursor } : {}) } }),
          );
        }
      }
    }
  }, 300_000);

  it.each(["cost", "prize"] as const)(
    "use indexes up to the last page with a cost limit, sorted by %s",
    async (sort) => {
      const now = sql`${server.clock.now().toISOString()}::timestamptz`;
      const order = sort === "prize" ? sql`-prize` : sql`(deadline > ${now}) desc, prize`;
      const cases = [
        [{}, sql`true`],
        [{ tag: TAGS[3] }, sql`tag = ${TAGS[3]}`],
        [{ phase: "overdue" }, sql`deadline <= ${now} - interval '14 days'`],
      ] as const;
      for (const [query, isRelevant] of cases) {
        const page = (cursor?: string) =>
          api.page(listContests, {
            query: { limit: 100, maxCost: "2500", sort, ...query, ...(cursor ? { cursor } : {}) },
          });
        const listed: string[] = [];
        let last: string | undefined;
        for (let cursor: string | null | undefined = undefined; cursor !== null;) {
          last = cursor;
          const { items, nextCursor } = await page(cursor);
          listed.push(...items.map(({ _id }) => _id));
          cursor = nextCursor;
        }
        const { rows } = await server.db.execute<{ id: string }>(
          sql`select id from contests where stage < 4 and prize <= 2500 and ${isRelevant} order by ${order}, id`,
        );
        expect(listed).toEqual(rows.map(({ id }) => id));
        await expectIndexScans(() => page(last));
      }
    },
    120_000,
  );

  it.each([
    "described",
    "harbour",
    "lanterns",
    "contest 777",
    "lantrens",
    "re",
    "zeppelin",
    "contest 17,770",
    "কনটেস্ট",
    "ল্যান্টার্নস",
  ])(
    "use indexes for a search for %s in every list",
    async (q) => {
      await expectIndexScans(async () => ({
        nextCursor: null,
        ...(await api.call(searchContests, { params: { searchTerm: q } })),
      }));
      for (const query of [{}, { sort: "newest" }, { phase: "open", tag: TAGS[3] }] as const) {
        await expectIndexScans((cursor) =>
          api.page(listContests, { query: { q, limit: 30, ...query, ...(cursor ? { cursor } : {}) } }),
        );
      }
      await expectIndexScans((cursor) =>
        api.as(admin).page(listContestsUnfiltered, { query: { q, limit: 30, ...(cursor ? { cursor } : {}) } }),
      );
    },
    60_000,
  );

  it("use indexes for lists of admins and creators", async () => {
    for (const sort of [undefined, ...SORTS]) {
      for (const phase of [undefined, ...PHASES]) {
        for (const tag of phase ? [undefined] : [undefined, TAGS[3]]) {
          const query = { limit: 30, ...(sort && { sort }), ...(phase && { phase }), ...(tag && { tag }) };
          await expectIndexScans((cursor) =>
            api.as(admin).page(listContestsUnfiltered, { query: { ...query, ...(cursor ? { cursor } : {}) } }),
          );
        }
      }
    }
    for (const filter of [{}, { phase: "open" }, { q: "harbour" }] as const) {
      await expectIndexScans((cursor) =>
        api
          .as(owner)
          .page(listMyContests, {
            params: { email: owner.email },
            query: { limit: 10, ...filter, ...(cursor ? { cursor } : {}) },
          }),
      );
    }
  }, 240_000);

  it("use indexes for feeds and calendars", async () => {
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select public_id as id from creator_records where creator_id = md5('creator 50')`,
    );
    const { address } = await api.as(owner).call(renewCalendarAddress, {});
    const { pathname: calendar } = new URL(address);
    for (const url of [contestsFeed("en"), creatorFeed(rows[0]!.id, "en"), calendar]) {
      await expectIndexScans(async () => {
        const { statusCode, body } = await server.app.inject({ url });
        expect([statusCode, /<entry>|BEGIN:VCALENDAR/.test(body)]).toEqual([200, true]);
        return { nextCursor: null };
      });
    }
  }, 60_000);

  it("use indexes for next steps of admins and creators", async () => {
    for (const person of [admin, owner])
      await expectIndexScans(
        async () => ({
          nextCursor: null,
          steps: await api.as(person).call(listNextSteps, { query: { kinds: "all" } }),
        }),
        () => false,
      );
  }, 60_000);

  it("use indexes for the contests that a person has won", async () => {
    const winner = await people.user();
    await expectIndexScans(async () => {
      await api.as(winner).call(listWonContests, {});
      return { nextCursor: null };
    });
  });

  it("use indexes for public lists of large and small creators", async () => {
    await server.db.execute(sql`
      insert into contests (id, creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review, opened_at, cancelled_at, cancel_reason, created_at, updated_at)
      select md5('own ' || id), ${owner.id}, name, image, description, task, tag, registration_price, prize, deadline, status, review, opened_at, cancelled_at, cancel_reason, created_at, updated_at
      from contests order by id limit 5000`);
    await server.db.execute(sql`vacuum analyze`);
    const { rows } = await server.db.execute<{ id: string; contests: number }>(
      sql`select public_id as id, run_count - cancelled_count - unwon_count - hidden_count as contests from creator_records where creator_id in (${owner.id}, md5('creator 50')) order by 2`,
    );
    expect(rows.map(({ contests }) => contests > 3_000)).toEqual([false, true]);
    for (const { id, contests } of rows) {
      for (const limit of [1, 100]) {
        await expectIndexScans(
          async (cursor) => {
            const page = await api.page(listCreatorContests, {
              params: { id },
              query: { limit, ...(cursor ? { cursor } : {}) },
            });
            expect(page.total).toBe(contests);
            return page;
            // The server plans this query separately for each creator.
          },
          INCLUDING_COUNTS,
          ["force_custom_plan"],
        );
      }
    }
  }, 60_000);
});

/** Excludes init plans, which only count; CTEs are planned as init plans too. */
const isOfRows = (node: PlanNode) =>
  node["Parent Relationship"] !== "InitPlan" || (node["Subplan Name"]?.startsWith("CTE ") ?? false);
const INCLUDING_COUNTS = () => true;

const BOTH_PLAN_MODES = ["force_custom_plan", "force_generic_plan"];

function scansOf(node: PlanNode, isRelevant: (node: PlanNode) => boolean): PlanNode[] {
  if (!isRelevant(node)) return [];
  const isOfContests = LARGE.has(node["Relation Name"] ?? "");
  return [...(isOfContests ? [node] : []), ...(node.Plans ?? []).flatMap((part) => scansOf(part, isRelevant))];
}
