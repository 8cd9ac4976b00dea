import { inArray } from "drizzle-orm";
import { requestRole, updateUser, updateUsers, type BulkAction } from "@conquest/shared/contracts/users";
import { auditEntries } from "../../database/schema/audit";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

describe("PUT /update-users", () => {
  const site = testServer();
  const { api, people } = site;
  const steps = contestSteps(site);
  const put = (by: Person, targets: readonly (Person | string)[], act: BulkAction, reason = "") =>
    api
      .as(by)
      .call(updateUsers, {
        body: { ids: targets.map((each) => (typeof each === "string" ? each : each.id)), act, reason },
      });
  const rowsOf = async (targets: readonly Person[]) => {
    const rows = await site.db
      .select()
      .from(users)
      .where(
        inArray(
          users.id,
          targets.map(({ id }) => id),
        ),
      );
    return targets.map(({ id }) => rows.find((row) => row.id === id)!);
  };
  const requestCreatorRole = (person: Person) =>
    api.as(person).call(requestRole, { params: { email: person.email }, body: { role: "requested" } });
  const listAuditEntries = async () =>
    (await site.db.select().from(auditEntries).orderBy(auditEntries.number)).map(({ act, userId, reason }) => [
      act,
      userId,
      reason,
    ]);

  it("blocks and unblocks several users with reason, notification and audit entry", async () => {
    const [admin, ann, bob, creator] = [
      await people.admin(),
      await people.user(),
      await people.user(),
      await people.creator(),
    ];
    expect(await put(admin, [ann, bob, creator, ann], "block", "A ring of spammers.")).toEqual({
      modifiedCount: 3,
      refused: [],
    });
    expect(await rowsOf([ann, bob, creator])).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: "blocked", refusedBecause: "A ring of spammers." })),
    );
    expect(await listAuditEntries()).toEqual(
      [ann, bob, creator].map(({ id }) => ["person_blocked", id, "A ring of spammers."]),
    );
    expect(await site.db.select({ userId: notices.userId }).from(notices)).toHaveLength(3);
    expect(await put(admin, [ann, creator], "unblock")).toEqual({ modifiedCount: 2, refused: [] });
    expect(await rowsOf([ann, bob, creator])).toMatchObject([
      { status: "verified", refusedBecause: "" },
      { status: "blocked" },
      { status: "verified" },
    ]);
  });

  it("answers several role requests", async () => {
    const [admin, ann, bob, eve] = [
      await people.admin(),
      await people.user(),
      await people.user(),
      await people.user(),
    ];
    for (const person of [ann, bob, eve]) await requestCreatorRole(person);
    expect(await put(admin, [ann, bob], "approve")).toEqual({ modifiedCount: 2, refused: [] });
    expect(await put(admin, [eve], "decline", "Please add a picture.")).toEqual({ modifiedCount: 1, refused: [] });
    expect(await rowsOf([ann, bob, eve])).toMatchObject([
      { role: "creator", roleAnswer: "approved" },
      { role: "creator", roleAnswer: "approved" },
      { role: "user", roleAnswer: "declined", roleAnswerReason: "Please add a picture." },
    ]);
  });

  it.each(["approve", "decline"] as const)("rejects %s for users without an open request", async (act) => {
    const [admin, other, ann] = [await people.admin(), await people.admin(), await people.user()];
    expect(await put(admin, [other, ann], act)).toEqual({
      modifiedCount: 0,
      refused: [other, ann].map(({ id }) => ({ _id: id, message: "This user has no open request." })),
    });
    expect(await rowsOf([other, ann])).toMatchObject([{ role: "admin" }, { role: "user" }]);
  });

  it("reports each refusal and changes the rest", async () => {
    const [admin, ann, bob] = [await people.admin(), await people.user(), await people.user()];
    const { modifiedCount, refused } = await put(admin, [admin, ann, UNKNOWN_ID, "what?", bob], "block", "Spam.");
    expect(modifiedCount).toBe(2);
    expect(refused).toEqual([
      { _id: admin.id, message: "You can't change your own role or status. Another admin can." },
      { _id: UNKNOWN_ID, message: "We couldn't find that person." },
      { _id: "what?", message: "We couldn't find that person." },
    ]);
    expect(await rowsOf([admin, ann, bob])).toMatchObject([
      { status: "verified" },
      { status: "blocked" },
      { status: "blocked" },
    ]);
  });

  it("always leaves one admin", async () => {
    const [admin, other] = [await people.admin(), await people.admin()];
    expect((await put(admin, [admin, other], "block", "All of them.")).refused).toMatchObject([{ _id: admin.id }]);
    expect((await api.as(other).expectError(updateUsers, { body: { ids: [admin.id], act: "block" } })).status).toBe(
      403,
    );
    expect(await rowsOf([admin, other])).toMatchObject([
      { role: "admin", status: "verified" },
      { role: "admin", status: "blocked" },
    ]);
  });

  it.each([
    ["an empty list", { ids: [], act: "block" }, "ids"],
    ["more than fifty ids", { ids: Array.from({ length: 51 }, (_, nth) => `${nth}`), act: "block" }, "ids"],
    ["an unknown act", { ids: [UNKNOWN_ID], act: "remove" }, "act"],
    ["a reason that is too long", { ids: [UNKNOWN_ID], act: "block", reason: "a".repeat(501) }, "reason"],
    ["NUL in an id", { ids: ["\u0000"], act: "block" }, "ids.0"],
    ["no list", { ids: UNKNOWN_ID, act: "block" }, "ids"],
  ])("rejects %s and changes nothing", async (_, payload, field) => {
    const answer = await api.as(await people.admin()).send({ method: "PUT", url: "/api/update-users", payload });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error.fields).toHaveProperty([field]);
    expect(await listAuditEntries()).toEqual([]);
  });

  it("rejects users who are not admins", async () => {
    const [creator, ann] = [await people.creator(), await people.user()];
    await steps.create(creator);
    const body = { ids: [ann.id], act: "block" as const };
    expect(await api.expectError(updateUsers, { body })).toMatchObject({ status: 401 });
    for (const person of [creator, ann])
      expect(await api.as(person).expectError(updateUsers, { body })).toMatchObject({
        status: 403,
        code: "wrong_role",
      });
    expect(await rowsOf([ann])).toMatchObject([{ status: "verified" }]);
  });
});

describeOnPostgres("concurrent admins", () => {
  const site = testServer({ needsPostgres: true });
  const { api, people } = site;
  const listAuditEntries = async () =>
    (await site.db.select({ act: auditEntries.act, userId: auditEntries.userId }).from(auditEntries))
      .map(({ act, userId }) => `${act} ${userId}`)
      .sort();

  it("block the same ten users once, with one audit entry each", async () => {
    const [ada, bo] = [await people.admin(), await people.admin()];
    const targets = await Promise.all(Array.from({ length: 10 }, () => people.user()));
    const ids = targets.map(({ id }) => id);
    const block = (by: Person, order: string[]) =>
      api.as(by).call(updateUsers, { body: { ids: order, act: "block", reason: "Spam." } });
    const [one, other] = await Promise.all([block(ada, ids), block(bo, ids.toReversed())]);
    expect(one.modifiedCount + other.modifiedCount).toBe(10);
    expect([...one.refused, ...other.refused]).toEqual([]);
    expect(await listAuditEntries()).toEqual(ids.map((id) => `person_blocked ${id}`).sort());
    expect(await site.db.select().from(notices)).toHaveLength(10);
  });

  it("approve and decline the same requests once each", async () => {
    const [ada, bo] = [await people.admin(), await people.admin()];
    const targets = await Promise.all(Array.from({ length: 6 }, () => people.user()));
    for (const person of targets)
      await api.as(person).call(requestRole, { params: { email: person.email }, body: { role: "requested" } });
    const ids = targets.map(({ id }) => id);
    const [approved, declined] = await Promise.all([
      api.as(ada).call(updateUsers, { body: { ids, act: "approve" } }),
      api.as(bo).call(updateUsers, { body: { ids: ids.toReversed(), act: "decline" } }),
    ]);
    expect(approved.modifiedCount + declined.modifiedCount).toBe(6);
    expect([...approved.refused, ...declined.refused].map(({ _id }) => _id).sort()).toEqual(ids.toSorted());
    expect(await listAuditEntries()).toHaveLength(6);
    const rows = await site.db.select().from(users).where(inArray(users.id, ids));
    expect(rows.filter(({ role, roleAnswer }) => role === "creator" && roleAnswer === "approved")).toHaveLength(
      approved.modifiedCount,
    );
  });

  it("block each other, but one admin remains", async () => {
    const [ada, bo, ann] = [await people.admin(), await people.admin(), await people.user()];
    const block = (by: Person, other: Person) =>
      api.as(by).send({ method: "PUT", url: "/api/update-users", payload: { ids: [other.id, ann.id], act: "block" } });
    const answers = await Promise.all([block(ada, bo), block(bo, ada)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    const rows = await site.db
      .select()
      .from(users)
      .where(inArray(users.id, [ada.id, bo.id]));
    expect(rows.map(({ status }) => status).sort()).toEqual(["blocked", "verified"]);
    expect(await listAuditEntries()).toHaveLength(2);
  });

  it("remove and block the same user in a consistent order", async () => {
    const [ada, bo, ann] = [await people.admin(), await people.admin(), await people.user()];
    const [removal, block] = await Promise.all([
      api.as(ada).send({ method: "DELETE", url: `/api/delete-user/${ann.id}`, payload: { reason: "Spam." } }),
      api
        .as(bo)
        .send({
          method: updateUser.method,
          url: `/api/update-user/${ann.id}`,
          payload: { status: "blocked", reason: "Abuse." },
        }),
    ]);
    expect(removal.statusCode).toBe(200);
    expect([200, 404]).toContain(block.statusCode);
    const written = await site.db.select({ act: auditEntries.act }).from(auditEntries).orderBy(auditEntries.number);
    expect(written.map(({ act }) => act)).toEqual([
      ...(block.statusCode === 200 ? ["person_blocked"] : []),
      "person_removed",
    ]);
    const [row] = await site.db
      .select()
      .from(users)
      .where(inArray(users.id, [ann.id]));
    expect(row).toMatchObject({ email: null, name: "", refusedBecause: "Spam." });
  });
});
