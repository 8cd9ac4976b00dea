import { listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { notify } from "../../platform/notify";
import { testServer, type Person } from "../../testing/test-server";

const site = testServer();

const sendNotification = (person: Person, text: string, onceKey?: string) =>
  notify(site.db, site.clock, [
    { to: person.id, kind: "comment", subject: text, text, href: "/dashboard", ...(onceKey ? { onceKey } : {}) },
  ]);

describe("notifications", () => {
  it("are listed unread first, then newest, and paginated", async () => {
    const ann = await site.people.user();
    for (const text of ["first", "second", "third"]) {
      site.clock.advance(1000);
      await sendNotification(ann, text);
    }
    const [third] = await site.api.as(ann).call(listNotices, {});
    expect(third).toMatchObject({ text: "third", isRead: false, href: "/dashboard", kind: "comment" });
    expect(await site.api.as(ann).call(markNoticesRead, { body: { ids: [third!._id] } })).toEqual({ modifiedCount: 1 });
    const start = await site.api.as(ann).page(listNotices, { query: { limit: 2 } });
    expect(start.items.map(({ text }) => text)).toEqual(["second", "first"]);
    const rest = await site.api.as(ann).page(listNotices, { query: { limit: 2, cursor: start.nextCursor! } });
    expect(rest.items).toMatchObject([{ text: "third", isRead: true }]);
  });

  it("are all marked as read if no id is given", async () => {
    const ann = await site.people.user();
    await sendNotification(ann, "first");
    await sendNotification(ann, "second");
    expect(await site.api.as(ann).call(markNoticesRead, { body: {} })).toEqual({ modifiedCount: 2 });
    expect(await site.api.as(ann).call(markNoticesRead, { body: {} })).toEqual({ modifiedCount: 0 });
  });

  it("stay unread if they are newer than `until`", async () => {
    const ann = await site.people.user();
    for (const text of ["first", "second", "third"]) {
      await sendNotification(ann, text);
      site.clock.advance(1000);
    }
    const [, second] = await site.api.as(ann).call(listNotices, {});
    expect(await site.api.as(ann).call(markNoticesRead, { body: { until: second!.at } })).toEqual({ modifiedCount: 2 });
    expect((await site.api.as(ann).call(listNotices, {})).filter(({ isRead }) => !isRead)).toMatchObject([
      { text: "third" },
    ]);
    const mark = (until: string) =>
      site.api.as(ann).send({ method: markNoticesRead.method, url: `/api${markNoticesRead.path}`, payload: { until } });
    for (const none of ["yesterday", "2026-02-30T00:00:00.000Z", "0000-01-01T00:00:00.000Z"])
      expect((await mark(none)).statusCode).toBe(422);
    expect((await site.api.as(ann).call(listNotices, {})).filter(({ isRead }) => !isRead)).toHaveLength(1);
  });

  it("are sent once per user and key", async () => {
    const [ann, bob] = [await site.people.user(), await site.people.user()];
    await sendNotification(ann, "closes soon", "deadline:1");
    await sendNotification(ann, "closes soon", "deadline:1");
    await sendNotification(bob, "closes soon", "deadline:1");
    expect(await site.api.as(ann).call(listNotices, {})).toHaveLength(1);
    expect(await site.api.as(bob).call(listNotices, {})).toHaveLength(1);
  });

  it("are visible and markable by their owner only", async () => {
    const [ann, admin] = [await site.people.user(), await site.people.admin()];
    await sendNotification(ann, "for Ann");
    const [notice] = await site.api.as(ann).call(listNotices, {});
    expect(await site.api.as(admin).call(listNotices, {})).toEqual([]);
    expect(await site.api.as(admin).call(markNoticesRead, { body: { ids: [notice!._id, "\u0000"] } })).toEqual({
      modifiedCount: 0,
    });
    expect(await site.api.as(ann).call(listNotices, {})).toMatchObject([{ isRead: false }]);
  });

  it("reject visitors", async () => {
    expect((await site.api.expectError(listNotices, {})).status).toBe(401);
    expect((await site.api.expectError(markNoticesRead, { body: {} })).status).toBe(401);
  });
});
