import {
  listContactMessages,
  replyToContactMessage,
  sendContactMessage,
  sendReplyAgain,
} from "@conquest/shared/contracts/messages";
import { auditEntries } from "../../database/schema/audit";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { sendEmails } from "../../platform/email/send-emails";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { inLockOrder } from "../../testing/races";

describeOnPostgres("concurrent replies", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;

  async function createMessage(): Promise<string> {
    await api.call(sendContactMessage, {
      body: { name: "Mina", email: "mina@example.com", message: "How do I join?" },
    });
    const [message] = await server.db.select({ id: contactMessages.id }).from(contactMessages);
    return message!.id;
  }

  const inMessageOrder = <T>(starts: readonly (() => Promise<T>)[], end: "keep" | "delete" = "keep") =>
    inLockOrder(
      server.db,
      (tx) => tx.select().from(contactMessages).for("update"),
      starts,
      (tx) => end === "delete" && tx.delete(contactMessages),
    );

  const reply = (admin: Person, id: string, text: string) => () =>
    api
      .as(admin)
      .send({ method: "POST", url: `/api${replyToContactMessage.path.replace(":id", id)}`, payload: { text } });

  it("by two admins are both stored and visible to each other", async () => {
    const [ada, bob] = [await people.admin({ name: "Ada" }), await people.admin({ name: "Bob" })];
    const id = await createMessage();
    const answers = await inMessageOrder([reply(ada, id, "Press it."), reply(bob, id, "Look below.")]);
    // Replies written at the same instant have no defined order.
    expect(
      answers.map((answer) =>
        answer
          .json()
          .replies.map(({ by }: { by: string }) => by)
          .sort(),
      ),
    ).toEqual([["Ada"], ["Ada", "Bob"]]);
    for (const admin of [ada, bob])
      expect((await api.as(admin).call(listContactMessages, {}))[0]!.replies.map(({ text }) => text).sort()).toEqual([
        "Look below.",
        "Press it.",
      ]);
    expect(await server.db.$count(auditEntries)).toBe(2);
  });

  it("by one admin with the same text are stored once", async () => {
    const ada = await people.admin();
    const id = await createMessage();
    const answers = await inMessageOrder([reply(ada, id, "Press it."), reply(ada, id, "Press it.")]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect([await server.db.$count(contactReplies), await server.db.$count(auditEntries)]).toEqual([1, 1]);
  });

  it("are resent once for several requests", async () => {
    const [ada, bob] = [await people.admin(), await people.admin()];
    const id = await createMessage();
    await reply(ada, id, "Press it.")();
    const [{ id: replyId } = { id: "" }] = await server.db
      .update(contactReplies)
      .set({ givenUpAt: server.clock.now(), givenUpBecause: "EENVELOPE 550" })
      .returning({ id: contactReplies.id });
    const again = (admin: Person) => () =>
      api.as(admin).send({ method: "PUT", url: `/api${sendReplyAgain.path.replace(":id", replyId)}` });
    expect((await inMessageOrder([again(ada), again(bob)])).map(({ statusCode }) => statusCode)).toEqual([200, 409]);
    expect(await server.db.$count(auditEntries)).toBe(2);
  });

  it("to a message that is being deleted are rejected", async () => {
    const ada = await people.admin();
    const id = await createMessage();
    expect((await inMessageOrder([reply(ada, id, "Press it.")], "delete")).map(({ statusCode }) => statusCode)).toEqual(
      [404],
    );
    expect([await server.db.$count(contactReplies), await server.db.$count(auditEntries)]).toEqual([0, 0]);
  });

  it("are sent once by several servers", async () => {
    const ada = await people.admin();
    const id = await createMessage();
    for (let nth = 0; nth < 20; nth += 1) await reply(ada, id, `Reply ${nth}`)();
    const sent: string[] = [];
    const transport = {
      async send({ messageId }: { messageId: string }) {
        // Yields, so that the other senders run meanwhile.
        await new Promise((resolve) => setImmediate(resolve));
        sent.push(messageId);
      },
      close: () => undefined,
    };
    await Promise.all(
      Array.from({ length: 6 }, () => sendEmails(server, { transport, reportOutcome: () => undefined })),
    );
    expect([sent.length, new Set(sent).size]).toEqual([20, 20]);
    expect(
      (await server.db.select().from(contactReplies)).every(
        ({ sentAt, attempts }) => sentAt !== null && attempts === 1,
      ),
    ).toBe(true);
  });
});
