import { and, eq, sql } from "drizzle-orm";
import { listNotices } from "@conquest/shared/contracts/messages";
import {
  MAX_ANNOUNCEMENT_LENGTH,
  MAX_ANNOUNCEMENTS_PER_DAY,
  listAnnouncements,
  publishAnnouncement,
} from "@conquest/shared/contracts/announcements";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { notices } from "../../database/schema/messages";
import { contestNews } from "../../database/schema/talk";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const server = testServer();
const { api, people, clock, signInAgain } = server;
const steps = contestSteps(server);

const publish = async (person: Person, contestId: string, text = "The jury is complete.") => {
  clock.advance(1);
  return api.as(person).call(publishAnnouncement, { params: { contestId }, body: { text } });
};
const publishRefusal = (person: Person, contestId: string, text = "The jury is complete.") =>
  api.as(person).expectError(publishAnnouncement, { params: { contestId }, body: { text } });
const texts = async (person: Person, contestId: string) =>
  (await api.as(person).call(listAnnouncements, { params: { contestId } })).map(({ text }) => text);
const listRefusal = (person: Person, contestId: string) =>
  api.as(person).expectError(listAnnouncements, { params: { contestId } });
const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
const notificationsOf = async (person: Person) =>
  (await api.as(person).call(listNotices, {})).filter(({ kind }) => kind === "news").map(({ text }) => text);

async function createJoinedContest(count = 2) {
  const creator = await people.creator();
  const id = await steps.open(creator, { deadline: "2026-03-16T08:00:00Z" });
  const joined: Person[] = [];
  for (let made = 0; made < count; made += 1) {
    const person = await people.user();
    await steps.join(person, id);
    joined.push(person);
  }
  return { creator, id, joined };
}

describe("announcements", () => {
  it("notify each participant once", async () => {
    const { creator, id, joined } = await createJoinedContest(2);
    const [stranger, left] = [await people.user(), await people.user()];
    await steps.join(left, id);
    await leave(left, id);
    const at = new Date(clock.now().getTime() + 1).toISOString();
    expect(await publish(creator, id, "  The jury is complete.\nhttps://example.com  ")).toEqual({
      _id: expect.any(String),
      text: "The jury is complete.\nhttps://example.com",
      at,
      sentTo: 2,
    });
    for (const person of joined)
      expect(await notificationsOf(person)).toEqual([
        "New announcement in “Poster for a river festival”: “The jury is complete. https://example.com”",
      ]);
    for (const person of [stranger, left, creator]) expect(await notificationsOf(person)).toEqual([]);
    const sent = await server.db.select().from(notices).where(eq(notices.kind, "news"));
    expect(new Set(sent.map((notice) => notice.id)).size).toBe(2);
    expect(sent[0]).toMatchObject({ href: `/contest-details/${id}#news`, readAt: null, createdAt: new Date(at) });
  });

  it("are readable for participants, later ones too, the owner and admins", async () => {
    const { creator, id, joined } = await createJoinedContest(1);
    await publish(creator, id, "First");
    const [later, stranger, admin] = [await people.user(), await people.user(), await people.admin()];
    await steps.join(later, id);
    for (const reader of [joined[0]!, later, creator, admin]) {
      expect(await texts(reader, id)).toEqual(["First"]);
      expect(await steps.details(reader, id)).toMatchObject({ newsCount: 1, may: { readNews: { isAllowed: true } } });
    }
    for (const reader of [stranger, await people.creator()]) {
      expect(await listRefusal(reader, id)).toMatchObject({ status: 404 });
      expect(await steps.details(reader, id)).toMatchObject({ newsCount: 0, may: { readNews: { isAllowed: false } } });
    }
    expect(await api.expectError(listAnnouncements, { params: { contestId: id } })).toMatchObject({ status: 401 });
    expect((await steps.details(null, id)).newsCount).toBe(0);
  });

  it("are hidden from users who left before, until they join again", async () => {
    const { creator, id, joined } = await createJoinedContest(2);
    const [person] = joined;
    await publish(creator, id, "First");
    clock.advance(1000);
    await leave(person!, id);
    clock.advance(1000);
    await publish(creator, id, "Second");
    expect(await texts(person!, id)).toEqual(["First"]);
    expect((await steps.details(person!, id)).newsCount).toBe(1);
    expect(await notificationsOf(person!)).toHaveLength(1);
    await steps.join(person!, id);
    expect(await texts(person!, id)).toEqual(["Second", "First"]);
  });

  it("stay readable after the contest is cancelled", async () => {
    const { creator, id, joined } = await createJoinedContest(1);
    await publish(creator, id, "First");
    await api.as(creator).call(deleteContest, { params: { id } });
    expect(await texts(joined[0]!, id)).toEqual(["First"]);
    expect(await publishRefusal(creator, id)).toMatchObject({ status: 409, code: "cancelled" });
  });

  it("are listed newest first and paginated", async () => {
    const { creator, id, joined } = await createJoinedContest(1);
    for (const text of ["First", "Second", "Third"]) await publish(creator, id, text);
    for (const reader of [creator, joined[0]!]) {
      const first = await api.as(reader).page(listAnnouncements, { params: { contestId: id }, query: { limit: 2 } });
      const second = await api
        .as(reader)
        .page(listAnnouncements, { params: { contestId: id }, query: { limit: 2, cursor: first.nextCursor! } });
      expect([first.total, second.nextCursor, ...[...first.items, ...second.items].map(({ text }) => text)]).toEqual([
        3,
        null,
        "Third",
        "Second",
        "First",
      ]);
    }
  });

  it("are limited to owners, contests with participants and a length", async () => {
    const { creator, id, joined } = await createJoinedContest(1);
    for (const person of [joined[0]!, await people.creator(), await people.admin()])
      expect(await publishRefusal(person, id)).toMatchObject({ status: 404 });
    expect(await publishRefusal(creator, await steps.open(creator))).toMatchObject({
      status: 409,
      code: "nobody_joined",
    });
    expect(await publishRefusal(creator, await steps.create(creator))).toMatchObject({
      status: 409,
      code: "nobody_joined",
    });
    for (const text of ["", " ", "x".repeat(MAX_ANNOUNCEMENT_LENGTH + 1)])
      expect(await publishRefusal(creator, id, text)).toMatchObject({
        status: 422,
        fields: { text: expect.any(String) },
      });
    expect((await publish(creator, id, "x".repeat(MAX_ANNOUNCEMENT_LENGTH))).text).toHaveLength(
      MAX_ANNOUNCEMENT_LENGTH,
    );
    expect(await server.db.select().from(contestNews)).toHaveLength(1);
  });

  it("are limited per day and contest", async () => {
    const { creator, id, joined } = await createJoinedContest(1);
    const other = await steps.open(creator, { deadline: "2026-03-16T08:00:00Z" });
    await steps.join(joined[0]!, other);
    for (let written = 0; written < MAX_ANNOUNCEMENTS_PER_DAY; written += 1) {
      expect((await steps.details(creator, id)).may.writeNews).toEqual({ isAllowed: true, because: "" });
      await publish(creator, id);
      clock.advance(3_600_000 - 1);
    }
    const because = "You've sent 3 announcements in 24 hours, the daily limit. You can send another in 22 hours.";
    expect(await publishRefusal(creator, id)).toMatchObject({ status: 409, code: "too_much_news", message: because });
    expect((await steps.details(creator, id)).may.writeNews).toEqual({ isAllowed: false, because });
    await publish(creator, other);
    // One millisecond before a day has passed since the first announcement.
    clock.advance(24 * 3_600_000 - 3 * 3_600_000 - 1);
    const again = await signInAgain(creator);
    expect(await publishRefusal(again, id)).toMatchObject({
      code: "too_much_news",
      message: expect.stringContaining("in 1 minute"),
    });
    await publish(again, id);
    expect(await notificationsOf(await signInAgain(joined[0]!))).toHaveLength(MAX_ANNOUNCEMENTS_PER_DAY + 2);
  });

  it("notify ten thousand participants in one statement", async () => {
    const { creator, id } = await createJoinedContest(1);
    await server.db.execute(sql`
      insert into users (id, uid, email, name, created_at) select 'many-' || n, 'many-' || n, 'many-' || n || '@example.com', 'Many ' || n, now() from generate_series(1, 9999) n`);
    // The trigger updates creator statistics for each row, which would take a minute.
    await server.db.execute(sql`alter table participations disable trigger user`);
    await server.db.execute(sql`
      insert into participations (id, contest_id, user_id, amount, last4, state, paid_at) select 'many-' || n, ${id}, 'many-' || n, 0, '', 'paid', now() from generate_series(1, 9999) n`);
    await server.db.execute(sql`alter table participations enable trigger user`);
    await server.db.execute(sql`update contests set participant_count = 10000 where id = ${id}`);
    expect((await publish(creator, id)).sentTo).toBe(10_000);
    expect(await server.db.$count(notices, eq(notices.kind, "news"))).toBe(10_000);
  });

  it("stay unchanged when a recipient is removed", async () => {
    const { creator, id, joined } = await createJoinedContest(2);
    await publish(creator, id, "First");
    await api.as(await people.admin()).call(deleteUser, { params: { id: joined[0]!.id } });
    expect(await server.db.$count(notices, and(eq(notices.userId, joined[0]!.id), eq(notices.kind, "news")))).toBe(0);
    expect(await texts(joined[1]!, id)).toEqual(["First"]);
    expect((await publish(creator, id, "Second")).sentTo).toBe(1);
    expect(
      (await api.as(joined[1]!).call(listAnnouncements, { params: { contestId: id } })).map(({ text, sentTo }) => [
        text,
        sentTo,
      ]),
    ).toEqual([
      ["Second", 1],
      ["First", 2],
    ]);
    expect(await notificationsOf(joined[1]!)).toHaveLength(2);
    expect(await server.db.$count(notices, and(eq(notices.userId, joined[0]!.id), eq(notices.kind, "news")))).toBe(0);
    await api.as(await people.admin()).call(deleteUser, { params: { id: joined[1]!.id } });
    expect(await publishRefusal(creator, id, "Third")).toMatchObject({ status: 409, code: "nobody_joined" });
    expect(await server.db.select().from(contestNews)).toHaveLength(2);
  });
});
