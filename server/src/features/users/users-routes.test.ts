import { eq } from "drizzle-orm";
import {
  getUser,
  requestRole,
  updatePreferences,
  updateProfile,
  updateUser,
  withdrawRoleRequest,
} from "@conquest/shared/contracts/users";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { saveUser } from "@conquest/shared/contracts/session";
import { listNotices } from "@conquest/shared/contracts/messages";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const site = testServer();
const steps = contestSteps(site);

const rowOf = async (person: Person) => (await site.db.select().from(users).where(eq(users.id, person.id)))[0]!;

describe("PUT /save-user", () => {
  it.each([
    ["Ann\u202e\nB", "Ann B"],
    ["\u3164\u200b", ""],
    ["x".repeat(300), "x".repeat(120)],
  ])("normalizes the provider's name %j", async (input, expected) => {
    const ann = await site.people.user({ name: "" });
    expect(await site.api.as(ann).call(saveUser, { body: { name: input } })).toMatchObject({ name: expected });
  });

  it("sets a missing name and picture", async () => {
    const ann = await site.people.user({ name: "" });
    const saved = await site.api
      .as(ann)
      .call(saveUser, { body: { name: " Ann ", image: "https://example.com/ann.jpg" } });
    expect(saved).toMatchObject({
      _id: ann.id,
      name: "Ann",
      image: "https://example.com/ann.jpg",
      role: "user",
      status: "verified",
    });
  });

  it("keeps an existing name and picture", async () => {
    const ann = await site.people.user({ name: "Ann", picture: "https://example.com/ann.jpg" });
    const saved = await site.api
      .as(ann)
      .call(saveUser, { body: { name: "Eve", image: "https://example.com/eve.jpg" } });
    expect(saved).toMatchObject({ name: "Ann", image: "https://example.com/ann.jpg" });
  });

  it("ignores a role, a status and an address in the body", async () => {
    const ann = await site.people.user({ name: "" });
    await site.api
      .as(ann)
      .call(saveUser, { body: { name: "Ann", role: "admin", status: "blocked", email: "eve@example.com" } });
    expect(await rowOf(ann)).toMatchObject({ role: "user", status: "verified", email: ann.email });
  });

  it("keeps the role at the next sign-in", async () => {
    const creator = await site.people.creator();
    const saved = await site.api.as(creator).call(saveUser, { body: { role: "user", status: "Verified" } });
    expect(saved.role).toBe("creator");
  });

  it("ignores an invalid picture address", async () => {
    const ann = await site.people.user();
    const saved = await site.api.as(ann).call(saveUser, { body: { image: "javascript:alert(1)" } });
    expect(saved.image).toBe("");
  });

  it("rejects visitors", async () => {
    expect(await site.api.expectError(saveUser, { body: { name: "Ann" } })).toMatchObject({
      status: 401,
      code: "no_session",
    });
  });
});

describe("GET /user/{email}", () => {
  it("returns one's own record for any spelling of the address", async () => {
    const ann = await site.people.user({ email: "ann@example.com" });
    expect(await site.api.as(ann).call(getUser, { params: { email: " ANN@example.com" } })).toMatchObject({
      _id: ann.id,
      role: "user",
    });
  });

  it("reports whether the user ever joined a contest, in any role", async () => {
    const [creator, ann] = [await site.people.creator(), await site.people.user()];
    const takesPart = async () => (await site.api.as(ann).call(getUser, { params: { email: ann.email } })).takesPart;
    expect(await takesPart()).toBe(false);
    await steps.join(ann, await steps.open(creator));
    await site.db.update(users).set({ role: "creator" }).where(eq(users.id, ann.id));
    expect(await takesPart()).toBe(true);
  });

  it("reports whether the user owns a contest, in any role", async () => {
    const ann = await site.people.creator();
    const isOwner = async () => (await site.api.as(ann).call(getUser, { params: { email: ann.email } })).isOwner;
    expect(await isOwner()).toBe(false);
    const id = await steps.create(ann);
    await site.db.update(users).set({ role: "user" }).where(eq(users.id, ann.id));
    expect(await isOwner()).toBe(true);
    await site.api.as(ann).call(deleteContest, { params: { id } });
    expect(await isOwner()).toBe(false);
  });

  it("returns any user's record to an admin", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    expect(await site.api.as(admin).call(getUser, { params: { email: ann.email } })).toMatchObject({ _id: ann.id });
  });

  it.each(["user", "creator"] as const)("hides from another %s whether the address exists", async (role) => {
    const [ann, other] = [await site.people.user(), await site.people[role]()];
    const existing = await site.api.as(other).expectError(getUser, { params: { email: ann.email } });
    const missing = await site.api.as(other).expectError(getUser, { params: { email: "nobody@example.com" } });
    expect(existing).toEqual(missing);
    expect(existing.status).toBe(404);
  });

  it("rejects visitors", async () => {
    const ann = await site.people.user();
    expect((await site.api.expectError(getUser, { params: { email: ann.email } })).status).toBe(401);
  });

  it.each(["%00", "not an address", "'; drop table users; --", "a".repeat(500)])(
    "returns 404 for %j",
    async (email) => {
      const ann = await site.people.user();
      expect((await site.api.as(ann).expectError(getUser, { params: { email } })).status).toBe(404);
    },
  );
});

describe("PUT /update-user-role/{email}", () => {
  const roleRequest = (person: Person, email = person.email) =>
    [requestRole, { params: { email }, body: { role: "requested" as const } }] as const;

  it("opens a request, shows it as the role and notifies admins", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user({ name: "Ann" })];
    expect(await site.api.as(ann).call(...roleRequest(ann))).toEqual({ modifiedCount: 1 });
    expect(await site.api.as(ann).call(getUser, { params: { email: ann.email } })).toMatchObject({ role: "requested" });
    expect(await site.api.as(admin).call(listNotices, {})).toMatchObject([
      { kind: "role_requested", text: "Ann asked to become a creator.", isRead: false },
    ]);
  });

  it("does not notify blocked admins", async () => {
    const [admin, blocked, ann] = [await site.people.admin(), await site.people.admin(), await site.people.user()];
    await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
    await site.api.as(ann).call(...roleRequest(ann));
    const notified = await site.db
      .select({ id: notices.userId })
      .from(notices)
      .where(eq(notices.kind, "role_requested"));
    expect(notified).toEqual([{ id: admin.id }]);
  });

  it("grants no creator permissions before approval", async () => {
    const ann = await site.people.user();
    await site.api.as(ann).call(...roleRequest(ann));
    expect(await rowOf(ann)).toMatchObject({ role: "user" });
  });

  it("rejects a second request", async () => {
    const ann = await site.people.user();
    await site.api.as(ann).call(...roleRequest(ann));
    expect(await site.api.as(ann).expectError(...roleRequest(ann))).toMatchObject({
      status: 409,
      code: "already_requested",
    });
  });

  it.each(["creator", "admin"] as const)("rejects a request by a %s, who keeps the role", async (role) => {
    const person = await site.people[role]();
    expect(await site.api.as(person).expectError(...roleRequest(person))).toMatchObject({
      status: 409,
      code: "already_more",
    });
    expect(await rowOf(person)).toMatchObject({ role, requestedAt: null });
  });

  it.each(["user", "admin"] as const)("rejects a request for another user by a %s", async (role) => {
    const [ann, other] = [await site.people.user(), await site.people[role]()];
    expect((await site.api.as(other).expectError(...roleRequest(ann))).status).toBe(404);
    expect(await rowOf(ann)).toMatchObject({ requestedAt: null });
  });

  it("rejects any other role", async () => {
    const ann = await site.people.user();
    const answer = await site.api
      .as(ann)
      .send({ method: "PUT", url: `/api/update-user-role/${ann.email}`, payload: { role: "admin" } });
    expect(answer.statusCode).toBe(422);
    expect(await rowOf(ann)).toMatchObject({ role: "user", requestedAt: null });
  });

  it("rejects visitors", async () => {
    const ann = await site.people.user();
    expect((await site.api.expectError(...roleRequest(ann))).status).toBe(401);
  });
});

describe("DELETE /role-request", () => {
  const request = (person: Person) =>
    site.api.as(person).call(requestRole, { params: { email: person.email }, body: { role: "requested" } });

  it("withdraws the open request and settles it for admins", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user({ name: "Ann" })];
    await request(ann);
    expect(await site.api.as(ann).call(withdrawRoleRequest, {})).toEqual({ modifiedCount: 1 });
    expect(await site.api.as(ann).call(getUser, { params: { email: ann.email } })).toMatchObject({
      role: "user",
      requestedAt: null,
    });
    expect(await site.api.as(admin).call(listNotices, {})).toMatchObject([{ kind: "role_requested", isRead: true }]);
    const approval = {
      params: { id: ann.id },
      query: { expectedRole: "requested" },
      body: { role: "creator" },
    } as const;
    expect(await site.api.as(admin).expectError(updateUser, approval)).toMatchObject({
      status: 409,
      code: "not_requested",
    });
    site.clock.advance(60_000);
    await request(ann);
    expect(await site.api.as(admin).call(listNotices, {})).toMatchObject([{ isRead: false }, { isRead: true }]);
  });

  it.each(["user", "creator", "admin"] as const)("rejects a %s without an open request", async (role) => {
    const person = await site.people[role]();
    expect(await site.api.as(person).expectError(withdrawRoleRequest, {})).toMatchObject({
      status: 409,
      code: "not_requested",
    });
    expect(await rowOf(person)).toMatchObject({ role });
  });
});

describe("PUT /update-profile", () => {
  it("changes name and picture and ignores empty values", async () => {
    const ann = await site.people.user({ name: "Ann" });
    const change = (body: { name?: string; photoUrl?: string }) => site.api.as(ann).call(updateProfile, { body });
    expect(await change({ name: "Ann B" })).toMatchObject({ name: "Ann B", image: "" });
    expect(await change({ name: "", photoUrl: "/media/ann.webp" })).toMatchObject({
      name: "Ann B",
      image: "/media/ann.webp",
    });
  });

  it.each([
    ["photoUrl", { photoUrl: "http://example.com/ann.jpg" }],
    ["photoUrl", { photoUrl: "data:image/svg+xml,<svg/>" }],
    ["photoUrl", { photoUrl: "/media/../secret" }],
    ["name", { name: "a".repeat(121) }],
    ["name", { name: "Ann\u0000" }],
    ["name", { name: { $ne: "" } }],
    ["name", { name: "   " }],
    ["name", { name: "\u3164" }],
    ["name", { name: "\u2800\u200b" }],
    ["name", { name: "Ann\nB" }],
    ["name", { name: "Ann\u2028B" }],
    ["name", { name: "Ann\u202eB" }],
  ])("rejects an invalid %s and changes nothing", async (field, payload) => {
    const ann = await site.people.user({ name: "Ann" });
    const answer = await site.api.as(ann).send({ method: "PUT", url: "/api/update-profile", payload });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error.fields).toHaveProperty(field);
    expect(await rowOf(ann)).toMatchObject({ name: "Ann", image: "" });
  });

  it("rejects visitors", async () => {
    expect((await site.api.expectError(updateProfile, { body: { name: "Ann" } })).status).toBe(401);
  });
});

describe("PUT /my-preferences", () => {
  it("stores language and time zone of the caller alone, and keeps what is omitted", async () => {
    const [ann, bob] = [await site.people.user(), await site.people.user()];
    const change = (body: { language?: "en" | "bn"; timeZone?: string }) =>
      site.api.as(ann).call(updatePreferences, { body });
    expect(await change({})).toMatchObject({ language: null, timeZone: null });
    expect(await change({ language: "bn" })).toMatchObject({ language: "bn", timeZone: null });
    expect(await change({ timeZone: "Asia/Dhaka" })).toMatchObject({ language: "bn", timeZone: "Asia/Dhaka" });
    expect(await site.api.as(ann).call(saveUser, { body: {} })).toMatchObject({
      language: "bn",
      timeZone: "Asia/Dhaka",
    });
    expect(await rowOf(bob)).toMatchObject({ language: null, timeZone: null });
  });

  it.each([
    [{ language: "fr" }, "language"],
    [{ timeZone: "Asia/Nowhere" }, "timeZone"],
    [{ timeZone: "x".repeat(65) }, "timeZone"],
    [{ timeZone: "+06:00" }, "timeZone"],
  ])("rejects %j and changes nothing", async (body, field) => {
    const ann = await site.people.user();
    const error = await site.api.as(ann).expectError(updatePreferences, { body: body as object });
    expect([error.status, Object.keys(error.fields ?? {})]).toEqual([422, [field]]);
    expect(await rowOf(ann)).toMatchObject({ language: null, timeZone: null });
  });

  it("requires a session", async () => {
    expect((await site.api.expectError(updatePreferences, { body: {} })).status).toBe(401);
  });
});
