import { eq } from "drizzle-orm";
import { getMyEntry } from "@conquest/shared/contracts/entries";
import { getJudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { listNotices } from "@conquest/shared/contracts/messages";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { reportContest } from "@conquest/shared/contracts/reports";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser, requestRole, updateUser } from "@conquest/shared/contracts/users";
import { auditEntries } from "../../../database/schema/audit";
import { criterionRatings } from "../../../database/schema/judging";
import { notices } from "../../../database/schema/messages";
import { testServer, type Person } from "../../../testing/test-server";
import { contestSteps } from "../../../testing/contest-steps";
import { notifyJudgesOfEntries } from "../../contests/judges/notify-judges";

const site = testServer();
const { api, people, clock, signedInAgain } = site;
const steps = contestSteps(site);

const OVERDUE = "2026-03-16T08:00:00.000Z";
const remove = (admin: Person, person: Person) => api.as(admin).call(deleteUser, { params: { id: person.id } });
const change = (admin: Person, person: Person, role: "user" | "creator" | "admin") =>
  api.as(admin).call(updateUser, { params: { id: person.id }, body: { role } });

describe("with a creator who is removed", () => {
  it("goes a contest that nobody joined, and whoever judges it or was asked to is told", async () => {
    const [admin, creator, judge, asked] = [
      await people.admin(),
      await people.creator(),
      await people.user(),
      await people.user(),
    ];
    const id = await steps.open(creator);
    const inReview = await steps.create(creator);
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    await steps.invite(creator, id, asked.email);
    await remove(admin, creator);
    expect([await steps.stored(id), await steps.stored(inReview)]).toEqual([undefined, undefined]);
    expect(await steps.noticesOf(judge)).toContainEqual({
      kind: "judge_ended",
      text: "“Poster for a river festival”, which you judge, was removed. There is nothing left to judge.",
    });
    expect(await steps.noticesOf(asked)).toEqual([
      {
        kind: "judge_ended",
        text: "You were invited to judge “Poster for a river festival”, and the contest was removed.",
      },
    ]);
    // What admins were asked to look at is looked at no more.
    expect(await site.db.$count(notices, eq(notices.asks, `review:${inReview}`))).toBeGreaterThan(0);
    expect(
      (
        await site.db
          .select()
          .from(notices)
          .where(eq(notices.asks, `review:${inReview}`))
      ).filter(({ readAt }) => readAt === null),
    ).toEqual([]);
    const written = await site.db
      .select({ act: auditEntries.act, reason: auditEntries.reason })
      .from(auditEntries)
      .where(eq(auditEntries.contestId, id));
    expect(written).toContainEqual({ act: "contest_deleted", reason: "Its creator’s account was removed" });
  });

  it("is cancelled what somebody has paid for and left: that they did stays", async () => {
    const [admin, creator, judge, ann] = [
      await people.admin(),
      await people.creator(),
      await people.user(),
      await people.user(),
    ];
    const id = await steps.open(creator);
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    await steps.join(ann, id);
    await api.as(ann).call(leaveContest, { body: { contestId: id, email: ann.email } });
    await remove(admin, creator);
    expect(await steps.stored(id)).toMatchObject({
      cancelReason: "Its creator’s account was removed",
      cancelledBy: admin.id,
    });
    expect(await steps.noticesOf(judge)).toContainEqual({
      kind: "judge_ended",
      text: "“Poster for a river festival”, which you judge, was cancelled: Its creator’s account was removed.",
    });
  });
});

describe("what an admin is asked for", () => {
  it("asks whoever is one no more for nothing, but for what is theirs; and the other admins as before", async () => {
    const [boss, creator, former, ann, eve] = [
      await people.admin(),
      await people.creator(),
      await people.creator(),
      await people.user(),
      await people.user(),
    ];
    const [id, own] = [await steps.open(creator), await steps.open(former)];
    await steps.join(ann, id);
    await steps.submit(ann, id);
    await steps.join(eve, own);
    await steps.submit(eve, own);
    await steps.answer(former, await steps.invite(creator, id, former.email));
    await change(boss, former, "admin");
    await steps.create(await people.creator());
    await api.as(ann).call(reportContest, { params: { contestId: id }, body: { reason: "spam", word: "Advertising" } });
    await api.as(ann).call(requestRole, { params: { email: ann.email }, body: { role: "requested" } });
    clock.set("2026-03-02T09:00:00.000Z");
    const closed = (await steps.stored(id))!;
    await site.db.transaction((tx) => notifyJudgesOfEntries(tx, clock, closed, 1));
    const [admin, now] = [await signedInAgain(boss), await signedInAgain(former)];
    // The one leaves a contest to the admins, the other leaves the one of who is an admin now without anybody who can win.
    for (const { id: blocked } of [creator, eve])
      await api.as(admin).call(updateUser, { params: { id: blocked }, body: { status: "blocked" } });
    const asking = async (person: Person) =>
      (await api.as(person).call(listNotices, {}))
        .flatMap(({ kind, href, isRead }) => (isRead ? [] : [kind === "winner_due" ? `${kind} ${href}` : kind]))
        .sort();
    const asked = [
      "contest_submitted",
      "report_opened",
      "role_requested",
      `winner_due /dashboard/contest_submitted/${id}`,
    ];
    const ofOwn = `winner_due /dashboard/contest_submitted/${own}`;
    expect(await asking(admin)).toEqual(expect.arrayContaining(asked));
    expect(await asking(now)).toEqual(expect.arrayContaining([...asked, ofOwn]));
    const before = await asking(admin);
    await change(admin, now, "creator");
    expect(await asking(now)).toEqual(["contest_confirmed", "judging_open", "role_answer", "role_answer", ofOwn]);
    expect(await asking(admin)).toEqual(before);
  });
});

describe("what an admin said of an overdue contest", () => {
  /** Overdue, with an entry that its creator gave 2, and an admin 5. */
  async function anOverdueContest() {
    const [creator, author, admin, other] = [
      await people.creator(),
      await people.user(),
      await people.admin(),
      await people.admin(),
    ];
    const id = await steps.open(creator, { criteria: "Two colours\nReadable" });
    await steps.join(author, id);
    const { _id: entryId } = await steps.submit(author, id);
    clock.set(OVERDUE);
    const now = {
      creator: await signedInAgain(creator),
      author: await signedInAgain(author),
      admin: await signedInAgain(admin),
      other: await signedInAgain(other),
    };
    await steps.rateBy(now.creator, id, entryId, [2, 2]);
    await steps.rateBy(now.admin, id, entryId, [5, 5]);
    await steps.rate(now.admin, id, entryId, { word: "Bold" });
    return { ...now, id, entryId };
  }
  const judgesOf = async (person: Person, contestId: string, entryId: string) =>
    (await api.as(person).call(getJudgedEntry, { params: { contestId, entryId } })).judges;

  it.each([
    ["is taken back when they become a creator", (other: Person, admin: Person) => change(other, admin, "creator")],
    ["is taken back when they become a user", (other: Person, admin: Person) => change(other, admin, "user")],
    ["is taken back when they are removed", (other: Person, admin: Person) => remove(other, admin)],
  ])("%s", async (_, act) => {
    const { creator, author, admin, other, id, entryId } = await anOverdueContest();
    expect(await judgesOf(creator, id, entryId)).toMatchObject({ mean: 3.5, ratingCount: 2 });
    await act(other, admin);
    expect(await judgesOf(creator, id, entryId)).toMatchObject({
      mean: 2,
      ratingCount: 1,
      criteriaMeans: [2, 2],
      others: [],
    });
    expect(await site.db.$count(criterionRatings, eq(criterionRatings.judgeId, admin.id))).toBe(0);
    await steps.choose(creator, id, entryId);
    expect((await api.as(author).call(getMyEntry, { params: { contestId: id } })).entry!.ratings).toMatchObject([
      { by: "creator", rating: 2 },
    ]);
  });

  it("stays when the winner was chosen before", async () => {
    const { creator, author, admin, other, id, entryId } = await anOverdueContest();
    await steps.choose(creator, id, entryId);
    await change(other, admin, "user");
    expect((await api.as(author).call(getMyEntry, { params: { contestId: id } })).entry!.ratings).toMatchObject([
      { by: "creator" },
      { by: "admin", rating: 5, word: "Bold" },
    ]);
  });

  it("stays where they go on judging it, and where it is their own", async () => {
    const [creator, author, other] = [await people.creator(), await people.user(), await people.admin()];
    const judge = await people.user();
    const id = await steps.open(creator);
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    const own = await steps.open(creator);
    for (const contestId of [id, own]) await steps.join(author, contestId);
    const entryIds = [(await steps.submit(author, id))._id, (await steps.submit(author, own))._id] as const;
    for (const person of [judge, creator]) await change(other, person, "admin");
    clock.set(OVERDUE);
    const [admin, judging, running] = [
      await signedInAgain(other),
      await signedInAgain(judge),
      await signedInAgain(creator),
    ];
    await steps.rate(judging, id, entryIds[0], { rating: 4 });
    await steps.rate(running, own, entryIds[1], { rating: 3 });
    await change(admin, judging, "user");
    await change(admin, running, "creator");
    const now = await signedInAgain(creator);
    expect(await judgesOf(now, id, entryIds[0])).toMatchObject({ mean: 4 });
    expect(await judgesOf(now, own, entryIds[1])).toMatchObject({ mean: 3 });
    // A contest in which nothing was said by them goes its way.
    await api.as(now).call(deleteContest, { params: { id: own } });
  });
});
