import { eq, inArray } from "drizzle-orm";
import { letters, notices } from "../../database/schema/messages";
import { aServer, describeOnPostgres } from "../../testing/a-server";
import { whileHeld } from "../../testing/races";
import { notify } from "../notify";
import { lettersOf } from "./letters-repository";
import { sendLetters } from "./send-letters";

describeOnPostgres("letters with several servers", () => {
  const server = aServer({ needsPostgres: true });
  const COUNT = 60;

  it("sends each once", async () => {
    const ann = await server.people.user();
    await notify(server.db, server.clock, Array.from({ length: COUNT }, (_, nth) => ({ userId: ann.id, kind: "refunded", text: `You left “${nth}”.`, href: "/" })));
    const sent: string[] = [];
    const transport = {
      async send({ messageId }: { messageId: string }) {
        // Long enough that the others come by.
        await new Promise((resolve) => setImmediate(resolve));
        sent.push(messageId);
      },
      close: () => undefined,
    };
    await Promise.all(Array.from({ length: 6 }, () => sendLetters(server, { transport, heard: () => undefined })));
    expect(sent).toHaveLength(COUNT);
    expect(new Set(sent).size).toBe(COUNT);
    expect((await server.db.select().from(letters)).every(({ sentAt, attempts }) => sentAt !== null && attempts === 1)).toBe(true);
  });

  it("gives up and forgets those that nobody holds, and the others the next time", async () => {
    const [ann, bob, cleo] = [await server.people.user(), await server.people.user(), await server.people.user()];
    const now = server.clock.now();
    await notify(server.db, server.clock, [ann, bob, cleo].map(({ id }) => ({ userId: id, kind: "refunded", text: "You left.", href: "/" })));
    const [last, other] = await server.db.select({ id: letters.noticeId }).from(letters).innerJoin(notices, eq(notices.id, letters.noticeId)).orderBy(notices.userId);
    // The last one to its address, which goes with its notice.
    await server.db.update(letters).set({ toAddress: "ann@example.com" }).where(eq(letters.noticeId, last!.id));
    const held = inArray(letters.noticeId, [last!.id, other!.id]);
    // As whoever removes people has them.
    const removal = async (tx: Parameters<Parameters<typeof whileHeld>[1]>[0]) => {
      await tx.select().from(notices).where(inArray(notices.id, [last!.id, other!.id])).for("update");
      await tx.select().from(letters).where(held).for("update");
    };
    const { giveUpDue, forgetBefore } = lettersOf(server.db);
    let count = -1;
    await whileHeld(server.db, removal, async () => undefined, 0, async () => void (count = await giveUpDue(now, "e-mails are off")));
    expect(count).toBe(1);
    const later = new Date(now.getTime() + 1);
    await whileHeld(server.db, removal, async () => undefined, 0, () => forgetBefore(later));
    expect((await server.db.select({ id: letters.noticeId }).from(letters)).map(({ id }) => id).sort()).toEqual([last!.id, other!.id].sort());
    expect(await giveUpDue(now, "e-mails are off")).toBe(2);
    await forgetBefore(later);
    expect(await server.db.$count(letters)).toBe(0);
  });
});
