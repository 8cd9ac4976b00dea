import { eq } from "drizzle-orm";
import { createDraft } from "@conquest/shared/contracts/drafts";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { getUser, requestRole, updateUser } from "@conquest/shared/contracts/users";
import { listNotices } from "@conquest/shared/contracts/messages";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const site = testServer();
const steps = contestSteps(site);

const rowOf = async (person: Person) => (await site.db.select().from(users).where(eq(users.id, person.id)))[0]!;
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

describe("PUT /update-user/{id}", () => {
  async function createRequest() {
    const [admin, ann] = [await site.people.admin(), await site.people.user({ name: "Ann" })];
    await site.api.as(ann).call(requestRole, { params: { email: ann.email }, body: { role: "requested" } });
    return { admin, ann };
  }
  const getOwnAccount = (person: Person) => site.api.as(person).call(getUser, { params: { email: person.email } });

  it("approves a request at once with a notification", async () => {
    const { admin, ann } = await createRequest();
    expect(await site.api.as(admin).call(updateUser, { params: { id: ann.id }, body: { role: "creator" } })).toEqual({
      modifiedCount: 1,
    });
    expect(await getOwnAccount(ann)).toMatchObject({
      role: "creator",
      requestedAt: null,
      roleAnswer: { answer: "approved", reason: "" },
    });
    expect(await site.api.as(ann).call(listNotices, {})).toMatchObject([
      { kind: "role_answer", href: "/dashboard/add_contest" },
    ]);
  });

  it("declines a request with a reason and allows another one", async () => {
    const { admin, ann } = await createRequest();
    await site.api
      .as(admin)
      .call(updateUser, { params: { id: ann.id }, body: { role: "user", reason: "Please add a picture." } });
    expect(await getOwnAccount(ann)).toMatchObject({
      role: "user",
      roleAnswer: { answer: "declined", reason: "Please add a picture." },
    });
    const [notice] = await site.api.as(ann).call(listNotices, {});
    expect(notice!.text).toMatch(/declined\. Reason: Please add a picture\./);
    await site.api.as(ann).call(requestRole, { params: { email: ann.email }, body: { role: "requested" } });
    expect(await getOwnAccount(ann)).toMatchObject({ role: "requested", roleAnswer: null });
  });

  it("sets a role without a request and ignores the current one", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    const set = (role: "admin" | "creator" | "user") =>
      site.api.as(admin).call(updateUser, { params: { id: ann.id }, body: { role } });
    expect(await set("creator")).toEqual({ modifiedCount: 1 });
    expect(await set("creator")).toEqual({ modifiedCount: 0 });
    expect(await getOwnAccount(ann)).toMatchObject({ role: "creator", roleAnswer: null });
  });

  it.each([
    ["declining after an approval", "creator", "user", "An admin already approved this request."],
    ["approving after a decline", "user", "creator", "An admin already declined this request."],
  ] as const)("rejects %s if the admin expects an open request", async (_, first, second, message) => {
    const { admin, ann } = await createRequest();
    const answer = { params: { id: ann.id }, query: { expectedRole: "requested" as const } };
    await site.api.as(admin).call(updateUser, { ...answer, body: { role: first, reason: "First." } });
    const before = await rowOf(ann);
    expect(
      await site.api
        .as(await site.people.admin())
        .expectError(updateUser, { ...answer, body: { role: second, reason: "Second." } }),
    ).toMatchObject({ status: 409, code: "not_requested", message });
    expect(await rowOf(ann)).toEqual(before);
    expect(await site.api.as(ann).call(listNotices, {})).toHaveLength(1);
  });

  it("rejects a role change if the role is not the expected one", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    const change = { params: { id: ann.id }, query: { expectedRole: "user" as const } };
    await site.api.as(admin).call(updateUser, { ...change, body: { role: "admin" } });
    expect(await site.api.as(admin).expectError(updateUser, { ...change, body: { role: "creator" } })).toMatchObject({
      status: 409,
      code: "role_changed",
      message: "An admin changed this user's role after you opened this page. Check it again.",
    });
    expect(await rowOf(ann)).toMatchObject({ role: "admin" });
  });

  it("ignores a request that was made after the admin opened the page", async () => {
    const { admin, ann } = await createRequest();
    await site.api
      .as(admin)
      .call(updateUser, { params: { id: ann.id }, query: { expectedRole: "user" }, body: { role: "creator" } });
    expect(await rowOf(ann)).toMatchObject({ role: "creator", roleAnswer: "approved" });
  });

  it("mentions kept drafts to a demoted creator and links to the dashboard", async () => {
    const [admin, creator, other] = [
      await site.people.admin(),
      await site.people.creator(),
      await site.people.creator(),
    ];
    await site.api.as(creator).call(createDraft, { body: { form: { name: "Half a poster" } } });
    for (const { id } of [creator, other])
      await site.api.as(admin).call(updateUser, { params: { id }, body: { role: "user", reason: "Too many." } });
    const listNotifications = async (person: Person) =>
      (await site.api.as(person).call(listNotices, {})).map(({ text, href }) => [text, href]);
    expect(await listNotifications(creator)).toEqual([
      [
        "An admin changed your role: you're now a user. Your drafts are kept in case you become a creator again. Reason: Too many.",
        "/dashboard",
      ],
    ]);
    expect(await listNotifications(other)).toEqual([
      ["An admin changed your role: you're now a user. Reason: Too many.", "/dashboard"],
    ]);
  });

  it("rejects demoting a creator with an open undecided contest", async () => {
    const [admin, creator, ann] = [await site.people.admin(), await site.people.creator(), await site.people.user()];
    const demote = { params: { id: creator.id }, body: { role: "user" as const } };
    const id = await steps.open(creator, { name: "Poster for the river" });
    const second = await steps.open(creator);
    const expectRejected = async (message: RegExp) => {
      expect(await site.api.as(admin).expectError(updateUser, demote)).toMatchObject({
        status: 409,
        code: "has_running_contests",
        message: expect.stringMatching(message) as string,
      });
      expect(await rowOf(creator)).toMatchObject({ role: "creator" });
    };
    await expectRejected(/ and 1 more haven't ended/);
    await steps.join(ann, id);
    await site.api.as(admin).call(deleteContest, { params: { id: second } });
    await expectRejected(/^“Poster for the river” hasn't ended/);
    site.clock.set("2026-03-02T08:01:00.000Z");
    await expectRejected(/^“Poster for the river” hasn't ended/);
    expect(await site.api.as(admin).call(updateUser, { ...demote, body: { role: "admin" } })).toEqual({
      modifiedCount: 1,
    });
    expect(await site.api.as(admin).expectError(updateUser, demote)).toMatchObject({ code: "has_running_contests" });
    await site.api.as(admin).call(deleteContest, { params: { id } });
    expect(await site.api.as(admin).call(updateUser, demote)).toEqual({ modifiedCount: 1 });
    expect(await rowOf(creator)).toMatchObject({ role: "user" });
  });

  it("rejects demoting the creator of a closed contest without participants", async () => {
    const [admin, creator] = [await site.people.admin(), await site.people.creator()];
    const id = await steps.open(creator);
    site.clock.set("2026-03-02T08:01:00.000Z");
    const demote = { params: { id: creator.id }, body: { role: "user" as const } };
    expect(await site.api.as(admin).expectError(updateUser, demote)).toMatchObject({
      status: 409,
      code: "has_running_contests",
    });
    await site.api.as(admin).call(deleteContest, { params: { id } });
    expect(await site.api.as(admin).call(updateUser, demote)).toEqual({ modifiedCount: 1 });
  });

  it("demotes a creator whose contests are decided or were never opened", async () => {
    const [admin, creator, ann] = [await site.people.admin(), await site.people.creator(), await site.people.user()];
    const decided = await steps.open(creator);
    await steps.join(ann, decided);
    const { _id: entryId } = await steps.submit(ann, decided);
    await steps.create(creator);
    site.clock.set("2026-03-02T08:01:00.000Z");
    await steps.choose(creator, decided, entryId);
    expect(await site.api.as(admin).call(updateUser, { params: { id: creator.id }, body: { role: "user" } })).toEqual({
      modifiedCount: 1,
    });
    expect(await rowOf(creator)).toMatchObject({ role: "user" });
  });

  it("blocks and unblocks from the user's next request on", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    const set = (status: "blocked" | "verified") =>
      site.api.as(admin).call(updateUser, { params: { id: ann.id }, body: { status } });
    expect(await set("blocked")).toEqual({ modifiedCount: 1 });
    expect(await site.api.as(ann).expectError(getUser, { params: { email: ann.email } })).toMatchObject({
      status: 403,
      code: "blocked",
    });
    expect(await set("blocked")).toEqual({ modifiedCount: 0 });
    await set("verified");
    expect((await getOwnAccount(await site.signInAgain(ann))).status).toBe("verified");
  });

  it.each([{ role: "user" }, { status: "blocked" }] as const)("rejects changing oneself: %j", async (body) => {
    const admin = await site.people.admin();
    expect(await site.api.as(admin).expectError(updateUser, { params: { id: admin.id }, body })).toMatchObject({
      status: 409,
      code: "own_account",
    });
    expect(await rowOf(admin)).toMatchObject({ role: "admin", status: "verified" });
  });

  it.each([
    ["both", { status: "blocked", role: "admin" }],
    ["neither", {}],
    ["an unknown role", { role: "requested" }],
    ["an unknown status", { status: "Verified!" }],
    ["an array", []],
  ])("rejects %s and changes nothing", async (_, payload) => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    const answer = await site.api.as(admin).send({ method: "PUT", url: `/api/update-user/${ann.id}`, payload });
    expect(answer.statusCode).toBe(422);
    expect(await rowOf(ann)).toMatchObject({ role: "user", status: "verified" });
  });

  it.each([UNKNOWN_ID, "1", "../x"])("returns 404 for id %j", async (id) => {
    const admin = await site.people.admin();
    expect(
      (await site.api.as(admin).expectError(updateUser, { params: { id }, body: { role: "creator" } })).status,
    ).toBe(404);
  });

  it.each(["user", "creator"] as const)("rejects a %s, even for themselves", async (role) => {
    const person = await site.people[role]();
    const refusal = await site.api
      .as(person)
      .expectError(updateUser, { params: { id: person.id }, body: { role: "admin" } });
    expect(refusal).toMatchObject({ status: 403, code: "wrong_role" });
    expect(await rowOf(person)).toMatchObject({ role });
  });

  it("rejects visitors", async () => {
    const ann = await site.people.user();
    expect((await site.api.expectError(updateUser, { params: { id: ann.id }, body: { role: "admin" } })).status).toBe(
      401,
    );
  });
});
