import { sql } from "drizzle-orm";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { exportAudit, listAudit, type AuditEntry } from "@conquest/shared/contracts/audit";
import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { commentOnContest, confirmContest, returnToReview } from "@conquest/shared/contracts/review";
import { deleteUser, requestRole, updateUser } from "@conquest/shared/contracts/users";
import { auditEntries } from "../../database/schema/audit";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR, MINUTE } from "../../testing/test-clock";
import { makeAdmin } from "../users/make-admin";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";

const server = testServer({ config: { adminEmails: ["boss@example.com"] } });
const { api, people, clock } = server;
const steps = contestSteps(server);

const listEntries = async () => {
  const rows = await server.db.select().from(auditEntries).orderBy(auditEntries.number);
  return rows.map(({ act, actorId, actorRole, userId, contestId, fromValue, toValue, reason }) => ({
    act,
    actorId,
    actorRole,
    userId,
    contestId,
    from: fromValue,
    to: toValue,
    reason,
  }));
};

describe("audit entries", () => {
  it("record review decisions, but no plain comment", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const contestId = await steps.create(creator);
    const params = { id: contestId };
    await api.as(admin).call(commentOnContest, { params, body: { text: "Nice idea." } });
    await api.as(admin).call(confirmContest, { params, body: { status: "open" } });
    await api.as(admin).call(confirmContest, { params, body: { status: "open" } });
    await api.as(admin).call(returnToReview, { params });
    await api
      .as(admin)
      .call(commentOnContest, { params, body: { text: "Please add rules.", decision: "changes_requested" } });
    await api.as(admin).call(commentOnContest, { params, body: { text: "Not for this site.", decision: "rejected" } });
    const by = { actorId: admin.id, actorRole: "admin", userId: null, contestId };
    expect(await listEntries()).toEqual([
      { act: "contest_confirmed", ...by, from: "in_review", to: "approved", reason: "" },
      { act: "contest_returned", ...by, from: "approved", to: "in_review", reason: "" },
      { act: "changes_requested", ...by, from: "in_review", to: "changes_requested", reason: "Please add rules." },
      { act: "contest_rejected", ...by, from: "changes_requested", to: "rejected", reason: "Not for this site." },
    ]);
  });

  it("record contests deleted or cancelled by creator, admin and scheduler", async () => {
    const [creator, admin, ann] = [await people.creator(), await people.admin(), await people.user()];
    const [deleted, cancelled, unwon] = [
      await steps.create(creator),
      await steps.open(creator),
      await steps.open(creator),
    ];
    for (const id of [cancelled, unwon]) await steps.join(ann, id);
    await steps.submit(ann, unwon);
    const before = (await listEntries()).length;
    await api.as(creator).call(deleteContest, { params: { id: deleted }, body: {} });
    await api
      .as(admin)
      .call(deleteContest, { params: { id: cancelled }, body: { reason: "The fair was called off." } });
    clock.advance(31 * DAY);
    await runLifecycleJobs(server);
    expect((await listEntries()).slice(before)).toMatchObject([
      { act: "contest_deleted", actorId: creator.id, actorRole: "creator", contestId: deleted, from: "in_review" },
      {
        act: "contest_cancelled",
        actorId: admin.id,
        actorRole: "admin",
        contestId: cancelled,
        from: "approved",
        to: "cancelled",
        reason: "The fair was called off.",
      },
      {
        act: "contest_cancelled",
        actorId: "system",
        actorRole: "system",
        contestId: unwon,
        reason: expect.stringMatching(/winner/i) as string,
      },
    ]);
  });

  it("record a winner chosen by an admin for an overdue creator", async () => {
    const [creator, admin, ann] = [await people.creator(), await people.admin(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(ann, id);
    const { _id: entryId } = await steps.submit(ann, id);
    clock.advance(15 * DAY);
    await steps.choose(await server.signInAgain(admin), id, entryId);
    expect((await listEntries()).at(-1)).toEqual({
      act: "winner_chosen",
      actorId: admin.id,
      actorRole: "admin",
      userId: ann.id,
      contestId: id,
      from: "",
      to: "",
      reason: "The clearest of all.",
    });
    await server.db
      .insert(auditEntries)
      .values({
        act: "winner_chosen",
        actorId: admin.id,
        actorRole: "admin",
        userId: ann.id,
        contestId: id,
        at: clock.now(),
      });
    const listed = await api.as(await server.signInAgain(admin)).call(listAudit, { query: { act: "winner_chosen" } });
    expect(listed.map(({ reason }) => reason)).toEqual(["The clearest of all.", "The clearest of all."]);
  });

  it("record role requests, roles, blocks and removals, but no repeated ones", async () => {
    const [admin, ann, bob] = [await people.admin(), await people.user(), await people.user()];
    const put = (person: Person, body: InputOf<typeof updateUser>["body"]) =>
      api.as(admin).call(updateUser, { params: { id: person.id }, body });
    for (const person of [ann, bob])
      await api.as(person).call(requestRole, { params: { email: person.email }, body: { role: "requested" } });
    await put(ann, { role: "creator" });
    await put(bob, { role: "user", reason: "Please add a picture." });
    await put(ann, { role: "admin" });
    await put(ann, { role: "admin" });
    await put(bob, { status: "blocked", reason: "Spam." });
    await put(bob, { status: "blocked", reason: "Once more." });
    await put(bob, { status: "verified" });
    await api.as(admin).call(deleteUser, { params: { id: bob.id }, body: { reason: "Spam again." } });
    const by = { actorId: admin.id, actorRole: "admin", contestId: null };
    expect(await listEntries()).toEqual([
      { act: "request_approved", ...by, userId: ann.id, from: "requested", to: "creator", reason: "" },
      {
        act: "request_declined",
        ...by,
        userId: bob.id,
        from: "requested",
        to: "user",
        reason: "Please add a picture.",
      },
      { act: "role_changed", ...by, userId: ann.id, from: "creator", to: "admin", reason: "" },
      { act: "person_blocked", ...by, userId: bob.id, from: "verified", to: "blocked", reason: "Spam." },
      { act: "person_unblocked", ...by, userId: bob.id, from: "blocked", to: "verified", reason: "" },
      { act: "person_removed", ...by, userId: bob.id, from: "user", to: "", reason: "Spam again." },
    ]);
  });

  it("record admins made by configuration and by the operator", async () => {
    const ann = await people.user({ email: "ann@example.com" });
    await server.signIn({ uid: "boss", email: "boss@example.com", emailVerified: true });
    expect(await makeAdmin({ db: server.db, clock }, "ann@example.com")).toBeNull();
    expect(await listEntries()).toMatchObject([
      {
        act: "role_changed",
        actorId: "system",
        actorRole: "system",
        from: "",
        to: "admin",
        reason: expect.stringMatching(/settings/) as string,
      },
      {
        act: "role_changed",
        actorId: "system",
        userId: ann.id,
        from: "user",
        to: "admin",
        reason: "By the server's operator.",
      },
    ]);
  });

  it("record contests that end with a deleted account", async () => {
    const [creator, ann] = [await people.creator(), await people.user()];
    const [paid, pending] = [await steps.open(creator), await steps.create(creator)];
    await steps.join(ann, paid);
    const before = (await listEntries()).length;
    const { ends } = await api.as(creator).call(previewDeletion, {});
    const authorization = `Bearer ${server.identity.issue({ uid: creator.uid, email: creator.email, signedInAt: clock.now() })}`;
    expect(
      (
        await api
          .as(creator)
          .send({ method: "DELETE", url: `/api${deleteAccount.path}`, headers: { authorization }, payload: ends })
      ).statusCode,
    ).toBe(200);
    expect((await listEntries()).slice(before)).toMatchObject([
      { act: "contest_cancelled", actorId: creator.id, actorRole: "creator", contestId: paid },
      { act: "contest_deleted", actorId: creator.id, contestId: pending },
    ]);
  });

  it("record no rejected action", async () => {
    const [creator, admin, ann] = [await people.creator(), await people.admin(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(ann, id);
    const before = await listEntries();
    await api.as(admin).expectError(returnToReview, { params: { id } });
    await api.as(admin).expectError(updateUser, { params: { id: creator.id }, body: { role: "user" } });
    await api.as(admin).expectError(updateUser, { params: { id: admin.id }, body: { status: "blocked" } });
    await api.as(admin).expectError(deleteUser, { params: { id: creator.id } });
    await api.as(ann).expectError(updateUser, { params: { id: admin.id }, body: { status: "blocked" } });
    expect(await listEntries()).toEqual(before);
  });
});

describe("audit_entries table", () => {
  it.each([
    ["update", sql`update audit_entries set reason = reason`],
    ["delete", sql`delete from audit_entries where false`],
    ["truncate", sql`truncate audit_entries`],
    [
      "update",
      sql`insert into audit_entries (act, actor_id, actor_role, user_id, at) values ('person_blocked', 'a', 'admin', 'u', now()) on conflict (number) do update set reason = 'another'`,
    ],
  ])("rejects an %s, even of no row", async (act, statement) => {
    await expect(server.db.execute(statement)).rejects.toMatchObject({
      cause: { message: `Entries of the audit trail are only added: ${act} refused` },
    });
  });

  it.each([
    [
      "a user with the system role",
      sql`insert into audit_entries (act, actor_id, actor_role, user_id, at) values ('person_blocked', 'ann', 'system', 'u', now())`,
    ],
    [
      "an entry without a subject",
      sql`insert into audit_entries (act, actor_id, actor_role, at) values ('person_blocked', 'ann', 'admin', now())`,
    ],
  ])("rejects %s", async (_, statement) => {
    await expect(server.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/check constraint/) as string },
    });
  });
});

async function createScenario() {
  const [ada, bo, creator] = [
    await people.admin({ name: "Ada" }),
    await people.admin({ name: "Bo" }),
    await people.creator({ name: "Nadia" }),
  ];
  const [ann, eve] = [await people.user({ name: "Ann Harper" }), await people.user({ name: "Eve নদী" })];
  const [poster, river] = [
    await steps.create(creator, { name: "Poster of a harbour" }),
    await steps.create(creator, { name: "River song" }),
  ];
  const actions: (() => Promise<unknown>)[] = [
    () => api.as(ada).call(confirmContest, { params: { id: poster }, body: { status: "open" } }),
    () =>
      api.as(bo).call(commentOnContest, { params: { id: river }, body: { text: "Too short.", decision: "rejected" } }),
    () => api.as(ada).call(updateUser, { params: { id: ann.id }, body: { status: "blocked", reason: "Spam." } }),
    () => api.as(bo).call(updateUser, { params: { id: eve.id }, body: { status: "blocked", reason: "Abuse." } }),
    () => api.as(bo).call(updateUser, { params: { id: ann.id }, body: { status: "verified" } }),
    () => api.as(creator).call(deleteContest, { params: { id: river }, body: {} }),
  ];
  for (const action of actions) {
    clock.advance(MINUTE);
    await action();
  }
  const describeEntry = ({ act, by, person, contest }: AuditEntry) =>
    [act, by.person?.name ?? by.role, person?.name ?? contest?.name ?? "gone"].join(" ");
  const list = async (query: InputOf<typeof listAudit>["query"] = {}) =>
    (await api.as(ada).call(listAudit, { query })).map(describeEntry);
  return { ada, bo, creator, ann, eve, poster, river, list, say: describeEntry };
}

const ALL = [
  "contest_deleted Nadia gone",
  "person_unblocked Bo Ann Harper",
  "person_blocked Bo Eve নদী",
  "person_blocked Ada Ann Harper",
  "contest_rejected Bo gone",
  "contest_confirmed Ada Poster of a harbour",
];

describe("GET /audit-trail", () => {
  it("lists entries in both orders with actor, subject, time, values and reason", async () => {
    const { ada, ann, list } = await createScenario();
    expect(await list()).toEqual(ALL);
    expect(await list({ sort: "newest" })).toEqual(ALL);
    expect(await list({ sort: "oldest" })).toEqual(ALL.toReversed());
    const [entry] = await api.as(ada).call(listAudit, { query: { person: ann.id, act: "person_blocked" } });
    expect(entry).toEqual({
      _id: "3",
      act: "person_blocked",
      at: "2026-03-02T06:03:00.000Z",
      by: { role: "admin", person: { _id: ada.id, name: "Ada", email: ada.email } },
      person: { _id: ann.id, name: "Ann Harper", email: ann.email },
      contest: null,
      message: null,
      from: "verified",
      to: "blocked",
      reason: "Spam.",
    });
  });

  it("filters by act, actor, person and contest, alone and combined", async () => {
    const { ada, bo, creator, ann, poster, river, list } = await createScenario();
    expect(await list({ act: "person_blocked" })).toEqual([ALL[2], ALL[3]]);
    expect(await list({ actor: bo.id })).toEqual([ALL[1], ALL[2], ALL[4]]);
    expect(await list({ actor: bo.id, act: "person_blocked" })).toEqual([ALL[2]]);
    expect(await list({ person: ann.id })).toEqual([ALL[1], ALL[3]]);
    expect(await list({ contest: river })).toEqual([ALL[0], ALL[4]]);
    expect(await list({ contest: river, actor: creator.id, sort: "oldest" })).toEqual([ALL[0]]);
    expect(await list({ contest: poster, actor: ada.id, act: "contest_confirmed" })).toEqual([ALL[5]]);
    expect(await list({ actor: "system" })).toEqual([]);
    expect(await list({ contest: "nowhere" })).toEqual([]);
  });

  it("searches by contest name, user name, address and id, even if deleted", async () => {
    const { ann, eve, river, list } = await createScenario();
    expect(await list({ q: "HARBOUR" })).toEqual([ALL[5]]);
    expect(await list({ q: "নদী" })).toEqual([ALL[2]]);
    expect(await list({ q: eve.email })).toEqual([ALL[2]]);
    expect(await list({ q: "har" })).toEqual([ALL[1], ALL[3], ALL[5]]);
    expect(await list({ q: "har", act: "person_blocked", sort: "oldest" })).toEqual([ALL[3]]);
    expect(await list({ q: ann.id })).toEqual([ALL[1], ALL[3]]);
    expect(await list({ q: river })).toEqual([ALL[0], ALL[4]]);
    expect(await list({ q: "nobody at all" })).toEqual([]);
  });

  it("searches by actor and returns each entry once", async () => {
    const { creator, bo, river, list } = await createScenario();
    expect(await list({ q: "Nadia" })).toEqual([ALL[0]]);
    expect(await list({ q: creator.email, contest: river })).toEqual([ALL[0]]);
    expect(await list({ q: bo.id, sort: "oldest" })).toEqual([ALL[4], ALL[2], ALL[1]]);
    expect((await list({ q: "a" })).toSorted()).toEqual(ALL.toSorted());
  });

  it("filters by date range, also combined with other filters", async () => {
    const { ada, bo, ann, river, list } = await createScenario();
    const [first, third, last, after] = [
      "2026-03-02T06:01:00.000Z",
      "2026-03-02T06:03:00.000Z",
      "2026-03-02T06:06:00.000Z",
      "2026-03-02T06:06:00.001Z",
    ];
    expect(await list({ since: first })).toEqual(ALL);
    expect(await list({ since: third })).toEqual(ALL.slice(0, 4));
    expect(await list({ until: third })).toEqual(ALL.slice(4));
    expect(await list({ until: last })).toEqual(ALL.slice(1));
    expect(await list({ until: after })).toEqual(ALL);
    expect(await list({ since: after })).toEqual([]);
    expect(await list({ since: third, until: last, sort: "oldest" })).toEqual(ALL.slice(1, 4).toReversed());
    expect(await list({ since: last, until: third })).toEqual([]);
    expect(await list({ since: third, until: third })).toEqual([]);
    expect(await list({ since: third, act: "person_blocked", actor: ada.id })).toEqual([ALL[3]]);
    expect(await list({ until: last, actor: bo.id })).toEqual([ALL[1], ALL[2], ALL[4]]);
    expect(await list({ until: last, contest: river })).toEqual([ALL[4]]);
    expect(await list({ since: "2026-03-02T06:04:00Z", person: ann.id })).toEqual([ALL[1]]);
    expect(await list({ q: "har", until: third })).toEqual([ALL[5]]);
  });

  it("asks for more search words if too many contests or users match", async () => {
    const { ada } = await createScenario();
    await server.db.execute(
      sql`insert into users (id, uid, email, name, created_at) select 'many-' || n, 'many-' || n, 'many-' || n || '@example.com', 'One of many', now() from generate_series(1, 51) n`,
    );
    const answer = await api.as(ada).send({ url: "/api/audit-trail?q=one+of+many" });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { error: { fields: { q: expect.stringMatching(/^Too many matches/) as string } } },
    ]);
  });

  it.each<Record<string, string>>([
    {},
    { sort: "oldest" },
    { q: "har" },
    { q: "har", sort: "oldest" },
    { act: "person_blocked", sort: "oldest" },
    { since: "2026-03-02T06:02:00Z", until: "2026-03-02T06:06:00Z" },
  ])("paginates without missing or repeated entries: %j", async (query) => {
    const { ada, list, say } = await createScenario();
    const found: string[] = [];
    for (let url: string | undefined = `/api/audit-trail?${new URLSearchParams({ limit: "2", ...query })}`; url;) {
      const answer = await api.as(ada).send({ url });
      found.push(...(answer.json() as AuditEntry[]).map(say));
      expect(answer.headers["x-total-count"]).toBe(String((await list(query as never)).length));
      url = /<(.*)>/.exec(String(answer.headers["link"] ?? ""))?.[1];
    }
    expect(found).toEqual(await list(query as never));
    expect(found.length).toBeGreaterThan(1);
  });

  it("keeps insertion order for entries of the same instant", async () => {
    const { ada, ann } = await createScenario();
    for (const role of ["creator", "user", "creator"] as const)
      await api.as(ada).call(updateUser, { params: { id: ann.id }, body: { role } });
    const tos = async (sort: "newest" | "oldest") =>
      (await api.as(ada).call(listAudit, { query: { person: ann.id, act: "role_changed", sort } })).map(({ to }) => to);
    expect(await tos("newest")).toEqual(["creator", "user", "creator"]);
    const numbers = async (sort: "newest" | "oldest") =>
      (await api.as(ada).call(listAudit, { query: { person: ann.id, sort } })).map(({ _id }) => Number(_id));
    expect(await numbers("newest")).toEqual([9, 8, 7, 5, 3]);
    expect(await numbers("oldest")).toEqual([3, 5, 7, 8, 9]);
  });

  it("keeps entries of a removed user without their name", async () => {
    const { ada, ann, list } = await createScenario();
    await api.as(ada).call(deleteUser, { params: { id: ann.id }, body: { reason: "Spam again." } });
    expect(await list({ person: ann.id })).toEqual([
      "person_removed Ada Deleted user",
      "person_unblocked Bo Deleted user",
      "person_blocked Ada Deleted user",
    ]);
    expect(JSON.stringify(await api.as(ada).call(listAudit, {}))).not.toMatch(new RegExp(`Harper|${ann.email}`));
    const { rows } = await server.db.execute(sql`select a::text as row from audit_entries a`);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Harper|Ada|${ann.email}`));
    expect(await list({ q: "Harper" })).toEqual([]);
  });

  it("lists a removed admin as a deleted user", async () => {
    const { ada, bo, list } = await createScenario();
    await api.as(ada).call(deleteUser, { params: { id: bo.id } });
    expect(await list({ actor: bo.id })).toEqual([
      "person_unblocked Deleted user Ann Harper",
      "person_blocked Deleted user Eve নদী",
      "contest_rejected Deleted user gone",
    ]);
  });

  it.each([
    ["limit", "?limit=0"],
    ["cursor", "?cursor=made-up"],
    ["act", "?act=everything"],
    ["sort", "?sort=up"],
    ["q", "?q=%00"],
    ["actor", "?actor=%00"],
    ["since", "?since=yesterday"],
    ["since", "?since=2026-02-30T00:00:00Z"],
    ["until", "?until=2026-03-02"],
  ])("rejects an invalid %s with its own message", async (field, search) => {
    const answer = await api.as(await people.admin()).send({ url: `/api/audit-trail${search}` });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error.fields).toHaveProperty(field);
  });

  it.each(["", "/table"])("is limited to current admins and read-only: %s", async (path) => {
    const { ada, bo, creator, eve } = await createScenario();
    expect((await api.send({ url: `/api/audit-trail${path}` })).statusCode).toBe(401);
    for (const person of [creator, eve]) {
      const answer = await api.as(person).send({ url: `/api/audit-trail${path}` });
      expect([answer.statusCode, Object.keys(answer.json() as object)]).toEqual([403, ["error"]]);
    }
    clock.advance(HOUR);
    await api.as(ada).call(updateUser, { params: { id: bo.id }, body: { role: "user" } });
    expect((await api.as(bo).send({ url: `/api/audit-trail${path}` })).statusCode).toBe(403);
    for (const method of ["POST", "PUT", "DELETE"] as const)
      expect((await api.as(ada).send({ method, url: `/api/audit-trail${path}` })).statusCode).toBe(404);
  });
});

describe("GET /audit-trail/table", () => {
  const lines = async (person: Person, query: Record<string, string> = {}) => {
    const { body } = await api.as(person).send({ url: `/api${exportAudit.path}?${new URLSearchParams(query)}` });
    return body.split("\r\n").slice(0, -1);
  };

  it("exports all columns of the filtered list, without formulas, in its order", async () => {
    const { ada, bo, ann, river, poster } = await createScenario();
    await api.as(bo).call(updateUser, { params: { id: ann.id }, body: { status: "blocked", reason: '=1+1, "again"' } });
    const [header, ...rows] = await lines(ada, { person: ann.id, act: "person_blocked", sort: "oldest" });
    expect(header).toBe(
      '\ufeff"Number","Time (UTC)","Event","By","By (email)","By (role)","By (ID)","Person","Person (email)","Person (ID)","Contest","Contest (ID)","Message from","Message (ID)","Before","After","Reason"',
    );
    const about = `"Ann Harper","${ann.email}","${ann.id}","","","","","verified","blocked"`;
    expect(rows).toEqual([
      `3,"2026-03-02T06:03:00.000Z","person_blocked","Ada","${ada.email}","admin","${ada.id}",${about},"Spam."`,
      `7,"2026-03-02T06:06:00.000Z","person_blocked","Bo","${bo.email}","admin","${bo.id}",${about},"'=1+1, ""again"""`,
    ]);
    expect((await lines(ada, { contest: river })).map((line) => line.split(",")[0])).toEqual([
      '\ufeff"Number"',
      "6",
      "2",
    ]);
    expect((await lines(ada, { q: "HARBOUR" }))[1]).toContain(`"Poster of a harbour","${poster}"`);
    expect(await lines(ada, { since: "2026-03-02T06:02:00Z", until: "2026-03-02T06:04:00Z" })).toHaveLength(3);
  });

  it("has a Bangla header for a page in Bangla", async () => {
    const { ada } = await createScenario();
    expect((await lines(ada, { language: "bn" }))[0]).toMatch(/^\ufeff"নম্বর","সময় \(UTC\)","ঘটনা","করেছেন",.*"কারণ"$/);
  });

  it("records each export before the first byte", async () => {
    const { ada, list } = await createScenario();
    expect((await lines(ada))[1]).toContain('"audit_log_exported","Ada"');
    expect((await list())[0]).toBe("audit_log_exported Ada Ada");
  });

  it("rejects the same filters as the list", async () => {
    const admin = await people.admin();
    for (const search of ["?act=everything", "?since=yesterday", "?until=2026-03-02", "?q=%00"])
      expect((await api.as(admin).send({ url: `/api/audit-trail/table${search}` })).statusCode).toBe(422);
  });
});
