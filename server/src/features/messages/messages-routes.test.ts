import {
  listContactMessages,
  listNotices,
  markContactMessage,
  markNoticesRead,
  sendContactMessage,
} from "@conquest/shared/contracts/messages";
import { notify } from "../../platform/notify";
import { contactMessages } from "../../database/schema/messages";
import { testServer, type Person } from "../../testing/test-server";

const site = testServer();

const aMessage = (change: Record<string, unknown> = {}) => ({
  name: "Rafi",
  email: "rafi@example.com",
  message: "Hello there",
  ...change,
});
const sendNotification = (person: Person, text: string, onceKey?: string) =>
  notify(site.db, site.clock, [
    { to: person.id, kind: "comment", text, href: "/dashboard", ...(onceKey ? { onceKey } : {}) },
  ]);

describe("POST /contact", () => {
  it("stores a visitor's message for the admins", async () => {
    const admin = await site.people.admin();
    expect(await site.api.call(sendContactMessage, { body: aMessage({ email: " Rafi@Example.com " }) })).toEqual({
      success: true,
    });
    expect(await site.api.as(admin).call(listContactMessages, {})).toMatchObject([
      {
        name: "Rafi",
        email: "rafi@example.com",
        message: "Hello there",
        isHandled: false,
        at: site.clock.now().toISOString(),
      },
    ]);
  });

  it.each([
    ["name", { name: "  " }],
    ["email", { email: "nobody" }],
    ["message", { message: "" }],
    ["message", { message: "a".repeat(5001) }],
    ["message", { message: "NUL \u0000" }],
    ["message", { message: undefined }],
    ["name", { name: 7 }],
  ])("rejects an invalid %s and stores nothing", async (field, change) => {
    const answer = await site.api.send({ method: "POST", url: "/api/contact", payload: aMessage(change) });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().error.fields)).toEqual([field]);
    expect(await site.db.select().from(contactMessages)).toEqual([]);
  });

  it("rate-limits messages with a Retry-After header", async () => {
    for (let sent = 0; sent < 20; sent += 1) await site.api.call(sendContactMessage, { body: aMessage() });
    const answer = await site.api.send({ method: "POST", url: "/api/contact", payload: aMessage() });
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(answer.json().error).toEqual({ code: "too_many", message: expect.stringMatching(/try again in/) });
    expect(await site.db.select().from(contactMessages)).toHaveLength(20);
  });
});

describe("the inbox", () => {
  async function fillInbox() {
    const admin = await site.people.admin();
    for (const message of ["first", "second", "third"]) {
      site.clock.advance(1000);
      await site.api.call(sendContactMessage, { body: aMessage({ message }) });
    }
    const list = await site.api.as(admin).call(listContactMessages, {});
    return { admin, list };
  }

  it("lists open messages first, then the newest", async () => {
    const { admin, list } = await fillInbox();
    expect(list.map(({ message }) => message)).toEqual(["third", "second", "first"]);
    const mark = (isHandled: boolean) =>
      site.api.as(admin).call(markContactMessage, { params: { id: list[0]!._id }, body: { isHandled } });
    expect(await mark(true)).toEqual({ modifiedCount: 1 });
    expect(await mark(true)).toEqual({ modifiedCount: 0 });
    const after = await site.api.as(admin).page(listContactMessages, { query: { limit: 2 } });
    expect(after.items.map(({ message }) => message)).toEqual(["second", "first"]);
    const rest = await site.api.as(admin).page(listContactMessages, { query: { limit: 2, cursor: after.nextCursor! } });
    expect(rest.items).toMatchObject([{ message: "third", isHandled: true }]);
    expect(rest).toMatchObject({ nextCursor: null, total: 3 });
    expect(await mark(false)).toEqual({ modifiedCount: 1 });
  });

  it("filters by state and counts", async () => {
    const { admin, list } = await fillInbox();
    await site.api.as(admin).call(markContactMessage, { params: { id: list[0]!._id }, body: { isHandled: true } });
    const waiting = await site.api.as(admin).page(listContactMessages, { query: { isHandled: "false", limit: 1 } });
    expect(waiting).toMatchObject({ items: [{ message: "second" }], total: 2 });
    const handled = await site.api.as(admin).page(listContactMessages, { query: { isHandled: "true" } });
    expect(handled).toMatchObject({ items: [{ message: "third" }], nextCursor: null, total: 1 });
  });

  it("returns 404 for an unknown message", async () => {
    const admin = await site.people.admin();
    const params = { id: "00000000-0000-4000-8000-000000000000" };
    expect(
      (await site.api.as(admin).expectError(markContactMessage, { params, body: { isHandled: true } })).status,
    ).toBe(404);
  });

  it.each(["user", "creator"] as const)("rejects a %s", async (role) => {
    const { list } = await fillInbox();
    const person = site.api.as(await site.people[role]());
    expect((await person.expectError(listContactMessages, {})).status).toBe(403);
    expect(
      (await person.expectError(markContactMessage, { params: { id: list[0]!._id }, body: { isHandled: true } }))
        .status,
    ).toBe(403);
  });

  it("rejects visitors", async () => {
    expect((await site.api.expectError(listContactMessages, {})).status).toBe(401);
  });
});

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
