import { eq, sql } from "drizzle-orm";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { MAX_FOLLOWED, followContest, listFollowedContests } from "@conquest/shared/contracts/participation";
import { contests } from "../../database/schema/contests";
import { contestFollows } from "../../database/schema/taking-part";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { sendDeadlineReminders } from "../participation/participation-routes";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const follow = (person: Person, contestId: string, isFollowing = true) =>
  api.as(person).call(followContest, { params: { contestId }, body: { isFollowing } });
const followRefusal = (person: Person, contestId: string) =>
  api.as(person).expectError(followContest, { params: { contestId }, body: { isFollowing: true } });
const followed = async (person: Person) => (await api.as(person).call(listFollowedContests, {})).map(({ _id }) => _id);
async function reminders(person: Person) {
  await sendDeadlineReminders(server);
  return (await api.as(person).call(listNotices, {}))
    .filter(({ kind }) => kind === "deadline_near")
    .map(({ text }) => text);
}

describe("following a contest", () => {
  it("is visible to the follower only", async () => {
    const [creator, user, other] = [await people.creator(), await people.user(), await people.user()];
    const [first, second] = [await steps.open(creator), await steps.open(creator)];
    expect(await follow(user, first)).toEqual({ isFollowing: true });
    clock.advance(1000);
    await follow(user, second);
    expect(await followed(user)).toEqual([second, first]);
    expect(await followed(other)).toEqual([]);
    expect([
      (await steps.details(user, first)).viewer?.isFollowing,
      (await steps.details(other, first)).viewer?.isFollowing,
    ]).toEqual([true, false]);
    expect((await steps.details(null, first)).viewer).toBeNull();
  });

  it("is idempotent, and so is unfollowing", async () => {
    const [user, id] = [await people.user(), await steps.open(await people.creator())];
    await follow(user, id);
    await follow(user, id);
    expect(await followed(user)).toEqual([id]);
    expect(await follow(user, id, false)).toEqual({ isFollowing: false });
    expect(await follow(user, id, false)).toEqual({ isFollowing: false });
    expect(await followed(user)).toEqual([]);
  });

  it("lists followed contests in pages", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const ids = [await steps.open(creator), await steps.open(creator), await steps.open(creator)];
    for (const id of ids) await follow(user, id);
    const first = await api.as(user).page(listFollowedContests, { query: { limit: 2 } });
    const second = await api.as(user).page(listFollowedContests, { query: { limit: 2, cursor: first.nextCursor! } });
    expect([first.total, second.nextCursor]).toEqual([3, null]);
    expect([...first.items, ...second.items].map(({ _id }) => _id).sort()).toEqual([...ids].sort());
  });

  it("requires a session and a visible contest", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const [hidden, open] = [await steps.create(creator), await steps.open(creator)];
    expect(await followRefusal(user, hidden)).toMatchObject({ status: 404 });
    expect(await followRefusal(user, "00000000-0000-4000-8000-000000000000")).toMatchObject({ status: 404 });
    expect(
      await api.expectError(followContest, { params: { contestId: open }, body: { isFollowing: true } }),
    ).toMatchObject({ status: 401 });
    expect(await api.expectError(listFollowedContests, {})).toMatchObject({ status: 401 });
    expect(await server.db.select().from(contestFollows)).toEqual([]);
    expect(await follow(creator, hidden)).toEqual({ isFollowing: true });
  });

  it("is limited in number", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const [last, kept] = [await steps.open(creator), await steps.open(creator)];
    await server.db.execute(sql`
      insert into contests (id, creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review, opened_at, created_at, updated_at)
      select 'contest-' || n, ${creator.id}, 'Contest ' || n, '/media/a.svg', 'A poster', 'Do it', 'Book Review', 10, 10, '2026-03-09', 'open', 'approved', now(), now(), now() from generate_series(1, ${MAX_FOLLOWED}::int) n`);
    await server.db.execute(
      sql`insert into contest_follows select ${user.id}, 'contest-' || n, now() from generate_series(2, ${MAX_FOLLOWED}::int) n`,
    );
    await follow(user, kept);
    expect(await followRefusal(user, last)).toMatchObject({ status: 409, code: "too_many_followed" });
    expect(await follow(user, kept)).toEqual({ isFollowing: true });
    await follow(user, kept, false);
    expect(await follow(user, last)).toEqual({ isFollowing: true });
  });

  it("hides contests that are no longer visible, and ends with contest or user", async () => {
    const [admin, creator, user] = [await people.admin(), await people.creator(), await people.user()];
    const [open, pending] = [await steps.open(creator), await steps.create(creator)];
    await follow(user, open);
    await follow(creator, pending);
    await api.as(creator).call(deleteContest, { params: { id: pending } });
    expect(await server.db.select().from(contestFollows)).toHaveLength(1);
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    expect(await followed(user)).toEqual([]);
    expect(await follow(user, open, false)).toEqual({ isFollowing: false });
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "verified" } });
    await follow(user, open);
    await api.as(admin).call(deleteUser, { params: { id: user.id } });
    expect(await server.db.select().from(contestFollows)).toEqual([]);
  });
});

describe("followers of a contest", () => {
  it("are reminded once a day before the deadline, and again if it moves", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { deadline: "2026-03-03T06:00:01Z" });
    // A moved deadline of a contest without participants would need a review first.
    await steps.join(await people.user(), id);
    await follow(user, id);
    expect(await reminders(user)).toEqual([]);
    clock.advance(1000);
    expect(await reminders(user)).toEqual([
      "“Poster for a river festival”, which you follow, closes on 3 Mar 2026, 06:00 UTC. You can still join.",
    ]);
    expect(await reminders(user)).toHaveLength(1);
    await api.as(creator).call(updateContest, { params: { id }, body: { deadline: "2026-03-04T06:01:00Z" } });
    clock.set("2026-03-03T06:02:00Z");
    expect(await reminders(await server.signInAgain(user))).toHaveLength(2);
  });

  it("are not invited to join if they are not allowed to", async () => {
    const [creator, judge] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.answer(judge, await steps.invite(creator, id, judge.email));
    for (const person of [creator, judge]) {
      await follow(person, id);
      expect(await reminders(person)).toEqual([
        "“Poster for a river festival”, which you follow, closes on 2 Mar 2026, 08:00 UTC.",
      ]);
    }
  });

  it("are only reminded as participants if they have joined", async () => {
    const [user, id] = [await people.user(), await steps.open(await people.creator())];
    await follow(user, id);
    await steps.join(user, id);
    await Promise.all([sendDeadlineReminders(server), sendDeadlineReminders(server)]);
    expect(await reminders(user)).toEqual([
      "“Poster for a river festival” closes on 2 Mar 2026, 08:00 UTC. You can still submit or change your entry.",
    ]);
  });

  it("are notified once if the contest is cancelled or removed", async () => {
    const [creator, user, joined, judge] = [
      await people.creator(),
      await people.user(),
      await people.user(),
      await people.user(),
    ];
    const [cancelled, removed, hidden] = [
      await steps.open(creator),
      await steps.open(creator),
      await steps.open(creator),
    ];
    await steps.answer(judge, await steps.invite(creator, cancelled, judge.email));
    for (const person of [creator, user, joined, judge]) await follow(person, cancelled);
    for (const id of [removed, hidden]) await follow(user, id);
    await steps.join(joined, cancelled);
    await server.db.update(contests).set({ hiddenAt: clock.now() }).where(eq(contests.id, hidden));
    for (const id of [cancelled, removed, hidden])
      await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "No hall" } });
    const notificationsOf = async (person: Person) =>
      (await steps.noticesOf(person)).filter(({ kind }) => kind === "follow_ended").map(({ text }) => text);
    expect((await notificationsOf(user)).toSorted()).toEqual([
      "“Poster for a river festival”, which you follow, was cancelled: No hall.",
      "“Poster for a river festival”, which you follow, was deleted.",
    ]);
    for (const person of [creator, joined, judge]) expect(await notificationsOf(person)).toEqual([]);
    // The link leads to open contests, because this one is no longer visible to them.
    const hrefs = (await api.as(user).call(listNotices, {})).flatMap(({ kind, href }) =>
      kind === "follow_ended" ? [href] : [],
    );
    expect(hrefs).toEqual(["/all_contests?phase=open", "/all_contests?phase=open"]);
  });

  it("are not reminded of finished, cancelled or unfollowed contests", async () => {
    const [creator, user] = [await people.creator(), await people.user()];
    const [over, cancelled, left] = [await steps.open(creator), await steps.open(creator), await steps.open(creator)];
    for (const id of [over, cancelled, left]) await follow(user, id);
    await steps.join(await people.user(), cancelled);
    await api.as(creator).call(deleteContest, { params: { id: cancelled } });
    await follow(user, left, false);
    clock.set("2026-03-02T08:01:00Z");
    expect(await reminders(user)).toEqual([]);
  });
});
