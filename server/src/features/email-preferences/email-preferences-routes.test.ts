import { eq } from "drizzle-orm";
import {
  chooseEmailPreferences,
  listEmailPreferences,
  readUnsubscribe,
  unsubscribeByLink,
} from "@conquest/shared/contracts/email-preferences";
import { countUnreadNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { saveUser } from "@conquest/shared/contracts/session";
import { followContest } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { letterChoices, letters, notices } from "../../database/schema/messages";
import { emailOutbox } from "../../platform/email/email-outbox";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { sendDeadlineReminders } from "../participation/participation-routes";

const server = testServer();
const { api, people } = server;
const steps = contestSteps(server);

const preferencesOf = async (person: Person) =>
  Object.fromEntries(
    (await api.as(person).call(listEmailPreferences, {})).choices.map(({ topic, isWanted }) => [topic, isWanted]),
  );
const emailsTo = async (person: Person) =>
  (
    await server.db
      .select({ kind: notices.kind, amount: letters.amount })
      .from(letters)
      .innerJoin(notices, eq(notices.id, letters.noticeId))
      .where(eq(notices.userId, person.id))
  ).sort((one, other) => one.kind.localeCompare(other.kind));
const tokenOf = async (person: Person) => {
  const key = { userId: person.id, topic: "results" as const };
  return [...(await emailOutbox(server.db).choicesOf([key])).values()][0]!.stopToken;
};

describe("email preferences", () => {
  it("default to money, results and account until the user chooses", async () => {
    const [ann, bob] = [await people.user(), await people.creator()];
    expect(await preferencesOf(ann)).toEqual({
      account: true,
      money: true,
      results: true,
      deadlines: false,
      review: false,
      talk: false,
    });
    await api.as(ann).call(chooseEmailPreferences, { body: { topic: "results", isWanted: false } });
    await api.as(ann).call(chooseEmailPreferences, { body: { topic: "deadlines", isWanted: true } });
    expect(await preferencesOf(ann)).toEqual({
      account: true,
      money: true,
      results: false,
      deadlines: true,
      review: false,
      talk: false,
    });
    expect(await preferencesOf(bob)).toMatchObject({ results: true, deadlines: false });
    await api.as(ann).call(chooseEmailPreferences, { body: { topic: "results", isWanted: true } });
    expect(await preferencesOf(ann)).toMatchObject({ results: true });
  });

  it("always include account safety and payment confirmations", async () => {
    const ann = await people.user();
    for (const [topic, message] of [
      ["account", "they keep your account safe"],
      ["money", "confirm your payments and refunds"],
    ] as const) {
      expect(await api.as(ann).expectError(chooseEmailPreferences, { body: { topic, isWanted: false } })).toMatchObject(
        { status: 409, code: "always_sent", message: expect.stringContaining(message) as string },
      );
    }
    expect(
      await api.as(ann).expectError(chooseEmailPreferences, { body: { topic: "news" as "results", isWanted: false } }),
    ).toMatchObject({ status: 422 });
    expect(await server.db.select().from(letterChoices)).toEqual([]);
  });

  it("describe to users only what they get", async () => {
    const review = async (person: Person) =>
      (await api.as(person).call(listEmailPreferences, {})).choices.find(({ topic }) => topic === "review")!.text;
    expect(await review(await people.user())).toBe("Outcomes of your reports.");
    expect(await review(await people.creator())).toMatch(/^Contests, requests and reports/);
  });

  it("require a session", async () => {
    expect((await api.expectError(listEmailPreferences, {})).status).toBe(401);
    expect(
      (await api.expectError(chooseEmailPreferences, { body: { topic: "results", isWanted: false } })).status,
    ).toBe(401);
  });
});

describe("a cancelled contest", () => {
  it("confirms refunds to all participants, despite an opt-out stored earlier", async () => {
    const [creator, ann, bob] = [await people.creator(), await people.user(), await people.user()];
    const id = await steps.open(creator, { prize: "500" });
    for (const person of [ann, bob]) await steps.join(person, id);
    await emailOutbox(server.db).choose(bob.id, "money", false);
    await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "Too few people" } });
    expect(await emailsTo(ann)).toEqual([
      { kind: "cancelled", amount: "৳500" },
      { kind: "joined", amount: "৳500" },
    ]);
    expect(await emailsTo(bob)).toEqual(await emailsTo(ann));
  });
});

describe("deadline emails", () => {
  it("are sent once to users who opted in", async () => {
    const [creator, ann, bob, eve] = [
      await people.creator(),
      await people.user(),
      await people.user(),
      await people.user(),
    ];
    const id = await steps.open(creator);
    for (const person of [ann, bob]) await steps.join(person, id);
    await api.as(eve).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
    for (const person of [ann, eve])
      await api.as(person).call(chooseEmailPreferences, { body: { topic: "deadlines", isWanted: true } });
    await sendDeadlineReminders(server);
    await sendDeadlineReminders(server);
    const reminded = await server.db
      .select({ userId: notices.userId })
      .from(letters)
      .innerJoin(notices, eq(notices.id, letters.noticeId))
      .where(eq(notices.kind, "deadline_near"));
    expect(reminded.map(({ userId }) => userId).sort()).toEqual([ann.id, eve.id].sort());
    expect(await server.db.$count(notices, eq(notices.kind, "deadline_near"))).toBe(3);
  });
});

describe("the unsubscribe link of an email", () => {
  it("unsubscribes without a session and hides the address", async () => {
    const [ann, bob] = [await people.user({ email: "nusrat@example.com" }), await people.user()];
    const token = await tokenOf(ann);
    expect(await api.call(readUnsubscribe, { params: { token } })).toEqual({
      topic: "results",
      title: "Results",
      email: "n•••@e•••.com",
      isWanted: true,
      isAlways: false,
    });
    expect(await preferencesOf(ann)).toMatchObject({ results: true });
    expect(await api.call(unsubscribeByLink, { params: { token } })).toMatchObject({ isWanted: false });
    expect(await preferencesOf(ann)).toEqual({
      account: true,
      money: true,
      results: false,
      deadlines: false,
      review: false,
      talk: false,
    });
    expect(await preferencesOf(bob)).toMatchObject({ results: true });
    expect(await api.as(bob).call(unsubscribeByLink, { params: { token } })).toMatchObject({
      topic: "results",
      isWanted: false,
    });
    expect(await preferencesOf(bob)).toMatchObject({ results: true });
  });

  it("rejects forged tokens", async () => {
    const ann = await people.user();
    const token = await tokenOf(ann);
    for (const forged of ["guessed", `${token}x`, token.slice(1), token.toUpperCase(), "%00", "a\u0000b"]) {
      expect(await api.expectError(readUnsubscribe, { params: { token: forged } })).toMatchObject({
        status: 404,
        code: "not_found",
      });
      expect(await api.expectError(unsubscribeByLink, { params: { token: forged } })).toMatchObject({
        status: 404,
        code: "not_found",
      });
    }
    expect((await api.expectError(unsubscribeByLink, { params: { token: "x".repeat(65) } })).status).toBe(422);
    expect(await preferencesOf(ann)).toMatchObject({ results: true });
  });

  it("rejects payment confirmations from an older email", async () => {
    const ann = await people.user();
    await emailOutbox(server.db).choose(ann.id, "money", true);
    const { stopToken } = (await server.db.select().from(letterChoices))[0]!;
    expect(await api.call(readUnsubscribe, { params: { token: stopToken } })).toMatchObject({
      topic: "money",
      isWanted: true,
      isAlways: true,
    });
    expect(await api.expectError(unsubscribeByLink, { params: { token: stopToken } })).toMatchObject({
      status: 409,
      code: "always_sent",
    });
    const pressed = await server.app.inject({
      method: "POST",
      url: `/unsubscribe/${stopToken}`,
      payload: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(pressed.statusCode).toBe(409);
    expect(await server.db.select({ isWanted: letterChoices.isWanted }).from(letterChoices)).toEqual([
      { isWanted: true },
    ]);
  });

  it("stops working when the user is removed", async () => {
    const [admin, ann] = [await people.admin(), await people.user()];
    const token = await tokenOf(ann);
    await api.as(admin).call(deleteUser, { params: { id: ann.id } });
    expect((await api.expectError(readUnsubscribe, { params: { token } })).status).toBe(404);
    expect(await server.db.select().from(letterChoices)).toEqual([]);
  });
});

describe("one-click unsubscribe", () => {
  const press = (token: string, payload = "List-Unsubscribe=One-Click", headers: Record<string, string> = {}) =>
    server.app.inject({
      method: "POST",
      url: `/unsubscribe/${token}`,
      payload,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });

  it("unsubscribes with one request", async () => {
    const ann = await people.user();
    expect((await press(await tokenOf(ann))).statusCode).toBe(200);
    expect(await preferencesOf(ann)).toMatchObject({ results: false });
  });

  it("accepts a multipart form", async () => {
    const ann = await people.user();
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect(
      (await press(await tokenOf(ann), body, { "content-type": "multipart/form-data; boundary=x" })).statusCode,
    ).toBe(200);
    expect(await preferencesOf(ann)).toMatchObject({ results: false });
  });

  it("rejects GET, other bodies, other origins and forged tokens", async () => {
    const ann = await people.user();
    const token = await tokenOf(ann);
    await server.app.inject({ method: "GET", url: `/unsubscribe/${token}` });
    await server.app.inject({ method: "HEAD", url: `/unsubscribe/${token}` });
    expect((await press(token, "something=else")).statusCode).toBe(404);
    expect((await press(token, undefined, { origin: "https://elsewhere.example" })).statusCode).toBe(403);
    expect((await press("guessed")).statusCode).toBe(404);
    expect((await press(token, "x".repeat(2000))).statusCode).toBe(413);
    expect(await preferencesOf(ann)).toMatchObject({ results: true });
  });
});

describe("unread notification count", () => {
  it("counts one's own, is returned at sign-in and drops after reading", async () => {
    const [creator, ann] = [await people.creator(), await people.user()];
    await steps.join(ann, await steps.open(creator, { deadline: "2026-03-12T08:00:00Z" }));
    expect(await api.as(ann).call(countUnreadNotices, {})).toEqual({ unread: 1 });
    expect(await api.as(ann).call(saveUser, { body: {} })).toMatchObject({ unreadNotices: 1 });
    expect(await api.as(creator).call(countUnreadNotices, {})).toEqual({ unread: 1 });
    await api.as(ann).call(markNoticesRead, { body: {} });
    expect(await api.as(ann).call(countUnreadNotices, {})).toEqual({ unread: 0 });
    expect((await api.expectError(countUnreadNotices, {})).status).toBe(401);
  });

  it("includes deadline reminders", async () => {
    const [creator, ann] = [await people.creator(), await people.user()];
    await steps.join(ann, await steps.open(creator));
    await sendDeadlineReminders(server);
    expect(await api.as(ann).call(countUnreadNotices, {})).toEqual({ unread: 2 });
  });

  it("stops at a hundred", async () => {
    const ann = await people.user();
    await server.db
      .insert(notices)
      .values(
        Array.from({ length: 120 }, () => ({
          userId: ann.id,
          kind: "comment" as const,
          text: "A word",
          href: "/",
          createdAt: server.clock.now(),
        })),
      );
    expect(await api.as(ann).call(countUnreadNotices, {})).toEqual({ unread: 100 });
  });
});
