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

describeOnPostgres("replies at the same moment", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;

  async function aMessage(): Promise<string> {
    await api.call(sendContactMessage, {
      body: { name: "Mina", email: "mina@example.com", message: "How do I join?" },
    });
    const [message] = await server.db.select({ id: contactMessages.id }).from(contactMessages);
    return message!.id;
  }

  const inTurn = <T>(starts: readonly (() => Promise<T>)[], end: "keep" | "delete" = "keep") =>
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

  it("of two admins are both kept, the second is answered with the first, and each sees the other's", async () => {
    const [ada, bob] = [await people.admin({ name: "Ada" }), await people.admin({ name: "Bob" })];
    const id = await aMessage();
    const answers = await inTurn([reply(ada, id, "Press it."), reply(bob, id, "Look below.")]);
    // Written at the same instant, they stand in any order.
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

  it("of one admin with the same words are one", async () => {
    const ada = await people.admin();
    const id = await aMessage();
    const answers = await inTurn([reply(ada, id, "Press it."), reply(ada, id, "Press it.")]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect([await server.db.$count(contactReplies), await server.db.$count(auditEntries)]).toEqual([1, 1]);
  });

  it("are sent again once, however many ask for it", async () => {
    const [ada, bob] = [await people.admin(), await people.admin()];
    const id = await aMessage();
    await reply(ada, id, "Press it.")();
    const [{ id: replyId } = { id: "" }] = await server.db
      .update(contactReplies)
      .set({ givenUpAt: server.clock.now(), givenUpBecause: "EENVELOPE 550" })
      .returning({ id: contactReplies.id });
    const again = (admin: Person) => () =>
      api.as(admin).send({ method: "PUT", url: `/api${sendReplyAgain.path.replace(":id", replyId)}` });
    expect((await inTurn([again(ada), again(bob)])).map(({ statusCode }) => statusCode)).toEqual([200, 409]);
    expect(await server.db.$count(auditEntries)).toBe(2);
  });

  it("to a message that goes meanwhile are refused and leave nothing", async () => {
    const ada = await people.admin();
    const id = await aMessage();
    expect((await inTurn([reply(ada, id, "Press it.")], "delete")).map(({ statusCode }) => statusCode)).toEqual([404]);
    expect([await server.db.$count(contactReplies), await server.db.$count(auditEntries)]).toEqual([0, 0]);
  });

  it("go out once, however many servers send", async () => {
    const ada = await people.admin();
    const id = await aMessage();
    for (let nth = 0; nth < 20; nth += 1) await reply(ada, id, `Reply ${nth}`)();
    const sent: string[] = [];
    const transport = {
      async send({ messageId }: { messageId: string }) {
        // Long enough that the others come by.
        await new Promise((resolve) => setImmediate(resolve));
        sent.push(messageId);
      },
      close: () => undefined,
    };
    await Promise.all(Array.from({ length: 6 }, () => sendEmails(server, { transport, heard: () => undefined })));
    expect([sent.length, new Set(sent).size]).toEqual([20, 20]);
    expect(
      (await server.db.select().from(contactReplies)).every(
        ({ sentAt, attempts }) => sentAt !== null && attempts === 1,
      ),
    ).toBe(true);
  });
});
