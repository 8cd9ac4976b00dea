import { eq, sql } from "drizzle-orm";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { listAudit } from "@conquest/shared/contracts/audit";
import {
  listContactMessages,
  markContactMessage,
  replyToContactMessage,
  sendContactMessage,
  sendReplyAgain,
} from "@conquest/shared/contracts/messages";
import { auditEntries } from "../../database/schema/audit";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { sendEmails } from "../../platform/email/send-emails";
import { EmailNotSentError, type AddressedEmail } from "../../platform/email/transport";
import { testServer, type Person } from "../../testing/test-server";
import { canResend } from "./contact-messages-routes";

const site = testServer();

async function createMessage(change: Record<string, string> = {}): Promise<string> {
  // Each message gets its own timestamp, by which it is found below.
  site.clock.advance(1000);
  await site.api.call(sendContactMessage, {
    body: { name: "Mina Das", email: "mina@example.com", message: "How do I join?\nI found no button.", ...change },
  });
  const [message] = await site.db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .orderBy(sql`${contactMessages.createdAt} desc`);
  return message!.id;
}

const reply = (admin: Person, id: string, text = "Press “Register” on its page.") =>
  site.api.as(admin).call(replyToContactMessage, { params: { id }, body: { text } });
const inbox = (admin: Person) => site.api.as(admin).call(listContactMessages, {});
const listAuditEntries = async () =>
  (await site.db.select().from(auditEntries).orderBy(auditEntries.number)).map(
    ({ act, actorId, messageId, reason }) => ({ act, actorId, messageId, reason }),
  );

async function sendDueEmails(onSend: () => void = () => undefined): Promise<AddressedEmail[]> {
  const sent: AddressedEmail[] = [];
  const transport = {
    async send(email: AddressedEmail) {
      sent.push(email);
      onSend();
    },
    close: () => undefined,
  };
  await sendEmails(site, { transport, chance: () => 0.5, reportOutcome: () => undefined });
  return sent;
}

describe("replies", () => {
  it("are stored with author and time, and audited without their text", async () => {
    const admin = await site.people.admin({ name: "Ada" });
    const id = await createMessage();
    site.clock.advance(1000);
    const answered = await reply(admin, id, " Press it. ");
    const at = site.clock.now().toISOString();
    expect(answered).toMatchObject({
      _id: id,
      isHandled: false,
      replies: [{ text: "Press it.", by: "Ada", at, state: "queued", stateAt: at, tries: 0, because: "" }],
    });
    expect(await inbox(admin)).toEqual([answered]);
    expect(await listAuditEntries()).toEqual([
      { act: "message_replied", actorId: admin.id, messageId: id, reason: "" },
    ]);
  });

  it("stay with their message, oldest first", async () => {
    const admin = await site.people.admin();
    const [one, other] = [await createMessage(), await createMessage({ message: "And I?" })];
    for (const text of ["First", "Second"]) {
      site.clock.advance(1000);
      await reply(admin, one, text);
    }
    await reply(admin, other, "Other");
    const textsByMessage = Object.fromEntries(
      (await inbox(admin)).map(({ _id, replies }) => [_id, replies.map(({ text }) => text)]),
    );
    expect(textsByMessage).toEqual({ [one]: ["First", "Second"], [other]: ["Other"] });
  });

  it("are sent once if repeated, as after a lost response", async () => {
    const [admin, other] = [await site.people.admin(), await site.people.admin()];
    const id = await createMessage();
    await reply(admin, id);
    expect((await reply(admin, id)).replies).toHaveLength(1);
    expect(await sendDueEmails()).toHaveLength(1);
    expect((await reply(other, id)).replies).toHaveLength(2);
    expect(await listAuditEntries()).toHaveLength(2);
  });

  it.each([
    ["empty", { text: " " }],
    ["too long", { text: "a".repeat(5001) }],
    ["not storable", { text: "NUL \u0000" }],
  ])("are rejected if their text is %s", async (_, body) => {
    const admin = await site.people.admin();
    const refusal = await site.api
      .as(admin)
      .expectError(replyToContactMessage, { params: { id: await createMessage() }, body });
    expect([refusal.status, Object.keys(refusal.fields)]).toEqual([422, ["text"]]);
    expect([await site.db.$count(contactReplies), await listAuditEntries()]).toEqual([0, []]);
  });

  it("require an existing message", async () => {
    const admin = await site.people.admin();
    const refusal = await site.api
      .as(admin)
      .expectError(replyToContactMessage, {
        params: { id: "00000000-0000-4000-8000-000000000000" },
        body: { text: "Hello" },
      });
    expect(refusal.status).toBe(404);
    expect(await listAuditEntries()).toEqual([]);
  });

  it("are limited to admins who are not blocked", async () => {
    const id = await createMessage();
    const [user, creator, blocked] = [await site.people.user(), await site.people.creator(), await site.people.admin()];
    await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
    const input = { params: { id }, body: { text: "Hello" } };
    for (const person of [user, creator, blocked])
      expect((await site.api.as(person).expectError(replyToContactMessage, input)).status).toBe(403);
    expect((await site.api.expectError(replyToContactMessage, input)).status).toBe(401);
    expect(await site.db.$count(contactReplies)).toBe(0);
  });

  it("are limited to twenty a minute", async () => {
    const admin = await site.people.admin();
    const id = await createMessage();
    for (let nth = 0; nth < 20; nth += 1) await reply(admin, id, `Reply ${nth}`);
    expect(
      (await site.api.as(admin).expectError(replyToContactMessage, { params: { id }, body: { text: "One more" } }))
        .status,
    ).toBe(429);
    expect(await site.db.$count(contactReplies)).toBe(20);
  });

  it.each([
    ["update", sql`update contact_replies set text = 'Another'`],
    ["update", sql`update contact_replies set author_id = message_id`],
    ["delete", sql`delete from contact_replies`],
  ])("are immutable: the database rejects %s", async (_, statement) => {
    await reply(await site.people.admin(), await createMessage());
    await expect(site.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/only added/) },
    });
  });
});

describe("reply emails", () => {
  it("quote the message, hide the admin and explain how to write back", async () => {
    const admin = await site.people.admin({ name: "Ada Lovelace" });
    const id = await createMessage({ message: "How do I join?\nI found <i>no</i> button." });
    await site.db.update(contactMessages).set({ name: "Mina\u2028<b>Das</b>" }).where(eq(contactMessages.id, id));
    const { replies } = await reply(admin, id, "Press it.\nThen pay.");
    const [letter, ...others] = await sendDueEmails();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      subject: "Re: Your message to Conquest",
      to: { name: "Mina <b>Das</b>", address: "mina@example.com" },
      messageId: `<${replies[0]!._id}@localhost>`,
      headers: {},
    });
    for (const part of [
      "Hi Mina <b>Das</b>,",
      "Press it.\nThen pay.",
      "The Conquest team",
      "http://localhost:3000/contact_us",
      "You wrote on ",
      "> How do I join?\n> I found <i>no</i> button.",
      "nothing to unsubscribe from",
    ])
      expect(letter!.text).toContain(part);
    expect(letter!.html).toContain("I found &lt;i&gt;no&lt;/i&gt; button.");
    expect(letter!.html).not.toMatch(/<b>|<i>/);
    for (const each of [letter!.text, letter!.html]) expect(each).not.toMatch(/Ada|unsubscribe\//);
    expect(await sendDueEmails()).toEqual([]);
    expect((await inbox(admin))[0]!.replies).toMatchObject([
      { state: "sent", stateAt: site.clock.now().toISOString(), tries: 1 },
    ]);
  });

  it("are retried after a delay, with the attempt count", async () => {
    const admin = await site.people.admin();
    await reply(admin, await createMessage());
    await sendDueEmails(() => {
      throw new EmailNotSentError("EENVELOPE 451", "later");
    });
    const [again] = (await inbox(admin))[0]!.replies;
    expect(again).toMatchObject({
      state: "queued",
      tries: 1,
      stateAt: new Date(site.clock.now().getTime() + 120_000).toISOString(),
    });
    expect(await sendDueEmails()).toEqual([]);
    site.clock.advance(120_000);
    expect(await sendDueEmails()).toHaveLength(1);
  });

  it.each([
    [
      "to a rejected address",
      new EmailNotSentError("EENVELOPE 550", "email"),
      "The mail server rejected the address or the email permanently.",
    ],
    [
      "undeliverable for three days",
      new EmailNotSentError("ESOCKET", "server"),
      "The mail server didn't accept it after several attempts.",
    ],
  ])("%s are given up with a readable reason", async (_, failure, because) => {
    const admin = await site.people.admin();
    await reply(admin, await createMessage());
    for (let tries = 0; tries < 9; tries += 1) {
      await sendDueEmails(() => {
        throw failure;
      });
      site.clock.advance(2 * 24 * 3_600_000);
    }
    expect((await site.db.select().from(contactReplies))[0]).toMatchObject({
      sentAt: null,
      givenUpAt: expect.any(Date),
    });
    const again = await site.signInAgain(admin);
    expect((await inbox(again))[0]!.replies).toMatchObject([{ state: "given_up", because }]);
  });

  describe("that were given up", () => {
    const resend = (admin: Person, id: string) => site.api.as(admin).call(sendReplyAgain, { params: { id } });
    const refusedAgain = (admin: Person, id: string) =>
      site.api.as(admin).expectError(sendReplyAgain, { params: { id } });

    async function createGivenUpReply() {
      const admin = await site.people.admin();
      const id = await createMessage();
      const [{ _id: replyId } = { _id: "" }] = (await reply(admin, id)).replies;
      await sendDueEmails(() => {
        throw new EmailNotSentError("EENVELOPE 550", "email");
      });
      return { admin, id, replyId };
    }

    it("are resent unchanged from the first attempt, with an audit entry", async () => {
      const { admin, id, replyId } = await createGivenUpReply();
      expect((await inbox(admin))[0]!.replies).toMatchObject([
        { state: "given_up", may: { sendAgain: { isAllowed: true } } },
      ]);
      const other = await site.people.admin();
      site.clock.advance(1000);
      expect(await resend(other, replyId)).toMatchObject({
        _id: id,
        replies: [
          {
            _id: replyId,
            state: "queued",
            stateAt: site.clock.now().toISOString(),
            tries: 0,
            because: "",
            may: { sendAgain: { isAllowed: false } },
          },
        ],
      });
      expect(await refusedAgain(admin, replyId)).toMatchObject({ status: 409, code: "queued" });
      expect(await sendDueEmails()).toMatchObject([
        { messageId: `<${replyId}@localhost>`, to: { address: "mina@example.com" } },
      ]);
      expect((await inbox(admin))[0]!.replies).toMatchObject([{ state: "sent", tries: 1 }]);
      expect(await refusedAgain(admin, replyId)).toMatchObject({ status: 409, code: "sent" });
      expect((await listAuditEntries()).map(({ act, actorId, messageId }) => ({ act, actorId, messageId }))).toEqual([
        { act: "message_replied", actorId: admin.id, messageId: id },
        { act: "reply_sent_again", actorId: other.id, messageId: id },
      ]);
    });

    it("are resent only by admins who are not blocked", async () => {
      const { admin, replyId } = await createGivenUpReply();
      const [user, creator, blocked] = [
        await site.people.user(),
        await site.people.creator(),
        await site.people.admin(),
      ];
      await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
      for (const person of [user, creator, blocked]) expect((await refusedAgain(person, replyId)).status).toBe(403);
      expect((await site.api.expectError(sendReplyAgain, { params: { id: replyId } })).status).toBe(401);
      expect((await refusedAgain(admin, "00000000-0000-4000-8000-000000000000")).status).toBe(404);
      expect(await listAuditEntries()).toHaveLength(1);
      expect(await sendDueEmails()).toEqual([]);
    });

    it("are not resent if the site sends no emails", () => {
      const failedReply = { sentAt: null, givenUpAt: site.clock.now() };
      expect(canResend(failedReply, { kind: "off" })).toMatchObject({ code: "emails_off" });
      expect(canResend(failedReply, { kind: "mailbox" })).toBeNull();
    });
  });

  it("are also sent to blocked users", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, ann.id));
    await reply(admin, await createMessage({ email: ann.email }));
    expect((await sendDueEmails()).map(({ to }) => to.address)).toEqual([ann.email]);
  });

  it("appear in the mailbox of a local site", async () => {
    await reply(await site.people.admin(), await createMessage(), "Press <it>.");
    const list = await site.app.inject({ method: "GET", url: "/mailbox?to=mina@example.com" });
    const [, id] = /href="\/mailbox\/([\w-]+)"><strong>Re: Your message to Conquest/.exec(list.body) ?? [];
    expect(list.body).toContain("Sent");
    const body = await site.app.inject({ method: "GET", url: `/mailbox/${id}/body` });
    expect(body.body).toContain("Press &lt;it&gt;.");
    expect((await site.app.inject({ method: "GET", url: "/mailbox?to=nobody@example.com" })).body).not.toContain(
      "Your message to Conquest",
    );
  });
});

it("audits each change of a message's state, with the sender while it exists", async () => {
  const admin = await site.people.admin();
  const id = await createMessage();
  for (const isHandled of [true, true, false])
    await site.api.as(admin).call(markContactMessage, { params: { id }, body: { isHandled } });
  expect((await listAuditEntries()).map(({ act }) => act)).toEqual(["message_handled", "message_reopened"]);
  const trail = await site.api.as(admin).call(listAudit, { query: { act: "message_handled" } });
  expect(trail).toMatchObject([{ person: null, contest: null, message: { _id: id, name: "Mina Das" } }]);
  await site.db.delete(contactMessages);
  expect((await site.api.as(admin).call(listAudit, { query: { act: "message_handled" } }))[0]!.message).toEqual({
    _id: id,
    name: null,
  });
});

describe("deleted accounts", () => {
  const leave = async (person: Person) => {
    const { ends } = await site.api.as(person).call(previewDeletion, {});
    const token = site.identity.issue({ uid: person.uid, email: person.email, signedInAt: site.clock.now() });
    return site.api
      .as(person)
      .send({
        method: "DELETE",
        url: `/api${deleteAccount.path}`,
        payload: ends,
        headers: { authorization: `Bearer ${token}` },
      });
  };

  it("take messages from a verified address, their replies and queued emails along", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user()];
    await reply(admin, await createMessage({ email: ann.email }));
    await reply(admin, await createMessage({ email: "bob@example.com" }), "For Bob");
    expect((await leave(ann)).statusCode).toBe(200);
    expect(await site.db.select().from(contactReplies)).toMatchObject([{ text: "For Bob" }]);
    const emails = (await sendDueEmails()).map(({ to, subject }) => [to.address, subject]);
    expect(emails).toEqual([
      ["bob@example.com", expect.any(String)],
      [ann.email, "Your account was deleted"],
    ]);
  });

  it("leave an admin's replies anonymous", async () => {
    const [admin, other] = [await site.people.admin({ name: "Ada" }), await site.people.admin()];
    await reply(admin, await createMessage());
    expect((await leave(admin)).statusCode).toBe(200);
    expect((await inbox(other))[0]!.replies).toMatchObject([{ by: "Deleted user" }]);
  });

  it("get replies in their data export, without the admin for the sender", async () => {
    const [admin, ann] = [await site.people.admin({ name: "Ada Lovelace" }), await site.people.user()];
    await reply(admin, await createMessage({ email: ann.email }));
    await reply(admin, await createMessage({ email: "bob@example.com" }), "For Bob");
    const data = async (person: Person) =>
      (await site.api.as(person).send({ method: "GET", url: "/api/my-data" })).body;
    const hers = await data(ann);
    expect(JSON.parse(hers)["messages"]).toMatchObject([
      { replies: [{ text: "Press “Register” on its page.", writtenAt: expect.stringMatching(/^2026-03-02T/) }] },
    ]);
    expect(hers).not.toContain(admin.id);
    expect(hers).not.toContain("For Bob");
    const theirs = JSON.parse(await data(admin));
    expect(theirs["repliesToMessages"].map(({ text }: { text: string }) => text).sort()).toEqual([
      "For Bob",
      "Press “Register” on its page.",
    ]);
  });
});
