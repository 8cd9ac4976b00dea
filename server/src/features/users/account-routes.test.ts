import { eq } from "drizzle-orm";
import { TERMS_VERSION } from "@conquest/shared/contracts/terms";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { createDraft } from "@conquest/shared/contracts/drafts";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { sendContactMessage } from "@conquest/shared/contracts/messages";
import { publishAnnouncement } from "@conquest/shared/contracts/announcements";
import { updateContest } from "@conquest/shared/contracts/publishing";
import { askQuestion } from "@conquest/shared/contracts/questions";
import { commentOnContest, confirmContest } from "@conquest/shared/contracts/review";
import { followContest, leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { contests } from "../../database/schema/contests";
import { contactMessages, letters, notices } from "../../database/schema/messages";
import { endedSignIns, sessions, users } from "../../database/schema/people";
import { contestFollows, participations } from "../../database/schema/taking-part";
import { runLifecycleJobs } from "../lifecycle/run-lifecycle-jobs";
import { testServer, type Person } from "../../testing/test-server";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { DAY, MINUTE } from "../../testing/test-clock";
import { deleteProviderAccount } from "./deletion/delete-own-account";

const site = testServer();
const steps = contestSteps(site);

const preview = (person: Person) => site.api.as(person).call(previewDeletion, {});
const NOTHING = { contestCount: 0, refundedCount: 0, refundedTotal: 0 };

const freshToken = (person: Person, minutesAgo = 0) =>
  site.identity.issue({
    uid: person.uid,
    email: person.email,
    signedInAt: new Date(site.clock.now().getTime() - minutesAgo * MINUTE),
  });
const remove = async (person: Person, confirmed: object = NOTHING, token: string | null = freshToken(person)) => {
  const answer = await site.api
    .as(person)
    .send({
      method: "DELETE",
      url: `/api${deleteAccount.path}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      payload: confirmed,
    });
  return { status: answer.statusCode, code: (answer.json() as { error?: { code: string } }).error?.code };
};
const removed = async (person: Person) => {
  const { ends } = await preview(person);
  expect(await remove(person, ends)).toEqual({ status: 200, code: undefined });
};
const stored = async (person: Person) => (await site.db.select().from(users).where(eq(users.id, person.id)))[0]!;

describe("GET /account-deletion", () => {
  it("previews contests, refunds, participations and remaining entries", async () => {
    const [creator, ann, bob] = [await site.people.creator(), await site.people.user(), await site.people.user()];
    const [own, others] = [
      await steps.open(creator, { prize: "1200" }),
      await steps.open(await site.people.creator(), { prize: "300" }),
    ];
    await steps.create(creator);
    for (const person of [ann, bob]) await steps.join(person, own);
    await steps.join(creator, others);
    expect(await preview(creator)).toEqual({
      isAllowed: true,
      because: "",
      ends: { contestCount: 2, refundedCount: 2, refundedTotal: 2400 },
      leaves: { count: 1, total: 300 },
      stays: { count: 0, total: 0, submitted: { count: 0, total: 0 } },
      entryCount: 0,
      wonCount: 0,
      lastEntryCount: 0,
      unsentPrizeCount: 0,
    });
    await steps.submit(ann, own);
    expect(await preview(ann)).toMatchObject({
      ends: NOTHING,
      leaves: { count: 0, total: 0 },
      stays: { count: 1, total: 1200 },
      entryCount: 1,
    });
  });

  it("denies the only admin", async () => {
    const ann = await site.people.admin();
    expect(await preview(ann)).toMatchObject({ isAllowed: false, because: expect.stringMatching(/only admin/) });
    await site.people.admin();
    expect(await preview(ann)).toMatchObject({ isAllowed: true, because: "" });
  });
});

describe("DELETE /my-account", () => {
  it("anonymizes the user, ends the sessions and deletes the provider account", async () => {
    const ann = await site.people.user({ name: "Ann", picture: "https://pictures.example/ann.png" });
    const elsewhere = { ...ann, cookie: await site.signIn({ email: ann.email }) };
    await removed(ann);
    expect(await stored(ann)).toMatchObject({
      email: null,
      name: "",
      image: "",
      role: "user",
      removedEmailHash: null,
      leavingProviderSince: null,
      uid: `left ${ann.id}`,
    });
    expect(await site.db.select().from(sessions)).toEqual([]);
    expect(site.identity.deleted).toContain(ann.uid);
    for (const person of [ann, elsewhere])
      expect((await site.api.as(person).expectError(previewDeletion, {})).status).toBe(401);
  });

  it("cancels joined contests, deletes empty ones and leaves others with refunds", async () => {
    const [creator, ann] = [await site.people.creator(), await site.people.user()];
    const [own, others] = [
      await steps.open(creator, { prize: "1200" }),
      await steps.open(await site.people.creator(), { prize: "300" }),
    ];
    const pending = await steps.create(creator);
    await steps.join(ann, own);
    await steps.join(creator, others);
    await removed(creator);
    expect(await steps.stored(own)).toMatchObject({
      cancelReason: "Its creator deleted their account",
      participantCount: 0,
      paidTotal: 0,
    });
    expect(await steps.stored(pending)).toBeUndefined();
    expect(await steps.stored(others)).toMatchObject({ cancelledAt: null, participantCount: 0, paidTotal: 0 });
    expect((await site.db.select().from(participations)).map(({ state }) => state)).toEqual(["refunded", "refunded"]);
    expect(await steps.noticesOf(ann)).toContainEqual({
      kind: "cancelled",
      text: expect.stringMatching(/was cancelled: Its creator deleted their account\..*1,200/) as string,
    });
  });

  it("refunds participations without an entry, whatever others have submitted", async () => {
    const [creator, ann, bob] = [await site.people.creator(), await site.people.user(), await site.people.user()];
    const [one, another] = [await steps.open(creator, { prize: "300" }), await steps.open(creator, { prize: "500" })];
    for (const id of [one, another]) for (const person of [ann, bob]) await steps.join(person, id);
    await steps.submit(bob, one);
    await steps.submit(ann, another);
    expect(await preview(ann)).toMatchObject({ leaves: { count: 1, total: 300 }, entryCount: 1, lastEntryCount: 0 });
    await removed(ann);
    expect(await steps.stored(one)).toMatchObject({ participantCount: 1, paidTotal: 300 });
    expect(await steps.stored(another)).toMatchObject({ participantCount: 2, paidTotal: 1000 });
  });

  it("retains submitted entries anonymously", async () => {
    const [creator, ann] = [await site.people.creator(), await site.people.user({ name: "Ann" })];
    const id = await steps.open(creator);
    await steps.join(ann, id);
    await steps.submit(ann, id);
    await removed(ann);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 1, entryCount: 1 });
    const entries = await site.api.as(creator).send({ method: "GET", url: `/api/contest-entries/${id}` });
    expect(entries.statusCode).toBe(200);
    expect(entries.body).not.toContain("Ann");
  });

  it("leaves decided contests unchanged", async () => {
    const [creator, ann] = [await site.people.creator(), await site.people.user()];
    const id = await steps.open(creator);
    await steps.join(ann, id);
    const { _id } = await steps.submit(ann, id);
    site.clock.advance(DAY);
    const again = await site.signInAgain(creator);
    await steps.choose(again, id, _id);
    await removed(again);
    expect(await steps.stored(id)).toMatchObject({ winnerId: ann.id, cancelledAt: null });
  });

  it("deletes notifications, follows and messages from a verified address", async () => {
    const ann = await site.people.user({ name: "Ann" });
    const id = await steps.open(await site.people.creator());
    await site.api.as(ann).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
    await site.api.call(sendContactMessage, { body: { name: "Ann", email: ann.email, message: "Hello" } });
    await site.api.call(sendContactMessage, { body: { name: "Bob", email: "bob@example.com", message: "Hello too" } });
    await removed(ann);
    expect(await site.db.select().from(contestFollows)).toEqual([]);
    expect(await site.db.select().from(notices).where(eq(notices.userId, ann.id))).toMatchObject([
      { kind: "account_deleted" },
    ]);
    expect(await site.db.select().from(contactMessages)).toMatchObject([{ email: "bob@example.com" }]);
  });

  it.each([
    ["no token", () => null],
    ["a forged token", () => "forged"],
    ["a sign-in of six minutes ago", (ann: Person) => freshToken(ann, 6)],
    [
      "another user's sign-in",
      () => site.identity.issue({ uid: "eve", email: "eve@example.com", signedInAt: site.clock.now() }),
    ],
  ])("rejects deletion with %s and changes nothing", async (_, tokenOf) => {
    const ann = await site.people.user();
    expect(await remove(ann, NOTHING, tokenOf(ann))).toEqual({ status: 409, code: "not_confirmed" });
    expect(await stored(ann)).toMatchObject({ email: ann.email, removedAt: null });
  });

  it("rejects deletion if more is cancelled than the user confirmed", async () => {
    const [creator, ann] = [await site.people.creator(), await site.people.user()];
    const id = await steps.open(creator);
    const { ends } = await preview(creator);
    await steps.join(ann, id);
    expect(await remove(creator, ends)).toEqual({ status: 409, code: "has_changed" });
    expect(await steps.stored(id)).toMatchObject({ cancelledAt: null, participantCount: 1 });
  });

  it("rejects deletion if refunds or remaining entries differ from the preview", async () => {
    const ann = await site.people.user();
    const id = await steps.open(await site.people.creator(), { prize: "300" });
    await steps.join(ann, id);
    const { ends, leaves, entryCount } = await preview(ann);
    expect([leaves, entryCount]).toEqual([{ count: 1, total: 300 }, 0]);
    await steps.submit(ann, id);
    expect(await remove(ann, { ...ends, entryCount })).toEqual({ status: 409, code: "has_changed" });
    expect(await remove(ann, { ...ends, leaves })).toEqual({ status: 409, code: "has_changed" });
    expect(await stored(ann)).toMatchObject({ email: ann.email, removedAt: null });
    const updated = await preview(ann);
    expect([updated.leaves, updated.entryCount]).toEqual([{ count: 0, total: 0 }, 1]);
    expect((await remove(ann, { ...ends, leaves: updated.leaves, entryCount: updated.entryCount })).status).toBe(200);
  });

  it("previews contests that end for lack of eligible entries", async () => {
    const [ann, bob, admin] = [await site.people.user(), await site.people.user(), await site.people.admin()];
    const [last, shared, open] = [
      await steps.open(await site.people.creator()),
      await steps.open(await site.people.creator()),
      await steps.open(await site.people.creator(), {
        deadline: new Date(site.clock.now().getTime() + 30 * DAY).toISOString(),
      }),
    ];
    for (const id of [last, shared, open]) for (const person of [ann, bob]) await steps.join(person, id);
    for (const id of [last, shared, open]) await steps.submit(ann, id);
    await steps.submit(bob, shared);
    expect((await preview(ann)).lastEntryCount).toBe(0);
    site.clock.advance(DAY);
    const then = await site.signInAgain(ann);
    expect((await preview(then)).lastEntryCount).toBe(1);
    const { ends, leaves, entryCount } = await preview(then);
    await site.api.as(await site.signInAgain(admin)).call(deleteUser, { params: { id: bob.id }, body: { reason: "" } });
    expect(await remove(then, { ...ends, leaves, entryCount, lastEntryCount: 1 })).toEqual({
      status: 409,
      code: "has_changed",
    });
    expect((await preview(then)).lastEntryCount).toBe(2);
    expect((await remove(then, { ...ends, leaves, entryCount, lastEntryCount: 2 })).status).toBe(200);
    await runLifecycleJobs(site);
    expect(await Promise.all([last, shared, open].map(async (id) => (await steps.stored(id))!.cancelReason))).toEqual([
      "No eligible entry is left.",
      "No eligible entry is left.",
      null,
    ]);
  });

  it("rejects deletion of the only admin, but not of others", async () => {
    const [ann, bob] = [await site.people.admin(), await site.people.admin()];
    await removed(ann);
    expect(await remove(bob)).toEqual({ status: 409, code: "last_admin" });
    expect(await stored(bob)).toMatchObject({ role: "admin", removedAt: null });
  });

  it("allows a new registration with the address, unlike an admin's removal", async () => {
    const ann = await site.people.user({ uid: "ann-before", email: "ann@example.com" });
    await removed(ann);
    await site.signIn({ uid: "ann-again", email: "ann@example.com" });
    const rows = await site.db.select().from(users);
    expect(rows.map(({ email }) => email).sort()).toEqual(["ann@example.com", null]);
    const reregistered = rows.find(({ uid }) => uid === "ann-again")!;
    await site.api.as(await site.people.admin()).call(deleteUser, { params: { id: reregistered.id } });
    await expect(site.signIn({ uid: "ann-again", email: "ann@example.com" })).rejects.toThrow(/removed/);
  });

  it("completes while the provider is down and retries there by job", async () => {
    const ann = await site.people.user();
    const outage = jest.spyOn(site.identity, "deleteAccount").mockRejectedValue(new Error("provider down"));
    await removed(ann);
    expect(await stored(ann)).toMatchObject({ email: null, uid: ann.uid, leavingProviderSince: site.clock.now() });
    await expect(site.signIn({ uid: ann.uid, email: ann.email })).rejects.toThrow(/This account was deleted/);
    await expect(deleteProviderAccount({ db: site.db, identity: site.identity })).rejects.toThrow("Some accounts");
    outage.mockRestore();
    await deleteProviderAccount({ db: site.db, identity: site.identity });
    expect(site.identity.deleted).toContain(ann.uid);
    expect(await stored(ann)).toMatchObject({ uid: `left ${ann.id}`, leavingProviderSince: null });
  });
});

describe("GET /my-data", () => {
  const read = async (person: Person) => {
    const answer = await site.api.as(person).send({ method: "GET", url: "/api/my-data" });
    return {
      answer,
      data: JSON.parse(answer.body) as Record<string, Record<string, unknown>[]> & { profile: Record<string, unknown> },
    };
  };

  it("contains everything the user did, as a file download", async () => {
    const [creator, ann] = [await site.people.creator({ name: "Nadia" }), await site.people.user({ name: "Ann" })];
    const id = await steps.open(creator, { name: "A river", prize: "500" });
    await steps.join(ann, id);
    const file = await site.api
      .as(ann)
      .call(uploadEntryFile, { query: { name: "river.txt" }, body: Buffer.from("River") });
    await site.api
      .as(ann)
      .call(submitEntry, { params: { contestId: id }, body: { text: "My river", files: [file._id] } });
    await site.api.as(ann).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
    await site.api.call(sendContactMessage, { body: { name: "Ann", email: ann.email, message: "A question" } });
    await site.api.as(ann).call(askQuestion, { params: { contestId: id }, body: { text: "May it be a lake?" } });
    await site.api
      .as(creator)
      .call(publishAnnouncement, { params: { contestId: id }, body: { text: "It may be a lake." } });
    const signedOut = (userId: string, day: string) => ({
      userId,
      signedInAt: new Date(`${day}T08:00:00Z`),
      endedAt: new Date(`${day}T09:00:00Z`),
    });
    await site.db
      .insert(endedSignIns)
      .values([signedOut(ann.id, "2026-02-21"), signedOut(ann.id, "2026-02-20"), signedOut(creator.id, "2026-02-22")]);
    const { answer, data } = await read(ann);
    expect(answer.headers).toMatchObject({
      "content-disposition": expect.stringMatching(/^attachment; filename="conquest-my-data-2026-03-02\.json"/),
      "content-type": "application/json; charset=utf-8",
    });
    expect(data.profile).toMatchObject({
      name: "Ann",
      email: ann.email,
      role: "user",
      idAtIdentityProvider: ann.uid,
      termsVersion: TERMS_VERSION,
    });
    expect(data["payments"]).toMatchObject([{ contest: "A river", amount: 500, last4: "4242", state: "paid" }]);
    expect(data["entries"]).toMatchObject([{ contest: "A river", text: "My river", ratings: [] }]);
    expect(data["files"]).toMatchObject([{ name: "river.txt", bytes: 5 }]);
    expect(data["follows"]).toMatchObject([{ contest: "A river" }]);
    expect(data["questionsAsked"]).toMatchObject([{ contest: "A river", text: "May it be a lake?", answer: null }]);
    expect(data["messages"]).toMatchObject([{ message: "A question" }]);
    expect(data["sessions"]).toHaveLength(1);
    expect(data["signOuts"]).toEqual([
      { signedInAt: "2026-02-20T08:00:00.000Z", endedAt: "2026-02-20T09:00:00.000Z" },
      { signedInAt: "2026-02-21T08:00:00.000Z", endedAt: "2026-02-21T09:00:00.000Z" },
    ]);
    expect(data["notices"]!.length).toBeGreaterThan(0);
    expect(answer.body).not.toContain(creator.email);
    await site.api.as(creator).call(createDraft, { body: { form: { name: "A lake", task: "To be thought of" } } });
    const { data: ofCreator } = await read(creator);
    expect(ofCreator["drafts"]).toMatchObject([{ form: { name: "A lake", task: "To be thought of" } }]);
    expect(ofCreator["contests"]).toMatchObject([{ name: "A river", participantCount: 1 }]);
    expect(ofCreator["questionsToContests"]).toMatchObject([{ text: "May it be a lake?" }]);
    expect(ofCreator["newsWritten"]).toMatchObject([{ text: "It may be a lake." }]);
  });

  it("contains the review rounds of one's own contests only", async () => {
    const [creator, other, admin] = [
      await site.people.creator({ name: "Nadia" }),
      await site.people.creator(),
      await site.people.admin({ name: "Arif the admin" }),
    ];
    const id = await steps.create(creator, { name: "A river", prize: "500" });
    await steps.create(other, { name: "A lake" });
    site.clock.advance(MINUTE);
    const askedAt = site.clock.now().toISOString();
    await site.api
      .as(admin)
      .call(commentOnContest, { params: { id }, body: { text: "Say which river.", decision: "changes_requested" } });
    site.clock.advance(MINUTE);
    await site.api
      .as(creator)
      .call(updateContest, {
        params: { id },
        body: aContestForm({ name: "A river", task: "The Meghna.", prize: "600" }),
      });
    await site.api.as(admin).call(confirmContest, { params: { id }, body: { status: "open" } });
    const { answer, data } = await read(creator);
    expect(data["reviewRounds"]).toMatchObject([
      { contestId: id, contest: "A river", revision: 1, act: "submitted", byMe: true, terms: { prize: 500 } },
      { revision: 2, act: "changes_requested", byMe: false, at: askedAt, terms: { prize: 500 } },
      { revision: 3, act: "submitted", byMe: true, terms: { prize: 600, task: "The Meghna." } },
      { revision: 4, act: "confirmed", byMe: false },
    ]);
    expect(data["commentsOnContests"]).toMatchObject([
      { text: "Say which river.", decision: "changes_requested", revision: 2, createdAt: askedAt },
    ]);
    expect(answer.body).not.toMatch(/A lake|Arif the admin/);
    expect(answer.body).not.toContain(admin.id);
    expect((await read(admin)).data["reviewRounds"]).toEqual([]);
  });

  it("contains announcements received while joined, in full", async () => {
    const [creator, ann, bob] = [await site.people.creator(), await site.people.user(), await site.people.user()];
    const id = await steps.open(creator, { name: "A river" });
    const write = async (text: string) => {
      site.clock.advance(MINUTE);
      await site.api.as(creator).call(publishAnnouncement, { params: { contestId: id }, body: { text } });
      site.clock.advance(MINUTE);
    };
    const long = `A lake, ${"or a pond, ".repeat(60)}or a river.`;
    await steps.join(bob, id);
    await write("Before Ann");
    await steps.join(ann, id);
    await write(long);
    await site.api.as(ann).call(leaveContest, { body: { contestId: id, email: ann.email } });
    await write("After Ann");
    expect((await read(ann)).data["newsReceived"]).toMatchObject([{ contest: "A river", text: long }]);
    expect((await read(bob)).data["newsReceived"]).toHaveLength(3);
  });

  it("contains the winner's note for the winner only, and email times", async () => {
    const [creator, ann, bob] = [await site.people.creator(), await site.people.user(), await site.people.user()];
    const id = await steps.open(creator);
    for (const person of [ann, bob]) await steps.join(person, id);
    const { _id } = await steps.submit(ann, id);
    await steps.submit(bob, id);
    site.clock.advance(DAY);
    await steps.choose(await site.signInAgain(creator), id, _id);
    const { data } = await read(await site.signInAgain(ann));
    expect(data["entries"]).toMatchObject([{ hasWon: true, winnerNote: "The clearest of all." }]);
    expect(data["notices"]).toContainEqual(expect.objectContaining({ kind: "winner", emailedAt: null }));
    expect((await read(await site.signInAgain(bob))).data["entries"]).toMatchObject([
      { hasWon: false, winnerNote: null },
    ]);
    await site.db.delete(letters);
    const kept = (await read(await site.signInAgain(ann))).data["notices"] as { kind: string }[];
    expect(kept.find(({ kind }) => kind === "winner")).not.toHaveProperty("emailedAt");
  });

  it("contains judges' ratings of one's own entries after the winner is declared", async () => {
    const [creator, ann, bob] = [await site.people.creator(), await site.people.user(), await site.people.user()];
    const id = await steps.open(creator, { criteria: "Colour\nForm" });
    for (const person of [ann, bob]) await steps.join(person, id);
    const { _id: annsEntry } = await steps.submit(ann, id, "Ann's poster");
    const { _id: bobsEntry } = await steps.submit(bob, id, "Bob's poster");
    site.clock.advance(DAY);
    const [judge, author] = [await site.signInAgain(creator), await site.signInAgain(ann)];
    await steps.rate(judge, id, annsEntry, { word: "Clear lines" });
    await steps.rate(judge, id, bobsEntry, { word: "Too dark" });
    expect((await read(author)).data["entries"]).toMatchObject([{ ratings: [] }]);
    await steps.rateBy(judge, id, annsEntry, [3, 4]);
    await steps.choose(judge, id, bobsEntry);
    const { answer, data } = await read(author);
    expect(data["entries"]).toMatchObject([
      {
        text: "Ann's poster",
        hasWon: false,
        ratings: [
          {
            rating: 3.5,
            word: "Clear lines",
            criteria: [
              { criterion: "Colour", rating: 3 },
              { criterion: "Form", rating: 4 },
            ],
            by: "creator",
          },
        ],
      },
    ]);
    expect(answer.body).not.toMatch(/Bob's poster|Too dark/);
    expect(answer.body).not.toContain(bob.email);
    const { data: ofJudge } = await read(judge);
    expect(ofJudge["ratingsGiven"]).toHaveLength(2);
    expect(ofJudge["ratingsGiven"]).toContainEqual(expect.objectContaining({ rating: 3.5, word: "Clear lines" }));
    expect(ofJudge["criteriaRated"]).toMatchObject([
      { criterion: "Colour", rating: 3 },
      { criterion: "Form", rating: 4 },
    ]);
  });

  it("excludes messages from an unverified address", async () => {
    await site.api.call(sendContactMessage, { body: { name: "Ann", email: "ann@example.com", message: "A secret" } });
    const eve = await site.people.user({ uid: "eve", email: "ann@example.com", emailVerified: false });
    expect((await read(eve)).data["messages"]).toEqual([]);
  });

  it("contains every row across several pages", async () => {
    const ann = await site.people.user();
    const createdAt = site.clock.now();
    await site.db
      .insert(notices)
      .values(
        Array.from({ length: 450 }, (_, at) => ({
          userId: ann.id,
          kind: "joined" as const,
          text: `Notice ${at}.`,
          href: "/",
          createdAt,
        })),
      );
    const texts = (await read(ann)).data["notices"]!.map(({ text }) => text);
    expect(new Set(texts).size).toBe(450);
    expect(texts).toHaveLength(450);
  });

  it("limits exports to six a minute", async () => {
    const ann = await site.people.user();
    for (let at = 0; at < 6; at++) await read(ann);
    expect((await site.api.as(ann).send({ method: "GET", url: "/api/my-data" })).statusCode).toBe(429);
  });
});

it("hides the creator of a contest cancelled by account deletion", async () => {
  const [creator, ann] = [await site.people.creator({ name: "Nadia Creator" }), await site.people.user()];
  const id = await steps.open(creator);
  await steps.join(ann, id);
  await removed(creator);
  expect(JSON.stringify(await site.api.as(ann).call(getContestDetails, { params: { id } }))).not.toContain("Nadia");
  expect((await site.db.select().from(contests)).map(({ creatorId }) => creatorId)).toEqual([creator.id]);
});
