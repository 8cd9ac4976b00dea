import { eq } from "drizzle-orm";
import { getMyEntry } from "@conquest/shared/contracts/entries";
import { getJudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { listNotices } from "@conquest/shared/contracts/messages";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { reportContest } from "@conquest/shared/contracts/reports";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser, requestRole, updateUser } from "@conquest/shared/contracts/users";
import { auditEntries } from "../../database/schema/audit";
import { criterionRatings } from "../../database/schema/judging";
import { notices } from "../../database/schema/messages";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { judgeNotifications } from "../judges/domain/judge-notifications";
import { notify } from "../../platform/notify";

const site = testServer();
const { api, people, clock, signInAgain } = site;
const steps = contestSteps(site);

const OVERDUE = "2026-03-16T08:00:00.000Z";
const remove = (admin: Person, person: Person) => api.as(admin).call(deleteUser, { params: { id: person.id } });
const change = (admin: Person, person: Person, role: "user" | "creator" | "admin") =>
  api.as(admin).call(updateUser, { params: { id: person.id }, body: { role } });

describe("removing a creator", () => {
  it("deletes contests that were never joined and notifies their judges", async () => {
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
      text: "“Poster for a river festival”, which you judge, was deleted. There's nothing left to judge.",
    });
    expect(await steps.noticesOf(asked)).toEqual([
      {
        kind: "judge_ended",
        text: "Your invitation to judge “Poster for a river festival” has ended because the contest was deleted.",
      },
    ]);
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

  it("cancels a contest that was joined and left again", async () => {
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

describe("requests to an admin", () => {
  it("are resolved on demotion, except those for their own contests", async () => {
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
    await site.db.transaction((tx) => notify(tx, clock, judgeNotifications.judgingOpen(closed, 1)));
    const [admin, now] = [await signInAgain(boss), await signInAgain(former)];
    // The first block leaves a contest to the admins, the second leaves the former admin's own contest without eligible
    // entries.
    for (const { id: blocked } of [creator, eve])
      await api.as(admin).call(updateUser, { params: { id: blocked }, body: { status: "blocked" } });
    const listOpenRequests = async (person: Person) =>
      (await api.as(person).call(listNotices, {}))
        .flatMap(({ kind, href, isRead }) => (isRead ? [] : [kind === "winner_due" ? `${kind} ${href}` : kind]))
        .sort();
    const adminRequests = [
      "contest_submitted",
      "report_opened",
      "role_requested",
      `winner_due /dashboard/contest_submitted/${id}`,
    ];
    const ownRequest = `winner_due /dashboard/contest_submitted/${own}`;
    expect(await listOpenRequests(admin)).toEqual(expect.arrayContaining(adminRequests));
    expect(await listOpenRequests(now)).toEqual(expect.arrayContaining([...adminRequests, ownRequest]));
    const before = await listOpenRequests(admin);
    await change(admin, now, "creator");
    expect(await listOpenRequests(now)).toEqual([
      "contest_confirmed",
      "judging_open",
      "role_answer",
      "role_answer",
      ownRequest,
    ]);
    expect(await listOpenRequests(admin)).toEqual(before);
  });
});

describe("an admin's ratings of an overdue contest", () => {
  async function createOverdueContest() {
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
      creator: await signInAgain(creator),
      author: await signInAgain(author),
      admin: await signInAgain(admin),
      other: await signInAgain(other),
    };
    await steps.rateBy(now.creator, id, entryId, [2, 2]);
    await steps.rateBy(now.admin, id, entryId, [5, 5]);
    await steps.rate(now.admin, id, entryId, { word: "Bold" });
    return { ...now, id, entryId };
  }
  const judgesOf = async (person: Person, contestId: string, entryId: string) =>
    (await api.as(person).call(getJudgedEntry, { params: { contestId, entryId } })).judges;

  it.each([
    ["are deleted when the admin becomes a creator", (other: Person, admin: Person) => change(other, admin, "creator")],
    ["are deleted when the admin becomes a user", (other: Person, admin: Person) => change(other, admin, "user")],
    ["are deleted when the admin is removed", (other: Person, admin: Person) => remove(other, admin)],
  ])("%s", async (_, applyChange) => {
    const { creator, author, admin, other, id, entryId } = await createOverdueContest();
    expect(await judgesOf(creator, id, entryId)).toMatchObject({ mean: 3.5, ratingCount: 2 });
    await applyChange(other, admin);
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

  it("stay if the winner was chosen before", async () => {
    const { creator, author, admin, other, id, entryId } = await createOverdueContest();
    await steps.choose(creator, id, entryId);
    await change(other, admin, "user");
    expect((await api.as(author).call(getMyEntry, { params: { contestId: id } })).entry!.ratings).toMatchObject([
      { by: "creator" },
      { by: "admin", rating: 5, word: "Bold" },
    ]);
  });

  it("stay if the admin judges or runs the contest anyway", async () => {
    const [creator, author, other] = [await people.creator(), await people.user(), await people.admin()];
    const judge = await people.user();
    const id = await steps.open(creator);
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    const own = await steps.open(creator);
    for (const contestId of [id, own]) await steps.join(author, contestId);
    const entryIds = [(await steps.submit(author, id))._id, (await steps.submit(author, own))._id] as const;
    for (const person of [judge, creator]) await change(other, person, "admin");
    clock.set(OVERDUE);
    const [admin, judging, running] = [await signInAgain(other), await signInAgain(judge), await signInAgain(creator)];
    await steps.rate(judging, id, entryIds[0], { rating: 4 });
    await steps.rate(running, own, entryIds[1], { rating: 3 });
    await change(admin, judging, "user");
    await change(admin, running, "creator");
    const now = await signInAgain(creator);
    expect(await judgesOf(now, id, entryIds[0])).toMatchObject({ mean: 4 });
    expect(await judgesOf(now, own, entryIds[1])).toMatchObject({ mean: 3 });
    await api.as(now).call(deleteContest, { params: { id: own } });
  });
});
