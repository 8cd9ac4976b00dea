import { eq } from "drizzle-orm";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { deleteUser, listUsers, listUsersExcept, updateUser } from "@conquest/shared/contracts/users";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { notify } from "../../platform/notify";
import { contests } from "../../database/schema/contests";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { DAY } from "../../testing/test-clock";
import { sendDeadlineReminders } from "../participation/participation-routes";

const site = testServer();
const steps = contestSteps(site);

const rowOf = async (person: Person) => (await site.db.select().from(users).where(eq(users.id, person.id)))[0]!;

async function createJoinedContest(creator: Person, participant: Person): Promise<string> {
  const contestId = await steps.open(creator, { name: "Poster for the river" });
  await steps.join(participant, contestId);
  return contestId;
}

describe("DELETE /delete-user/{id}", () => {
  it("anonymizes the user and ends their sessions", async () => {
    const [admin, ann] = [
      await site.people.admin(),
      await site.people.user({ picture: "https://example.com/ann.jpg" }),
    ];
    await notify(site.db, site.clock, [
      { to: ann.id, kind: "comment", subject: "Hello", text: "Hello", href: "/dashboard" },
    ]);
    expect(await site.api.as(admin).call(deleteUser, { params: { id: ann.id } })).toEqual({ deletedCount: 1 });
    expect(await rowOf(ann)).toMatchObject({ name: "", image: "", email: null, role: "user" });
    expect(await site.db.select({ kind: notices.kind }).from(notices).where(eq(notices.userId, ann.id))).toEqual([
      { kind: "account_removed" },
    ]);
    expect(await site.api.as(ann).expectError(listUsers, {})).toMatchObject({ status: 403, code: "removed" });
    expect(await site.api.as(admin).call(listUsersExcept, { params: { email: admin.email } })).toEqual([]);
  });

  it("sends no further notifications to a removed user", async () => {
    const [admin, creator, ann, bob] = [
      await site.people.admin(),
      await site.people.creator(),
      await site.people.user(),
      await site.people.user(),
    ];
    const id = await steps.open(creator);
    for (const person of [ann, bob]) await steps.join(person, id);
    await site.api.as(admin).call(deleteUser, { params: { id: ann.id } });
    site.clock.set("2026-03-02T07:00:00.000Z");
    await sendDeadlineReminders(site);
    await site.api.as(creator).call(deleteContest, { params: { id }, body: { reason: "No hall" } });
    const kindsOf = async (person: Person) =>
      (await site.db.select({ kind: notices.kind }).from(notices).where(eq(notices.userId, person.id))).map(
        ({ kind }) => kind,
      );
    expect(await kindsOf(bob)).toEqual(expect.arrayContaining(["deadline_near", "cancelled"]));
    // The payment's confirmation stays until it is sent.
    expect(await kindsOf(ann)).toEqual(["joined", "account_removed"]);
  });

  it("deletes the user's name from admin notifications", async () => {
    const [admin, ann, bob] = [await site.people.admin(), await site.people.user(), await site.people.user()];
    for (const { email, cookie } of [ann, bob]) {
      const url = `/api/update-user-role/${email}`;
      await site.api.send({ method: "PUT", url, headers: { cookie }, payload: { role: "requested" } });
    }
    await site.api.as(admin).call(deleteUser, { params: { id: ann.id } });
    const left = await site.db.select().from(notices).where(eq(notices.userId, admin.id));
    expect(left.map(({ text }) => text)).toEqual([`${bob.name} asked to become a creator.`]);
  });

  it("deletes a winner's name from other notifications", async () => {
    const [admin, creator, ann, bob] = [
      await site.people.admin(),
      await site.people.creator(),
      await site.people.user({ name: "Ann" }),
      await site.people.user(),
    ];
    const id = await steps.open(creator);
    for (const person of [ann, bob]) await steps.join(person, id);
    const { _id: entryId } = await steps.submit(ann, id);
    site.clock.advance(DAY);
    const owner = await site.signInAgain(creator);
    await site.api
      .as(owner)
      .call(declareWinner, { params: { contestId: id }, body: { entryId, note: "The clearest of all." } });
    const results = () => site.db.select({ text: notices.text }).from(notices).where(eq(notices.kind, "result"));
    expect(await results()).toEqual([{ text: "“Poster for a river festival” has a winner: Ann." }]);
    const adminNow = await site.signInAgain(admin);
    await site.api.as(adminNow).call(deleteUser, { params: { id: ann.id } });
    expect(await results()).toEqual([{ text: "“Poster for a river festival” has a winner: Deleted user." }]);
  });

  it("rejects the removed user's sign-in, and their address under another account", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user({ email: "ann@example.com" })];
    await site.api.as(admin).call(deleteUser, { params: { id: ann.id } });
    for (const uid of [ann.uid, "another"]) {
      await expect(site.signIn({ uid, email: "ann@example.com" })).rejects.toThrow(
        /403 .*This account was removed\. Contact us\./,
      );
    }
    expect((await site.db.select().from(users)).length).toBe(2);
  });

  it("retains payments", async () => {
    const [admin, creator, ann] = [await site.people.admin(), await site.people.creator(), await site.people.user()];
    const contestId = await createJoinedContest(creator, ann);
    await site.api.as(admin).call(deleteUser, { params: { id: ann.id } });
    expect(await site.db.select().from(participations)).toMatchObject([
      { contestId, userId: ann.id, amount: 50_000, state: "paid" },
    ]);
  });

  it("rejects removal of a creator with a joined undecided contest", async () => {
    const [admin, creator, ann] = [await site.people.admin(), await site.people.creator(), await site.people.user()];
    const contestId = await createJoinedContest(creator, ann);
    const refusal = await site.api.as(admin).expectError(deleteUser, { params: { id: creator.id } });
    expect(refusal).toMatchObject({
      status: 409,
      code: "has_running_contests",
      message: expect.stringContaining("Poster for the river"),
    });
    expect(await rowOf(creator)).toMatchObject({ email: creator.email, removedAt: null });
    await site.db
      .update(contests)
      .set({ cancelledAt: site.clock.now(), cancelReason: "" })
      .where(eq(contests.id, contestId));
    expect(await site.api.as(admin).call(deleteUser, { params: { id: creator.id } })).toEqual({ deletedCount: 1 });
  });

  it("rejects removing oneself", async () => {
    const admin = await site.people.admin();
    expect(await site.api.as(admin).expectError(deleteUser, { params: { id: admin.id } })).toMatchObject({
      status: 409,
      code: "own_account",
    });
  });

  it("returns 404 for a removed user", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    await site.api.as(admin).call(deleteUser, { params: { id: ann.id } });
    expect((await site.api.as(admin).expectError(deleteUser, { params: { id: ann.id } })).status).toBe(404);
    expect(
      (await site.api.as(admin).expectError(updateUser, { params: { id: ann.id }, body: { role: "admin" } })).status,
    ).toBe(404);
  });

  it.each(["user", "creator"] as const)("rejects a %s", async (role) => {
    const [person, ann] = [await site.people[role](), await site.people.user()];
    expect((await site.api.as(person).expectError(deleteUser, { params: { id: ann.id } })).status).toBe(403);
    expect(await rowOf(ann)).toMatchObject({ removedAt: null });
  });

  it("rejects visitors", async () => {
    const ann = await site.people.user();
    expect((await site.api.expectError(deleteUser, { params: { id: ann.id } })).status).toBe(401);
  });
});
