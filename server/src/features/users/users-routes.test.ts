import { eq } from "drizzle-orm";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { deleteUser, getUser, listUsers, listUsersExcept, requestRole, updateProfile, updateUser } from "@conquest/shared/contracts/users";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { saveUser } from "@conquest/shared/contracts/session";
import { listNotices } from "@conquest/shared/contracts/messages";
import { notify } from "../../platform/notify";
import { contests } from "../../database/schema/contests";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { aServer, type Person } from "../../testing/a-server";
import { contestSteps } from "../../testing/contest-steps";
import { DAY } from "../../testing/test-clock";

const site = aServer();
const steps = contestSteps(site);

const rowOf = async (person: Person) => (await site.db.select().from(users).where(eq(users.id, person.id)))[0]!;
const NOBODY = "00000000-0000-4000-8000-000000000000";

async function aPaidContestOf(creator: Person, participant: Person): Promise<string> {
  const now = site.clock.now();
  const [contest] = await site.db
    .insert(contests)
    .values({
      creatorId: creator.id,
      name: "Poster for the river",
      image: "https://example.com/river.jpg",
      description: "A poster",
      task: "Draw it",
      tag: "Image Design Contests",
      registrationPrice: 50,
      prize: 5000,
      deadline: new Date(now.getTime() + DAY),
      status: "open",
      review: "approved",
      openedAt: now,
      participantCount: 1,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  await site.db
    .insert(participations)
    .values({ contestId: contest!.id, userId: participant.id, amount: 5000, last4: "4242", paidAt: now });
  return contest!.id;
}

describe("PUT /save-user", () => {
  it("fills a missing name and picture", async () => {
    const ann = await site.people.user({ name: "" });
    const saved = await site.api.as(ann).call(saveUser, { body: { name: " Ann ", image: "https://example.com/ann.jpg" } });
    expect(saved).toMatchObject({ _id: ann.id, name: "Ann", image: "https://example.com/ann.jpg", role: "user", status: "verified" });
  });

  it("leaves a name and a picture that are there", async () => {
    const ann = await site.people.user({ name: "Ann", picture: "https://example.com/ann.jpg" });
    const saved = await site.api.as(ann).call(saveUser, { body: { name: "Eve", image: "https://example.com/eve.jpg" } });
    expect(saved).toMatchObject({ name: "Ann", image: "https://example.com/ann.jpg" });
  });

  it("never believes a role, a status or an address", async () => {
    const ann = await site.people.user({ name: "" });
    await site.api.as(ann).call(saveUser, { body: { name: "Ann", role: "admin", status: "blocked", email: "eve@example.com" } });
    expect(await rowOf(ann)).toMatchObject({ role: "user", status: "verified", email: ann.email });
  });

  it("keeps the role of who signs in again", async () => {
    const creator = await site.people.creator();
    const saved = await site.api.as(creator).call(saveUser, { body: { role: "user", status: "Verified" } });
    expect(saved.role).toBe("creator");
  });

  it("drops a picture address that is not one rather than refusing the sign-in", async () => {
    const ann = await site.people.user();
    const saved = await site.api.as(ann).call(saveUser, { body: { image: "javascript:alert(1)" } });
    expect(saved.image).toBe("");
  });

  it("is not for visitors", async () => {
    expect(await site.api.refusal(saveUser, { body: { name: "Ann" } })).toMatchObject({ status: 401, code: "no_session" });
  });
});

describe("GET /user/{email}", () => {
  it("answers one's own record, in any spelling of the address", async () => {
    const ann = await site.people.user({ email: "ann@example.com" });
    expect(await site.api.as(ann).call(getUser, { params: { email: " ANN@example.com" } })).toMatchObject({ _id: ann.id, role: "user" });
  });

  it("says whether the person ever took part in a contest, whatever their role is now", async () => {
    const [creator, ann] = [await site.people.creator(), await site.people.user()];
    const takesPart = async () => (await site.api.as(ann).call(getUser, { params: { email: ann.email } })).takesPart;
    expect(await takesPart()).toBe(false);
    await steps.join(ann, await steps.open(creator));
    await site.db.update(users).set({ role: "creator" }).where(eq(users.id, ann.id));
    expect(await takesPart()).toBe(true);
  });

  it("answers anybody's to an admin", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    expect(await site.api.as(admin).call(getUser, { params: { email: ann.email } })).toMatchObject({ _id: ann.id });
  });

  it.each(["user", "creator"] as const)("does not say to another %s whether the address exists", async (role) => {
    const [ann, other] = [await site.people.user(), await site.people[role]()];
    const existing = await site.api.as(other).refusal(getUser, { params: { email: ann.email } });
    const missing = await site.api.as(other).refusal(getUser, { params: { email: "nobody@example.com" } });
    expect(existing).toEqual(missing);
    expect(existing.status).toBe(404);
  });

  it("is not for visitors", async () => {
    const ann = await site.people.user();
    expect((await site.api.refusal(getUser, { params: { email: ann.email } })).status).toBe(401);
  });

  it.each(["%00", "not an address", "'; drop table users; --", "a".repeat(500)])("finds nobody at %j", async (email) => {
    const ann = await site.people.user();
    expect((await site.api.as(ann).refusal(getUser, { params: { email } })).status).toBe(404);
  });
});

describe("GET /all-users", () => {
  it("answers everybody to an admin", async () => {
    const admin = await site.people.admin();
    await site.people.user();
    expect(await site.api.as(admin).call(listUsers, {})).toHaveLength(2);
  });

  it.each(["user", "creator"] as const)("answers a %s only their own record", async (role) => {
    await site.people.admin();
    const person = await site.people[role]();
    expect((await site.api.as(person).call(listUsers, {})).map(({ _id }) => _id)).toEqual([person.id]);
  });

  it("is not for visitors", async () => {
    expect((await site.api.refusal(listUsers, {})).status).toBe(401);
  });
});

describe("GET /all-users-except/{email}", () => {
  it("puts open requests first, the longest waiting at the top, then the newest people", async () => {
    const admin = await site.people.admin();
    const people: Person[] = [];
    for (let made = 0; made < 5; made += 1) {
      site.clock.advance(1000);
      people.push(await site.people.user());
    }
    const [first, second, third, fourth, fifth] = people as [Person, Person, Person, Person, Person];
    await site.api.as(fourth).call(requestRole, { params: { email: fourth.email }, body: { role: "requested" } });
    site.clock.advance(1000);
    await site.api.as(second).call(requestRole, { params: { email: second.email }, body: { role: "requested" } });
    const list = await site.api.as(admin).call(listUsersExcept, { params: { email: admin.email } });
    expect(list.map(({ _id }) => _id)).toEqual([fourth.id, second.id, fifth.id, third.id, first.id]);
    expect(list[0]).toMatchObject({ role: "requested", requestedAt: expect.any(String) });
  });

  it("sorts by when people joined, requests or not, in either order, and pages through them", async () => {
    const admin = await site.people.admin();
    const people: Person[] = [];
    for (let made = 0; made < 5; made += 1) {
      site.clock.advance(1000);
      people.push(await site.people.user());
    }
    await site.api.as(people[1]!).call(requestRole, { params: { email: people[1]!.email }, body: { role: "requested" } });
    const inOrder = people.map(({ id }) => id);
    for (const [sort, expected] of [["oldest", inOrder], ["newest", inOrder.toReversed()]] as const) {
      for (const narrowed of [{}, { q: "example.com" }] as const) {
        const seen: string[] = [];
        let cursor: string | null | undefined;
        do {
          const query = { sort, limit: 2, ...narrowed, ...(cursor ? { cursor } : {}) };
          const answer = await site.api.as(admin).page(listUsersExcept, { params: { email: admin.email }, query });
          expect(answer.total).toBe(5);
          seen.push(...answer.items.map(({ _id }) => _id));
          cursor = answer.nextCursor;
        } while (cursor);
        expect(seen).toEqual(expected);
      }
      const find = async (role: "requested" | "user") => (await site.api.as(admin).call(listUsersExcept, { params: { email: admin.email }, query: { sort, role } })).map(({ _id }) => _id);
      expect(await find("requested")).toEqual([people[1]!.id]);
      expect(await find("user")).toEqual(expected.filter((id) => id !== people[1]!.id));
    }
  });

  it("pages through everybody once, and counts them", async () => {
    const admin = await site.people.admin();
    for (let made = 0; made < 7; made += 1) await site.people.user();
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 3, ...(cursor ? { cursor } : {}) };
      const answer = await site.api.as(admin).page(listUsersExcept, { params: { email: admin.email }, query });
      expect(answer.total).toBe(7);
      seen.push(...answer.items.map(({ _id }) => _id));
      cursor = answer.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  it("finds by a part of the name or the address, taken literally", async () => {
    const admin = await site.people.admin();
    const ann = await site.people.user({ name: "Ann 100%", email: "ann_x@example.com" });
    await site.people.user({ name: "Ann 1000", email: "annyx@example.com" });
    const find = (q: string) => site.api.as(admin).call(listUsersExcept, { params: { email: admin.email }, query: { q } });
    expect((await find("0%")).map(({ _id }) => _id)).toEqual([ann.id]);
    expect((await find("ANN_")).map(({ _id }) => _id)).toEqual([ann.id]);
    expect(await find("(a+)+$")).toEqual([]);
  });

  it("filters by role", async () => {
    const admin = await site.people.admin();
    const [creator, asking, plain] = [await site.people.creator(), await site.people.user(), await site.people.user()];
    await site.api.as(asking).call(requestRole, { params: { email: asking.email }, body: { role: "requested" } });
    const find = async (role: "creator" | "requested" | "user") =>
      (await site.api.as(admin).call(listUsersExcept, { params: { email: admin.email }, query: { role } })).map(({ _id }) => _id);
    expect(await find("creator")).toEqual([creator.id]);
    expect(await find("requested")).toEqual([asking.id]);
    expect(await find("user")).toEqual([plain.id]);
  });

  it.each(["user", "creator"] as const)("is not for a %s", async (role) => {
    const person = await site.people[role]();
    const refusal = await site.api.as(person).refusal(listUsersExcept, { params: { email: person.email } });
    expect(refusal).toMatchObject({ status: 403, code: "wrong_role" });
  });

  it("is not for visitors", async () => {
    expect((await site.api.refusal(listUsersExcept, { params: { email: "a@example.com" } })).status).toBe(401);
  });

  it.each([
    ["limit", "?limit=0"],
    ["limit", "?limit=1e9"],
    ["cursor", "?cursor=made-up"],
    ["q", "?q=%00"],
    ["q", `?q=${"a".repeat(101)}`],
    ["role", "?role=emperor"],
    ["sort", "?sort=up"],
    ["q", "?q=a&q=b"],
  ])("refuses a bad %s with its own sentence", async (field, search) => {
    const admin = await site.people.admin();
    const answer = await site.api.as(admin).send({ method: "GET", url: `/api/all-users-except/${admin.email}${search}` });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error.fields).toHaveProperty(field);
  });
});

describe("PUT /update-user-role/{email}", () => {
  const ask = (person: Person, email = person.email) =>
    [requestRole, { params: { email }, body: { role: "requested" as const } }] as const;

  it("opens a request, shows it as the role, and tells the admins", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user({ name: "Ann" })];
    expect(await site.api.as(ann).call(...ask(ann))).toEqual({ modifiedCount: 1 });
    expect(await site.api.as(ann).call(getUser, { params: { email: ann.email } })).toMatchObject({ role: "requested" });
    expect(await site.api.as(admin).call(listNotices, {})).toMatchObject([
      { kind: "role_requested", text: "Ann asks to become a creator.", isRead: false },
    ]);
  });

  it("tells no admin who is blocked", async () => {
    const [admin, blocked, ann] = [await site.people.admin(), await site.people.admin(), await site.people.user()];
    await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
    await site.api.as(ann).call(...ask(ann));
    const told = await site.db.select({ id: notices.userId }).from(notices).where(eq(notices.kind, "role_requested"));
    expect(told).toEqual([{ id: admin.id }]);
  });

  it("keeps a waiting user a user: creators' calls stay closed", async () => {
    const ann = await site.people.user();
    await site.api.as(ann).call(...ask(ann));
    expect(await rowOf(ann)).toMatchObject({ role: "user" });
  });

  it("is refused a second time", async () => {
    const ann = await site.people.user();
    await site.api.as(ann).call(...ask(ann));
    expect(await site.api.as(ann).refusal(...ask(ann))).toMatchObject({ status: 409, code: "already_requested" });
  });

  it.each(["creator", "admin"] as const)("is refused to a %s, who keeps the role", async (role) => {
    const person = await site.people[role]();
    expect(await site.api.as(person).refusal(...ask(person))).toMatchObject({ status: 409, code: "already_more" });
    expect(await rowOf(person)).toMatchObject({ role, requestedAt: null });
  });

  it.each(["user", "admin"] as const)("cannot be made for somebody else by a %s", async (role) => {
    const [ann, other] = [await site.people.user(), await site.people[role]()];
    expect((await site.api.as(other).refusal(...ask(ann))).status).toBe(404);
    expect(await rowOf(ann)).toMatchObject({ requestedAt: null });
  });

  it("accepts no other role", async () => {
    const ann = await site.people.user();
    const answer = await site.api.as(ann).send({ method: "PUT", url: `/api/update-user-role/${ann.email}`, payload: { role: "admin" } });
    expect(answer.statusCode).toBe(422);
    expect(await rowOf(ann)).toMatchObject({ role: "user", requestedAt: null });
  });

  it("is not for visitors", async () => {
    const ann = await site.people.user();
    expect((await site.api.refusal(...ask(ann))).status).toBe(401);
  });
});

describe("PUT /update-user/{id}", () => {
  async function aRequest() {
    const [admin, ann] = [await site.people.admin(), await site.people.user({ name: "Ann" })];
    await site.api.as(ann).call(requestRole, { params: { email: ann.email }, body: { role: "requested" } });
    return { admin, ann };
  }
  const me = (person: Person) => site.api.as(person).call(getUser, { params: { email: person.email } });

  it("approves a request: the person is a creator at once and hears of it", async () => {
    const { admin, ann } = await aRequest();
    expect(await site.api.as(admin).call(updateUser, { params: { id: ann.id }, body: { role: "creator" } })).toEqual({ modifiedCount: 1 });
    expect(await me(ann)).toMatchObject({ role: "creator", requestedAt: null, roleAnswer: { answer: "approved", reason: "" } });
    expect(await site.api.as(ann).call(listNotices, {})).toMatchObject([{ kind: "role_answer", href: "/dashboard/add_contest" }]);
  });

  it("declines a request with its reason, and the person may ask again", async () => {
    const { admin, ann } = await aRequest();
    await site.api.as(admin).call(updateUser, { params: { id: ann.id }, body: { role: "user", reason: "Please add a picture." } });
    expect(await me(ann)).toMatchObject({ role: "user", roleAnswer: { answer: "declined", reason: "Please add a picture." } });
    const [notice] = await site.api.as(ann).call(listNotices, {});
    expect(notice!.text).toMatch(/declined\. Reason: Please add a picture\./);
    await site.api.as(ann).call(requestRole, { params: { email: ann.email }, body: { role: "requested" } });
    expect(await me(ann)).toMatchObject({ role: "requested", roleAnswer: null });
  });

  it("sets a role without a request, and changes nothing when it is that already", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    const set = (role: "admin" | "creator" | "user") => site.api.as(admin).call(updateUser, { params: { id: ann.id }, body: { role } });
    expect(await set("creator")).toEqual({ modifiedCount: 1 });
    expect(await set("creator")).toEqual({ modifiedCount: 0 });
    expect(await me(ann)).toMatchObject({ role: "creator", roleAnswer: null });
  });

  it("makes nobody a user whose contest people take part in, or can: they could not get to its entries", async () => {
    const [admin, creator, ann] = [await site.people.admin(), await site.people.creator(), await site.people.user()];
    const demote = { params: { id: creator.id }, body: { role: "user" as const } };
    const id = await steps.open(creator, { name: "Poster for the river" });
    const second = await steps.open(creator);
    const refused = async (message: RegExp) => {
      expect(await site.api.as(admin).refusal(updateUser, demote)).toMatchObject({ status: 409, code: "has_running_contests", message: expect.stringMatching(message) as string });
      expect(await rowOf(creator)).toMatchObject({ role: "creator" });
    };
    await refused(/ and 1 more are not over yet/);
    await steps.join(ann, id);
    await site.api.as(admin).call(deleteContest, { params: { id: second } });
    await refused(/^“Poster for the river” is not over yet/);
    site.clock.set("2026-03-02T08:00:00.000Z");
    await refused(/^“Poster for the river” is not over yet/);
    // An admin gets to the entries.
    expect(await site.api.as(admin).call(updateUser, { ...demote, body: { role: "admin" } })).toEqual({ modifiedCount: 1 });
    expect(await site.api.as(admin).refusal(updateUser, demote)).toMatchObject({ code: "has_running_contests" });
    await site.api.as(admin).call(deleteContest, { params: { id } });
    expect(await site.api.as(admin).call(updateUser, demote)).toEqual({ modifiedCount: 1 });
    expect(await rowOf(creator)).toMatchObject({ role: "user" });
  });

  it("makes a user of a creator whose contests are over, or were never opened", async () => {
    const [admin, creator, ann] = [await site.people.admin(), await site.people.creator(), await site.people.user()];
    const decided = await steps.open(creator);
    await steps.join(ann, decided);
    const { _id: entryId } = await steps.submit(ann, decided);
    await steps.open(creator);
    await steps.create(creator);
    site.clock.set("2026-03-02T08:00:00.000Z");
    await steps.choose(creator, decided, entryId);
    expect(await site.api.as(admin).call(updateUser, { params: { id: creator.id }, body: { role: "user" } })).toEqual({ modifiedCount: 1 });
    expect(await rowOf(creator)).toMatchObject({ role: "user" });
  });

  it("blocks and unblocks, effective at the person's next request", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    const set = (status: "blocked" | "verified") => site.api.as(admin).call(updateUser, { params: { id: ann.id }, body: { status } });
    expect(await set("blocked")).toEqual({ modifiedCount: 1 });
    expect(await site.api.as(ann).refusal(getUser, { params: { email: ann.email } })).toMatchObject({ status: 403, code: "blocked" });
    expect(await set("blocked")).toEqual({ modifiedCount: 0 });
    await set("verified");
    expect((await me(await site.signedInAgain(ann))).status).toBe("verified");
  });

  it.each([{ role: "user" }, { status: "blocked" }] as const)("is refused for oneself: %j", async (body) => {
    const admin = await site.people.admin();
    expect(await site.api.as(admin).refusal(updateUser, { params: { id: admin.id }, body })).toMatchObject({ status: 409, code: "own_account" });
    expect(await rowOf(admin)).toMatchObject({ role: "admin", status: "verified" });
  });

  it.each([
    ["both", { status: "blocked", role: "admin" }],
    ["neither", {}],
    ["an unknown role", { role: "requested" }],
    ["an unknown status", { status: "Verified!" }],
    ["an array", []],
  ])("refuses %s and changes nothing", async (_, payload) => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    const answer = await site.api.as(admin).send({ method: "PUT", url: `/api/update-user/${ann.id}`, payload });
    expect(answer.statusCode).toBe(422);
    expect(await rowOf(ann)).toMatchObject({ role: "user", status: "verified" });
  });

  it.each([NOBODY, "1", "../x"])("finds nobody at %j", async (id) => {
    const admin = await site.people.admin();
    expect((await site.api.as(admin).refusal(updateUser, { params: { id }, body: { role: "creator" } })).status).toBe(404);
  });

  it.each(["user", "creator"] as const)("is not for a %s, not even for oneself", async (role) => {
    const person = await site.people[role]();
    const refusal = await site.api.as(person).refusal(updateUser, { params: { id: person.id }, body: { role: "admin" } });
    expect(refusal).toMatchObject({ status: 403, code: "wrong_role" });
    expect(await rowOf(person)).toMatchObject({ role });
  });

  it("is not for visitors", async () => {
    const ann = await site.people.user();
    expect((await site.api.refusal(updateUser, { params: { id: ann.id }, body: { role: "admin" } })).status).toBe(401);
  });
});

describe("DELETE /delete-user/{id}", () => {
  it("leaves a tombstone without name, picture or address, and ends the sessions", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user({ picture: "https://example.com/ann.jpg" })];
    await notify(site.db, site.clock, [{ userId: ann.id, kind: "comment", text: "Hello", href: "/dashboard" }]);
    expect(await site.api.as(admin).call(deleteUser, { params: { id: ann.id } })).toEqual({ deletedCount: 1 });
    expect(await rowOf(ann)).toMatchObject({ name: "", image: "", email: null, role: "user" });
    // The last that they hear, until the letter is out.
    expect(await site.db.select({ kind: notices.kind }).from(notices).where(eq(notices.userId, ann.id))).toEqual([{ kind: "account_removed" }]);
    expect(await site.api.as(ann).refusal(listUsers, {})).toMatchObject({ status: 403, code: "removed" });
    expect(await site.api.as(admin).call(listUsersExcept, { params: { email: admin.email } })).toEqual([]);
  });

  it("takes the person's name out of what the admins were told", async () => {
    const [admin, ann, bob] = [await site.people.admin(), await site.people.user(), await site.people.user()];
    for (const { email, cookie } of [ann, bob]) {
      const url = `/api/update-user-role/${email}`;
      await site.api.send({ method: "PUT", url, headers: { cookie }, payload: { role: "requested" } });
    }
    await site.api.as(admin).call(deleteUser, { params: { id: ann.id } });
    const left = await site.db.select().from(notices).where(eq(notices.userId, admin.id));
    expect(left.map(({ text }) => text)).toEqual([`${bob.name} asks to become a creator.`]);
  });

  it("takes a winner's name out of what the others were told", async () => {
    const [admin, creator, ann, bob] = [await site.people.admin(), await site.people.creator(), await site.people.user({ name: "Ann" }), await site.people.user()];
    const id = await steps.open(creator);
    for (const person of [ann, bob]) await steps.join(person, id);
    const { _id: entryId } = await steps.submit(ann, id);
    site.clock.advance(DAY);
    const owner = await site.signedInAgain(creator);
    await site.api.as(owner).call(declareWinner, { params: { contestId: id }, body: { entryId, note: "The clearest of all." } });
    const results = () => site.db.select({ text: notices.text }).from(notices).where(eq(notices.kind, "result"));
    expect(await results()).toEqual([{ text: "“Poster for a river festival” has a winner: Ann." }]);
    const adminNow = await site.signedInAgain(admin);
    await site.api.as(adminNow).call(deleteUser, { params: { id: ann.id } });
    expect(await results()).toEqual([{ text: "“Poster for a river festival” has a winner: Former member." }]);
  });

  it("refuses the removed person's next sign-in, and the address under another account", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user({ email: "ann@example.com" })];
    await site.api.as(admin).call(deleteUser, { params: { id: ann.id } });
    for (const uid of [ann.uid, "another"]) {
      await expect(site.signIn({ uid, email: "ann@example.com" })).rejects.toThrow(/403 .*This account was removed\. Contact us\./);
    }
    expect((await site.db.select().from(users)).length).toBe(2);
  });

  it("keeps what others rely on: payments stay", async () => {
    const [admin, creator, ann] = [await site.people.admin(), await site.people.creator(), await site.people.user()];
    const contestId = await aPaidContestOf(creator, ann);
    await site.api.as(admin).call(deleteUser, { params: { id: ann.id } });
    expect(await site.db.select().from(participations)).toMatchObject([{ contestId, userId: ann.id, amount: 5000, state: "paid" }]);
  });

  it("is refused while people have paid for an undecided contest of theirs", async () => {
    const [admin, creator, ann] = [await site.people.admin(), await site.people.creator(), await site.people.user()];
    const contestId = await aPaidContestOf(creator, ann);
    const refusal = await site.api.as(admin).refusal(deleteUser, { params: { id: creator.id } });
    expect(refusal).toMatchObject({ status: 409, code: "has_running_contests", message: expect.stringContaining("Poster for the river") });
    expect(await rowOf(creator)).toMatchObject({ email: creator.email, removedAt: null });
    await site.db.update(contests).set({ cancelledAt: site.clock.now(), cancelReason: "" }).where(eq(contests.id, contestId));
    expect(await site.api.as(admin).call(deleteUser, { params: { id: creator.id } })).toEqual({ deletedCount: 1 });
  });

  it("is refused for oneself, so that the last admin stays", async () => {
    const admin = await site.people.admin();
    expect(await site.api.as(admin).refusal(deleteUser, { params: { id: admin.id } })).toMatchObject({ status: 409, code: "own_account" });
  });

  it("finds nobody a second time", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    await site.api.as(admin).call(deleteUser, { params: { id: ann.id } });
    expect((await site.api.as(admin).refusal(deleteUser, { params: { id: ann.id } })).status).toBe(404);
    expect((await site.api.as(admin).refusal(updateUser, { params: { id: ann.id }, body: { role: "admin" } })).status).toBe(404);
  });

  it.each(["user", "creator"] as const)("is not for a %s", async (role) => {
    const [person, ann] = [await site.people[role](), await site.people.user()];
    expect((await site.api.as(person).refusal(deleteUser, { params: { id: ann.id } })).status).toBe(403);
    expect(await rowOf(ann)).toMatchObject({ removedAt: null });
  });

  it("is not for visitors", async () => {
    const ann = await site.people.user();
    expect((await site.api.refusal(deleteUser, { params: { id: ann.id } })).status).toBe(401);
  });
});

describe("PUT /update-profile", () => {
  it("changes name and picture, and keeps what is left empty", async () => {
    const ann = await site.people.user({ name: "Ann" });
    const change = (body: { name?: string; photoUrl?: string }) => site.api.as(ann).call(updateProfile, { body });
    expect(await change({ name: "Ann B" })).toMatchObject({ name: "Ann B", image: "" });
    expect(await change({ name: "", photoUrl: "/media/ann.webp" })).toMatchObject({ name: "Ann B", image: "/media/ann.webp" });
  });

  it.each([
    ["photoUrl", { photoUrl: "http://example.com/ann.jpg" }],
    ["photoUrl", { photoUrl: "data:image/svg+xml,<svg/>" }],
    ["photoUrl", { photoUrl: "/media/../secret" }],
    ["name", { name: "a".repeat(121) }],
    ["name", { name: "Ann\u0000" }],
    ["name", { name: { $ne: "" } }],
  ])("refuses a bad %s and changes nothing", async (field, payload) => {
    const ann = await site.people.user({ name: "Ann" });
    const answer = await site.api.as(ann).send({ method: "PUT", url: "/api/update-profile", payload });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error.fields).toHaveProperty(field);
    expect(await rowOf(ann)).toMatchObject({ name: "Ann", image: "" });
  });

  it("is not for visitors", async () => {
    expect((await site.api.refusal(updateProfile, { body: { name: "Ann" } })).status).toBe(401);
  });
});

describe("people who were nearly typed", () => {
  const find = async (admin: Person, q: string, query: { role?: "creator"; limit?: number; cursor?: string; sort?: "newest" } = {}) =>
    site.api.as(admin).page(listUsersExcept, { params: { email: admin.email }, query: { q, ...query } });
  const names = async (admin: Person, q: string, query = {}) => (await find(admin, q, query)).items.map(({ name }) => name).toSorted();

  it.each([
    ["another spelling", "Sumaiya Akter", "Sumaya Aktar"],
    ["three letters of a long name", "Rafi Chowdhury", "rafi chaudhuri"],
    ["the words in another order", "Sumaiya Akter", "akter sumaiya"],
    ["one word of it", "Rafi Chowdhury", "chowdhuri"],
    ["in Bangla", "সুমাইয়া আক্তার", "সুমাইয়া আকতার"],
    ["two letters that stay as they are", "Md Rahman", "md rehman"],
    ["without marks", "Łukasz Ünal", "Lukasz unal"],
    ["without marks, and mistyped", "Łukasz Ünal", "lukas unall"],
    ["in Arabic without points", "محمّد", "محمد"],
    ["in Arabic with points", "محمد", "محمّد"],
  ])("are found: %s", async (_, name, typed) => {
    const admin = await site.people.admin();
    await site.people.user({ name });
    await site.people.user({ name: "Quite Another" });
    expect(await names(admin, typed)).toEqual([name]);
  });

  it("are found by their address, of which every digit is meant", async () => {
    const admin = await site.people.admin();
    const rafi = await site.people.user({ email: "rafi_chowdhury7@mail.test", name: "Somebody" });
    for (const typed of ["rafi_chowdury7@mail.test", "rafi_chowdhury7@mial.test"]) expect((await find(admin, typed)).items.map(({ _id }) => _id)).toEqual([rafi.id]);
    expect(await names(admin, "rafi_chowdhury8@mail.test")).toEqual([]);
  });

  it("are left out where somebody is called as was typed, and where it has signs that stand for anything", async () => {
    const admin = await site.people.admin();
    await site.people.user({ name: "Sumaiya Akter" });
    await site.people.user({ name: "Sumaya Aktar" });
    expect(await names(admin, "sumaya aktar")).toEqual(["Sumaya Aktar"]);
    expect(await names(admin, "sumay% akt_r")).toEqual([]);
    await site.people.user({ name: "Team 5000" });
    expect(await names(admin, "5001")).toEqual([]);
    expect(await names(admin, "teem 500")).toEqual([]);
    expect(await names(admin, "teem 5000")).toEqual(["Team 5000"]);
  });

  it("are found within what the list is narrowed to, in pages, none twice and none lost, either way round", async () => {
    const admin = await site.people.admin();
    for (let number = 0; number < 5; number += 1) await site.people.user({ name: "Sumaiya Akter" });
    const creator = await site.people.creator({ name: "Sumaiya Aktor" });
    expect((await find(admin, "sumaya akter", { role: "creator" })).items.map(({ _id }) => _id)).toEqual([creator.id]);
    for (const sort of [{}, { sort: "newest" }] as const) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await find(admin, "sumaya akter", { limit: 2, ...sort, ...(cursor ? { cursor } : {}) });
        expect(page.total).toBe(6);
        ids.push(...page.items.map(({ _id }) => _id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect([ids.length, new Set(ids).size]).toEqual([6, 6]);
    }
  });

  it("are nobody who was removed, and nobody but oneself for who is no admin", async () => {
    const admin = await site.people.admin();
    const sumaiya = await site.people.user({ name: "Sumaiya Akter" });
    const rafi = await site.people.creator({ name: "Rafi Chowdhury" });
    for (const person of [sumaiya, rafi]) {
      const others = person === rafi ? "sumaya aktar" : "rafi chaudhuri";
      expect((await site.api.as(person).page(listUsers, { query: { q: others } })).total).toBe(0);
      expect((await site.api.as(person).refusal(listUsersExcept, { params: { email: person.email }, query: { q: others } })).status).toBe(403);
    }
    await site.api.as(admin).call(deleteUser, { params: { id: sumaiya.id } });
    expect(await names(admin, "sumaya aktar")).toEqual([]);
  });
});
