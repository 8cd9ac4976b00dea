import { sql } from "drizzle-orm";
import { auditLedger, exportLedger, getLedgerTotals, listLedger } from "@conquest/shared/contracts/ledger";
import { listAudit } from "@conquest/shared/contracts/audit";
import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser, updateProfile } from "@conquest/shared/contracts/users";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { withoutAppendOnlyTriggers } from "../../testing/test-database";
import { HOUR, MINUTE } from "../../testing/test-clock";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });

async function createScenario() {
  const [admin, creator] = [await people.admin(), await people.creator()];
  const [ann, bob, eve] = [
    await people.user({ name: "Ann Harper" }),
    await people.user({ name: "Bob নদী" }),
    await people.user({ name: "Eve" }),
  ];
  const [poster, river] = [
    await steps.open(creator, { name: "Poster of a harbour", prize: "500" }),
    await steps.open(creator, { name: "River song", prize: "300" }),
  ];
  for (const [person, contest] of [
    [ann, poster],
    [bob, poster],
    [ann, river],
    [eve, river],
  ] as const) {
    clock.advance(MINUTE);
    await steps.join(person, contest);
  }
  clock.advance(MINUTE);
  await leave(ann, poster);
  const list = async (query: InputOf<typeof listLedger>["query"] = {}) =>
    (await api.as(admin).call(listLedger, { query })).map(({ person, amount }) => `${person.name} ${amount}`);
  return { admin, creator, ann, bob, eve, poster, river, list };
}

describe("GET /ledger", () => {
  it("lists entries newest first with time, amount, contest and user", async () => {
    const { admin, ann, poster, list } = await createScenario();
    expect(await list()).toEqual(["Ann Harper -500", "Eve 300", "Ann Harper 300", "Bob নদী 500", "Ann Harper 500"]);
    const [newest] = await api.as(admin).call(listLedger, {});
    expect(newest).toEqual({
      _id: "5",
      kind: "refund",
      amount: -500,
      at: "2026-03-02T06:05:00.000Z",
      contest: { _id: poster, name: "Poster of a harbour" },
      person: { _id: ann.id, name: "Ann Harper", email: ann.email },
    });
  });

  it("filters by contest, person and kind, alone and combined", async () => {
    const { ann, poster, river, list } = await createScenario();
    expect(await list({ contest: river })).toEqual(["Eve 300", "Ann Harper 300"]);
    expect(await list({ person: ann.id })).toEqual(["Ann Harper -500", "Ann Harper 300", "Ann Harper 500"]);
    expect(await list({ kind: "refund" })).toEqual(["Ann Harper -500"]);
    expect(await list({ kind: "payment", contest: poster, person: ann.id })).toEqual(["Ann Harper 500"]);
    expect(await list({ contest: "nowhere" })).toEqual([]);
  });

  it("filters by date range, from the first instant up to but not including the last", async () => {
    const { river, list } = await createScenario();
    const [second, fourth] = ["2026-03-02T06:02:00.000Z", "2026-03-02T06:04:00.000Z"];
    expect(await list({ since: fourth })).toEqual(["Ann Harper -500", "Eve 300"]);
    expect(await list({ until: second })).toEqual(["Ann Harper 500"]);
    expect(await list({ since: second, until: fourth })).toEqual(["Ann Harper 300", "Bob নদী 500"]);
    expect(await list({ since: second, until: fourth, contest: river })).toEqual(["Ann Harper 300"]);
    expect(await list({ since: second, q: "har", kind: "payment" })).toEqual(["Ann Harper 300", "Bob নদী 500"]);
    expect(await list({ since: fourth, until: second })).toEqual([]);
  });

  it("searches by contest name, user name, address and id", async () => {
    const { ann, bob, poster, river, list } = await createScenario();
    expect(await list({ q: "RIVER s" })).toEqual(["Eve 300", "Ann Harper 300"]);
    expect(await list({ q: "নদী" })).toEqual(["Bob নদী 500"]);
    expect(await list({ q: bob.email })).toEqual(["Bob নদী 500"]);
    expect(await list({ q: "har" })).toEqual(["Ann Harper -500", "Ann Harper 300", "Bob নদী 500", "Ann Harper 500"]);
    expect(await list({ q: "har", kind: "payment", contest: river })).toEqual(["Ann Harper 300"]);
    expect(await list({ q: poster })).toEqual(["Ann Harper -500", "Bob নদী 500", "Ann Harper 500"]);
    expect(await list({ q: ann.id })).toHaveLength(3);
    expect(await list({ q: "nobody at all" })).toEqual([]);
  });

  it("finds removed users only by their full placeholder name", async () => {
    const { admin, ann, list } = await createScenario();
    expect(await list({ q: "Deleted user" })).toEqual([]);
    await api.as(admin).call(deleteUser, { params: { id: ann.id }, body: { reason: "" } });
    const removedEntries = (await list()).filter((entry) => entry.startsWith("Deleted user"));
    expect(removedEntries.length).toBeGreaterThan(2);
    expect(await list({ q: "deleted USER" })).toEqual(removedEntries);
    expect(await list({ q: "deleted" })).toEqual([]);
  });

  it("asks for more search words if too many contests or users match", async () => {
    const { admin } = await createScenario();
    await server.db.execute(
      sql`insert into users (id, uid, email, name, created_at) select 'many-' || n, 'many-' || n, 'many-' || n || '@example.com', 'One of many', now() from generate_series(1, 51) n`,
    );
    const answer = await api.as(admin).send({ url: "/api/ledger?q=one+of+many" });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { error: { fields: { q: expect.stringMatching(/^Too many matches/) as string } } },
    ]);
    // More search words cannot narrow down removed users.
    await server.db.execute(
      sql`update users set removed_at = now(), name = '', email = null where name = 'One of many'`,
    );
    const gone = await api.as(admin).send({ url: "/api/ledger?q=deleted+user" });
    expect([gone.statusCode, gone.json()]).toMatchObject([
      422,
      { error: { fields: { q: expect.stringMatching(/^More than 50 users were deleted/) as string } } },
    ]);
  });

  it.each<Record<string, string>>([{}, { q: "har" }, { kind: "payment" }])(
    "paginates without missing or repeated entries: %j",
    async (query) => {
      const { admin, list } = await createScenario();
      const found: string[] = [];
      for (let url: string | undefined = `/api/ledger?${new URLSearchParams({ limit: "2", ...query })}`; url;) {
        const answer = await api.as(admin).send({ url });
        found.push(
          ...(answer.json() as { amount: number; person: { name: string } }[]).map(
            ({ person, amount }) => `${person.name} ${amount}`,
          ),
        );
        expect(answer.headers["x-total-count"]).toBe(String((await list(query as never)).length));
        url = /<(.*)>/.exec(String(answer.headers["link"] ?? ""))?.[1];
      }
      expect(found).toEqual(await list(query as never));
    },
  );

  it("keeps entries of a removed user without their name", async () => {
    const { admin, ann, list } = await createScenario();
    await api.as(admin).call(deleteUser, { params: { id: ann.id } });
    expect(await list({ person: ann.id })).toEqual(["Deleted user -500", "Deleted user 300", "Deleted user 500"]);
    const entries = await api.as(admin).call(listLedger, {});
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`Harper|${ann.email}`));
    expect(await list({ q: "Harper" })).toEqual([]);
  });

  it("shows the current name of a user", async () => {
    const { ann, list } = await createScenario();
    await api.as(ann).call(updateProfile, { body: { name: "Ann Shore" } });
    expect(await list({ kind: "refund" })).toEqual(["Ann Shore -500"]);
  });

  it("names missing contests and users by id", async () => {
    const { admin } = await createScenario();
    await withoutAppendOnlyTriggers(server.db, (tx) =>
      tx.execute(sql`update ledger_entries set contest_id = 'lost', user_id = 'unknown' where kind = 'refund'`),
    );
    const [entry] = await api.as(admin).call(listLedger, { query: { kind: "refund" } });
    expect(entry).toMatchObject({ contest: { name: "Contest lost" }, person: { name: "Person unknown", email: null } });
  });
});

const table = async (person: Person, query: Record<string, string> = {}) =>
  api.as(person).send({ url: `/api${exportLedger.path}?${new URLSearchParams(query)}` });

describe("GET /ledger/table", () => {
  it("exports all columns as a CSV attachment in UTF-8, and records it", async () => {
    const { admin, ann, poster } = await createScenario();
    await api.as(ann).call(updateProfile, { body: { name: '=HYPERLINK("a")' } });
    const { body, headers, statusCode } = await table(admin, { contest: poster, person: ann.id });
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect(headers["content-disposition"]).toContain('attachment; filename="Ledger 2026-03-02.csv"');
    const rest = `"Poster of a harbour","${poster}","'=HYPERLINK(""a"")","${ann.email}","${ann.id}"`;
    expect(body).toBe(
      [
        '\ufeff"Number","Time (UTC)","Type","Amount (taka)","Contest","Contest (ID)","Person","Person (email)","Person (ID)"',
        `5,"2026-03-02T06:05:00.000Z","refund",-500,${rest}`,
        `1,"2026-03-02T06:01:00.000Z","payment",500,${rest}`,
        "",
      ].join("\r\n"),
    );
    const [recorded] = await api.as(admin).call(listAudit, {});
    expect(recorded).toMatchObject({ act: "ledger_exported", by: { person: { _id: admin.id } }, to: "csv" });
  });

  it("has a Bangla header and name for a page in Bangla, with the same values", async () => {
    const { admin, ann } = await createScenario();
    const query = { person: ann.id };
    const [english, { body, headers }] = [await table(admin, query), await table(admin, { ...query, language: "bn" })];
    const [header, ...rows] = body.split("\r\n");
    expect(header).toMatch(/^\ufeff"নম্বর","সময় \(UTC\)","ধরন","পরিমাণ \(টাকা\)","প্রতিযোগিতা",/);
    expect(rows).toEqual(english.body.split("\r\n").slice(1));
    expect(decodeURIComponent(String(headers["content-disposition"]))).toContain("UTF-8''হিসাবের খাতা 2026-03-02.csv");
  });

  it("exports every entry of the filtered list beyond the first page", async () => {
    const { admin, poster } = await createScenario();
    await withoutAppendOnlyTriggers(server.db, (tx) =>
      tx.execute(
        sql`insert into ledger_entries (participation_id, kind, contest_id, user_id, amount, at) select 'many-' || n, 'payment', ${poster}, 'none', 1, '2026-02-01' from generate_series(1, 1200) n`,
      ),
    );
    const numbersOf = (body: string) =>
      body
        .split("\r\n")
        .slice(1, -1)
        .map((line) => Number(line.split(",")[0]));
    const all = numbersOf((await table(admin)).body);
    expect([all.length, new Set(all).size]).toEqual([1205, 1205]);
    expect(numbersOf((await table(admin, { since: "2026-03-02T06:04:00Z" })).body)).toEqual([5, 4]);
    expect(numbersOf((await table(admin, { kind: "refund", q: "har" })).body)).toEqual([5]);
  });

  it.each<Record<string, string>>([{ kind: "gift" }, { since: "2026-03-02" }, { until: "2026-02-30T00:00:00Z" }])(
    "rejects %j like the list, and records nothing",
    async (query) => {
      const { admin } = await createScenario();
      const before = await api.as(admin).call(listAudit, {});
      expect((await table(admin, query)).statusCode).toBe(422);
      expect((await api.as(admin).send({ url: `/api/ledger?${new URLSearchParams(query)}` })).statusCode).toBe(422);
      expect(await api.as(admin).call(listAudit, {})).toEqual(before);
    },
  );
});

describe("GET /ledger/totals", () => {
  const minutes = (...each: number[]) => each.map((minute) => `2026-03-02T06:0${minute}:00.000Z`).join(",");

  it("sums payments and refunds of each step, and of the filtered contest", async () => {
    const { admin, ann, poster } = await createScenario();
    const totals = (query: InputOf<typeof getLedgerTotals>["query"]) => api.as(admin).call(getLedgerTotals, { query });
    expect(await totals({ bounds: minutes(1, 3, 4, 6) })).toEqual({
      steps: [
        { collected: 1000, refunded: 0 },
        { collected: 300, refunded: 0 },
        { collected: 300, refunded: 500 },
      ],
      contest: null,
    });
    expect(await totals({ bounds: minutes(2, 5), contest: poster, person: ann.id })).toEqual({
      steps: [{ collected: 0, refunded: 0 }],
      contest: { collected: 1000, refunded: 500 },
    });
    expect((await totals({ bounds: minutes(0, 9), q: "har" })).steps).toEqual([{ collected: 1300, refunded: 500 }]);
    expect((await totals({ bounds: minutes(0, 9), q: "nothing at all" })).steps).toEqual([
      { collected: 0, refunded: 0 },
    ]);
  });

  it.each(["", "now", minutes(1), minutes(2, 1), minutes(1, 1), Array(47).fill(minutes(1)).join(",")])(
    "rejects the bounds %j",
    async (bounds) => {
      const answer = await api.as(await people.admin()).send({ url: `/api/ledger/totals?bounds=${bounds}` });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { error: { fields: { bounds: expect.anything() } } },
      ]);
    },
  );
});

describe("GET /ledger-audit", () => {
  it("reports the sums and that they add up", async () => {
    const { admin } = await createScenario();
    clock.advance(HOUR);
    expect(await api.as(admin).call(auditLedger, {})).toEqual({
      asOf: "2026-03-02T07:05:00.000Z",
      payments: 4,
      refunds: 1,
      taken: 1600,
      refunded: 500,
      held: 1100,
      differenceCount: 0,
      differences: [],
    });
  });

  it("lists the first differences, counts all, and audits on each request", async () => {
    const { admin, poster } = await createScenario();
    await server.db.execute(sql`update contests set paid_total = 1 where id = ${poster}`);
    expect(await api.as(admin).call(auditLedger, {})).toMatchObject({
      differenceCount: 2,
      differences: [expect.stringContaining(poster), expect.stringContaining("In total")],
    });
    await withoutAppendOnlyTriggers(server.db, (tx) =>
      tx.execute(
        sql`insert into ledger_entries (participation_id, kind, contest_id, user_id, amount, at) select 'none-' || n, 'payment', 'none', 'none', 1, now() from generate_series(1, 30) n`,
      ),
    );
    const { differenceCount, differences } = await api.as(admin).call(auditLedger, {});
    expect([differenceCount, differences.length]).toEqual([34, 20]);
  });

  it("shares one audit between concurrent requests", async () => {
    const { admin } = await createScenario();
    const [one, other] = await Promise.all([api.as(admin).call(auditLedger, {}), api.as(admin).call(auditLedger, {})]);
    expect(one).toEqual(other);
  });
});

describe("ledger access", () => {
  it.each(["/api/ledger", "/api/ledger/table", "/api/ledger/totals", "/api/ledger-audit"])(
    "is denied for %s without the admin role",
    async (url) => {
      const { creator, ann } = await createScenario();
      expect((await api.send({ url })).statusCode).toBe(401);
      for (const person of [ann, creator]) {
        const answer = await api.as(person).send({ url });
        expect([answer.statusCode, Object.keys(answer.json() as object)]).toEqual([403, ["error"]]);
      }
    },
  );

  it("is read-only", async () => {
    const { admin } = await createScenario();
    for (const method of ["POST", "PUT", "DELETE"] as const)
      expect((await api.as(admin).send({ method, url: "/api/ledger" })).statusCode).toBe(404);
  });
});
