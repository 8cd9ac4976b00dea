import { listContactMessages, markContactMessage, sendContactMessage } from "@conquest/shared/contracts/messages";
import { contactMessages } from "../../database/schema/messages";
import { testServer } from "../../testing/test-server";

const site = testServer();

const aMessage = (change: Record<string, unknown> = {}) => ({
  name: "Rafi",
  email: "rafi@example.com",
  message: "Hello there",
  ...change,
});

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
    expect(answer.json().error).toEqual({ code: "too_many", message: expect.stringMatching(/Try again in/) });
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
