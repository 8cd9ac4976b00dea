import { eq } from "drizzle-orm";
import { deleteAccount } from "@conquest/shared/contracts/account";
import { getMyEntry, submitEntry } from "@conquest/shared/contracts/entries";
import { listContestEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { deleteContest, listMyContests } from "@conquest/shared/contracts/publishing";
import { followContest, leaveContest, listParticipatedContests } from "@conquest/shared/contracts/participation";
import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { entries } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { letters, notices } from "../../database/schema/messages";
import { contestPromises, participations } from "../../database/schema/taking-part";
import { sendDeadlineReminders } from "../participation/participation-routes";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const site = testServer();
const { api, people, clock } = site;
const steps = contestSteps(site);

const REASON = "The hall is free a week later.";
const LATER = "2026-03-09T08:00:00Z";
type Body = InputOf<typeof extendDeadline>["body"];
const extend = (person: Person, id: string, body: Partial<Body> = {}) =>
  api.as(person).call(extendDeadline, { params: { id }, body: { deadline: LATER, reason: REASON, ...body } });
const extendRefusal = (person: Person, id: string, body: Partial<Body> = {}) =>
  api.as(person).expectError(extendDeadline, { params: { id }, body: { deadline: LATER, reason: REASON, ...body } });
const leave = (person: Person, contestId: string, withdrawsEntry?: boolean) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email, withdrawsEntry } });
const leaveRefusal = (person: Person, contestId: string, withdrawsEntry?: boolean) =>
  api.as(person).expectError(leaveContest, { body: { contestId, email: person.email, withdrawsEntry } });
const notificationsOf = async (person: Person, kind: string) =>
  (await steps.noticesOf(person)).flatMap((notice) => (notice.kind === kind ? [notice.text] : []));

async function createJoinedContest() {
  const [creator, joiner, author] = [await people.creator(), await people.user(), await people.user()];
  const id = await steps.open(creator);
  for (const person of [joiner, author]) await steps.join(person, id);
  const entry = await steps.submit(author, id);
  return { id, creator, joiner, author, entry };
}

afterEach(async () => {
  expect((await verifyDerivedData(site.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

describe("extending a deadline", () => {
  it("moves the deadline everywhere at once with the reason", async () => {
    const { id, creator, joiner } = await createJoinedContest();
    clock.advance(60_000);
    const answer = await extend(creator, id, { from: "2026-03-02T08:00:00.000Z" });
    expect(answer).toMatchObject({
      contest: { deadline: "2026-03-09T08:00:00.000Z", phase: "open", may: { extend: { isAllowed: true, left: 1 } } },
      toldCount: 2,
      leavesUntil: "2026-03-04T06:01:00.000Z",
    });
    const extension = { at: "2026-03-02T06:01:00.000Z", from: "2026-03-02T08:00:00.000Z", reason: REASON, times: 1 };
    for (const viewer of [null, joiner, creator]) {
      expect(await steps.details(viewer, id)).toMatchObject({
        deadline: "2026-03-09T08:00:00.000Z",
        extension,
        winnerDueAt: "2026-03-23T08:00:00.000Z",
        refundAt: "2026-04-08T08:00:00.000Z",
      });
    }
    expect(await site.db.select().from(contestPromises)).toMatchObject([
      { contestId: id, nextAt: new Date("2026-03-09T08:00:00.000Z") },
    ]);
    expect(await api.as(creator).call(listMyContests, { params: { email: creator.email } })).toMatchObject([
      { deadline: "2026-03-09T08:00:00.000Z", may: { extend: { left: 1 } } },
    ]);
  });

  it("notifies participants once by email and followers without", async () => {
    const { id, creator, joiner, author } = await createJoinedContest();
    const [left, follower, stranger] = [await people.user(), await people.user(), await people.user()];
    await steps.join(left, id);
    await leave(left, id);
    for (const person of [follower, joiner])
      await api.as(person).call(followContest, { params: { contestId: id }, body: { isFollowing: true } });
    await extend(creator, id);
    const moved = `now closes on 9 Mar 2026, 08:00 UTC (was 2 Mar 2026, 08:00 UTC). The creator says: “${REASON}”`;
    for (const person of [joiner, author]) {
      expect(await notificationsOf(person, "deadline_extended")).toEqual([
        `Deadline extended: “Poster for a river festival” ${moved} You can leave for a full refund until 4 Mar 2026, 06:00 UTC, even if you've submitted an entry.`,
      ]);
      expect(await notificationsOf(person, "deadline_moved")).toEqual([]);
    }
    expect(await notificationsOf(follower, "deadline_moved")).toEqual([
      `Deadline extended: “Poster for a river festival”, which you follow, ${moved}`,
    ]);
    for (const person of [left, stranger, follower])
      expect(await notificationsOf(person, "deadline_extended")).toEqual([]);
    const sent = await site.db
      .select({ userId: notices.userId })
      .from(letters)
      .innerJoin(notices, eq(notices.id, letters.noticeId))
      .where(eq(notices.kind, "deadline_extended"));
    expect(sent.map(({ userId }) => userId).sort()).toEqual([joiner.id, author.id].sort());
  });

  it("omits money from free contests and completes the reason's punctuation", async () => {
    const [creator, joiner] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { prize: "0" });
    await steps.join(joiner, id);
    await extend(creator, id, { reason: "Later" });
    expect(await notificationsOf(joiner, "deadline_extended")).toEqual([
      expect.stringMatching(
        /“Later”\. You can leave until 4 Mar 2026, 06:00 UTC, even if you've submitted an entry\.$/,
      ),
    ]);
  });

  it("reminds participants again before the new deadline", async () => {
    const { id, creator, joiner } = await createJoinedContest();
    await sendDeadlineReminders(site);
    await extend(creator, id);
    await sendDeadlineReminders(site);
    expect(await notificationsOf(joiner, "deadline_near")).toHaveLength(1);
    clock.set("2026-03-08T09:00:00Z");
    await sendDeadlineReminders(site);
    expect(await notificationsOf(await site.signInAgain(joiner), "deadline_near")).toHaveLength(2);
  });

  it("accepts entries and joins until the new deadline", async () => {
    const { id, creator, author } = await createJoinedContest();
    await extend(creator, id);
    clock.set("2026-03-05T08:00:00Z");
    await steps.submit(await site.signInAgain(author), id, "A better poster");
    await steps.join(await people.user(), id);
    clock.set("2026-03-09T08:00:00Z");
    const late = await people.user();
    await expect(steps.join(late, id)).rejects.toThrow("contest_closed");
  });

  it.each([
    ["no deadline", { deadline: "" }, "deadline"],
    ["an invalid date", { deadline: "2026-02-31T08:00:00Z" }, "deadline"],
    ["an earlier deadline", { deadline: "2026-03-02T07:00:00Z" }, "deadline"],
    ["the same deadline", { deadline: "2026-03-02T08:00:00Z" }, "deadline"],
    ["a deadline within 48 hours", { deadline: "2026-03-04T05:59:59Z" }, "deadline"],
    ["a deadline more than 30 days later", { deadline: "2026-04-01T08:00:01Z" }, "deadline"],
    ["no reason", { reason: "  " }, "reason"],
    ["a reason that is too long", { reason: "x".repeat(501) }, "reason"],
  ])("rejects %s and changes nothing", async (_, body, field) => {
    const { id, creator, joiner } = await createJoinedContest();
    const before = await steps.stored(id);
    const refusal = await extendRefusal(creator, id, body);
    expect(refusal).toMatchObject({ status: 422 });
    expect(Object.keys(refusal.fields)).toEqual([field]);
    expect(await steps.stored(id)).toEqual(before);
    expect(await notificationsOf(joiner, "deadline_extended")).toEqual([]);
  });

  it("rejects a third extension, and one based on an outdated deadline", async () => {
    const { id, creator } = await createJoinedContest();
    await extend(creator, id);
    expect(
      await extendRefusal(creator, id, { deadline: "2026-03-12T08:00:00Z", from: "2026-03-02T08:00:00.000Z" }),
    ).toMatchObject({ status: 409, code: "deadline_changed" });
    await extend(creator, id, { deadline: "2026-03-12T08:00:00Z", from: "2026-03-09T08:00:00.000Z" });
    const before = await steps.stored(id);
    expect(await extendRefusal(creator, id, { deadline: "2026-03-14T08:00:00Z" })).toMatchObject({
      status: 409,
      code: "extended_twice",
    });
    expect(await steps.details(null, id)).toMatchObject({ extension: { times: 2 } });
    expect(await steps.stored(id)).toEqual(before);
  });

  it("is limited to the creator of an open contest with participants", async () => {
    const { id, creator, joiner, author, entry } = await createJoinedContest();
    expect(
      await api.expectError(extendDeadline, { params: { id }, body: { deadline: LATER, reason: REASON } }),
    ).toMatchObject({ status: 401 });
    for (const person of [joiner, await people.user(), await people.creator(), await people.admin()])
      expect(await extendRefusal(person, id)).toMatchObject({ status: 404 });
    const [pending, alone] = [await steps.create(creator), await steps.open(creator)];
    expect(await extendRefusal(creator, pending)).toMatchObject({ status: 409, code: "not_open" });
    expect(await extendRefusal(creator, alone)).toMatchObject({ status: 409, code: "nobody_joined" });
    clock.set("2026-03-02T08:00:00Z");
    expect(await extendRefusal(creator, id)).toMatchObject({ status: 409, code: "contest_closed" });
    clock.set("2026-03-02T08:01:00Z");
    await steps.choose(creator, id, entry._id);
    expect(await extendRefusal(creator, id)).toMatchObject({ status: 409, code: "contest_closed" });
    expect((await steps.details(author, id)).deadline).toBe("2026-03-02T08:00:00.000Z");
  });

  it("is rejected for a cancelled contest", async () => {
    const { id, creator } = await createJoinedContest();
    await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "No hall." } });
    expect(await extendRefusal(creator, id)).toMatchObject({ status: 409, code: "cancelled" });
  });
});

describe("leaving after the deadline was extended", () => {
  it("refunds the payment and deletes the entry with its files for 48 hours", async () => {
    const made = await createJoinedContest();
    const { id } = made;
    let { creator, author } = made;
    const { _id: fileId } = await api
      .as(author)
      .call(uploadEntryFile, { query: { name: "poster.txt" }, body: Buffer.from("My poster") });
    await api.as(author).call(submitEntry, { params: { contestId: id }, body: { text: "My poster", files: [fileId] } });
    expect(await leaveRefusal(author, id)).toMatchObject({ status: 409, code: "already_submitted" });
    expect((await steps.details(author, id)).viewer).toMatchObject({ leavesUntil: null });
    await extend(creator, id);
    clock.set("2026-03-04T05:59:59.999Z");
    [creator, author] = [await site.signInAgain(creator), await site.signInAgain(author)];
    const details = await steps.details(author, id);
    expect(details).toMatchObject({
      viewer: { leavesUntil: "2026-03-04T06:00:00.000Z", hasSubmitted: true },
      may: { leave: { isAllowed: true } },
    });
    expect(await api.as(author).call(listParticipatedContests, { params: { email: author.email } })).toMatchObject([
      { leavesUntil: "2026-03-04T06:00:00.000Z", may: { leave: { isAllowed: true } } },
    ]);

    expect(await leave(author, id, true)).toEqual({ refundedTotal: 50_000 });
    expect(await notificationsOf(author, "refunded")).toEqual([
      "You left “Poster for a river festival”. Your ৳50,000 was refunded. Your entry was withdrawn.",
    ]);
    expect(await site.db.select().from(entries)).toEqual([]);
    expect(await site.db.select({ state: files.state }).from(files)).toEqual([{ state: "going" }]);
    expect(await api.as(creator).call(listContestEntries, { params: { contestId: id } })).toEqual([]);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 1, paidTotal: 50_000, entryCount: 0 });
    expect(await api.as(author).call(listParticipatedContests, { params: { email: author.email } })).toMatchObject([
      { entryState: "none", paymentStatus: "refunded", leavesUntil: null },
    ]);
    expect(await leaveRefusal(author, id)).toMatchObject({ code: "not_joined" });

    // A returning participant has joined after the extension.
    await steps.join(author, id);
    expect(await api.as(author).call(getMyEntry, { params: { contestId: id } })).toMatchObject({
      entry: null,
      late: null,
      withdrawnAt: expect.any(String) as string,
    });
    await steps.submit(author, id, "Another poster");
    expect(await leaveRefusal(author, id)).toMatchObject({ code: "already_submitted" });
  });

  it("ends after 48 hours", async () => {
    const { id, creator, author: before } = await createJoinedContest();
    await extend(creator, id);
    clock.set("2026-03-04T06:00:00.000Z");
    const author = await site.signInAgain(before);
    expect(await leaveRefusal(author, id)).toMatchObject({ status: 409, code: "already_submitted" });
    expect((await steps.details(author, id)).viewer).toMatchObject({ leavesUntil: null });
    expect(await site.db.$count(participations, eq(participations.state, "paid"))).toBe(2);
  });

  it("is not allowed for later participants until another extension", async () => {
    const { id, creator } = await createJoinedContest();
    await extend(creator, id);
    clock.advance(1000);
    const late = await people.user();
    await steps.join(late, id);
    await steps.submit(late, id);
    expect((await steps.details(late, id)).viewer).toMatchObject({ leavesUntil: null });
    expect(await leaveRefusal(late, id)).toMatchObject({ code: "already_submitted" });
    await extend(creator, id, { deadline: "2026-03-12T08:00:00Z" });
    expect(await leave(late, id)).toEqual({ refundedTotal: 50_000 });
  });

  it("rejects an entry withdrawal that differs from what the author saw", async () => {
    const { id, creator, joiner, author } = await createJoinedContest();
    await extend(creator, id);
    expect(await leaveRefusal(author, id, false)).toMatchObject({ status: 409, code: "entry_changed" });
    expect(await leaveRefusal(joiner, id, true)).toMatchObject({ status: 409, code: "entry_changed" });
    expect(await steps.stored(id)).toMatchObject({ participantCount: 2, entryCount: 1 });
  });

  it("is not allowed after a deadline moved without participants", async () => {
    const [creator, author] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { deadline: "2026-03-05T08:00:00Z" });
    await steps.join(author, id);
    await steps.submit(author, id);
    expect(await steps.details(author, id)).toMatchObject({ extension: null, viewer: { leavesUntil: null } });
    expect(await leaveRefusal(author, id)).toMatchObject({ code: "already_submitted" });
  });

  it("also applies when the account is deleted", async () => {
    const { id, creator, author } = await createJoinedContest();
    await extend(creator, id);
    const token = site.identity.issue({ email: author.email, uid: author.uid, signedInAt: clock.now() });
    const response = await api
      .as(author)
      .send({
        method: "DELETE",
        url: `/api${deleteAccount.path}`,
        headers: { authorization: `Bearer ${token}` },
        payload: { contestCount: 0, refundedCount: 0, refundedTotal: 0 },
      });
    expect(response.statusCode).toBe(200);
    expect(await steps.stored(id)).toMatchObject({ participantCount: 1, entryCount: 0 });
  });
});
