import { sql } from "drizzle-orm";
import { auditLedger, listLedger } from "@conquest/shared/contracts/ledger";
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
    expect(await list({ q: "Former member" })).toEqual([]);
    await api.as(admin).call(deleteUser, { params: { id: ann.id }, body: { reason: "" } });
    const removedEntries = (await list()).filter((entry) => entry.startsWith("Former member"));
    expect(removedEntries.length).toBeGreaterThan(2);
    expect(await list({ q: "former MEMBER" })).toEqual(removedEntries);
    expect(await list({ q: "member" })).toEqual([]);
  });

  it("asks for more search words if too many contests or users match", async () => {
    const { admin } = await createScenario();
    await server.db.execute(
      sql`insert into users (id, uid, email, name, created_at) select 'many-' || n, 'many-' || n, 'many-' || n || '@example.com', 'One of many', now() from generate_series(1, 51) n`,
    );
    const answer = await api.as(admin).send({ url: "/api/ledger?q=one+of+many" });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { error: { fields: { q: expect.stringMatching(/^More than 50 contests or people/) as string } } },
    ]);
    // More search words cannot narrow down removed users.
    await server.db.execute(
      sql`update users set removed_at = now(), name = '', email = null where name = 'One of many'`,
    );
    const gone = await api.as(admin).send({ url: "/api/ledger?q=former+member" });
    expect([gone.statusCode, gone.json()]).toMatchObject([
      422,
      { error: { fields: { q: expect.stringMatching(/^More than 50 people were removed/) as string } } },
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
    expect(await list({ person: ann.id })).toEqual(["Former member -500", "Former member 300", "Former member 500"]);
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
      tx.execute(sql`update ledger_entries set contest_id = 'lost', user_id = 'somebody' where kind = 'refund'`),
    );
    const [entry] = await api.as(admin).call(listLedger, { query: { kind: "refund" } });
    expect(entry).toMatchObject({
      contest: { name: "Contest lost" },
      person: { name: "Person somebody", email: null },
    });
  });
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
      differences: [expect.stringContaining(poster), expect.stringContaining("In all")],
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
  it.each(["/api/ledger", "/api/ledger-audit"])("is denied for %s without the admin role", async (url) => {
    const { creator, ann } = await createScenario();
    expect((await api.send({ url })).statusCode).toBe(401);
    for (const person of [ann, creator]) {
      const answer = await api.as(person).send({ url });
      expect([answer.statusCode, Object.keys(answer.json() as object)]).toEqual([403, ["error"]]);
    }
  });

  it("is read-only", async () => {
    const { admin } = await createScenario();
    for (const method of ["POST", "PUT", "DELETE"] as const)
      expect((await api.as(admin).send({ method, url: "/api/ledger" })).statusCode).toBe(404);
  });
});
