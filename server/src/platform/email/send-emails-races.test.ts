import { eq, inArray } from "drizzle-orm";
import { letters, notices } from "../../database/schema/messages";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { withRowLocked } from "../../testing/races";
import { notify } from "../notify";
import { emailOutbox } from "./email-outbox";
import { sendEmails } from "./send-emails";
import type { AddressedEmail } from "./transport";

const receiving = (sent: AddressedEmail[]) => ({
  async send(email: AddressedEmail) {
    await new Promise((resolve) => setImmediate(resolve));
    sent.push(email);
  },
  close: () => undefined,
});

describeOnPostgres("sending emails from several servers", () => {
  const server = testServer({ needsPostgres: true });
  const COUNT = 60;
  const sendAtOnce = (sent: AddressedEmail[]) =>
    Promise.all(
      Array.from({ length: 6 }, () =>
        sendEmails(server, { transport: receiving(sent), reportOutcome: () => undefined }),
      ),
    );

  it("sends each email once", async () => {
    const ann = await server.people.user();
    await notify(
      server.db,
      server.clock,
      Array.from({ length: COUNT }, (_, nth) => ({
        to: ann.id,
        kind: "result",
        subject: `Winner announced: “${nth}”`,
        text: `“${nth}” has a winner.`,
        href: "/",
      })),
    );
    const sent: AddressedEmail[] = [];
    await sendAtOnce(sent);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(COUNT);
    expect(sent).toHaveLength(COUNT);
    expect(
      (await server.db.select().from(letters)).every(({ sentAt, attempts }) => sentAt !== null && attempts === 1),
    ).toBe(true);
  });

  it("sends an unverified address one email, and a verified one its payments together", async () => {
    const [stranger, ann] = [await server.people.user({ emailVerified: false }), await server.people.user()];
    const news = Array.from({ length: COUNT }, (_, nth) => [
      {
        to: stranger.id,
        kind: "result" as const,
        subject: "Winner announced",
        text: `“${nth}” has a winner.`,
        href: "/",
      },
      { to: ann.id, kind: "refunded" as const, subject: "You left", text: `You left “${nth}”.`, href: "/" },
    ]).flat();
    await notify(server.db, server.clock, news);
    server.clock.advance(60_000);
    const sent: AddressedEmail[] = [];
    await sendAtOnce(sent);
    await notify(server.db, server.clock, news);
    await sendAtOnce(sent);
    expect(sent.map(({ to }) => to.address).sort()).toEqual([ann.email, stranger.email].sort());
    for (const { text } of sent) expect(text.match(/“\d+”/g)).toHaveLength(COUNT);
  });

  it("skips locked emails when giving up and deleting, until the next run", async () => {
    const [ann, bob, cleo] = [await server.people.user(), await server.people.user(), await server.people.user()];
    const now = server.clock.now();
    await notify(
      server.db,
      server.clock,
      [ann, bob, cleo].map(({ id }) => ({
        to: id,
        kind: "result",
        subject: "Winner announced",
        text: "It has a winner.",
        href: "/",
      })),
    );
    const [last, other] = await server.db
      .select({ id: letters.noticeId })
      .from(letters)
      .innerJoin(notices, eq(notices.id, letters.noticeId))
      .orderBy(notices.userId);
    // The last email to its address, which is deleted with its notification.
    await server.db.update(letters).set({ toAddress: "ann@example.com" }).where(eq(letters.noticeId, last!.id));
    const isLocked = inArray(letters.noticeId, [last!.id, other!.id]);
    // Takes the same locks as the removal of a user.
    const removal = async (tx: Parameters<Parameters<typeof withRowLocked>[1]>[0]) => {
      await tx
        .select()
        .from(notices)
        .where(inArray(notices.id, [last!.id, other!.id]))
        .for("update");
      await tx.select().from(letters).where(isLocked).for("update");
    };
    const { giveUpDue, forgetBefore } = emailOutbox(server.db);
    let count = -1;
    await withRowLocked(
      server.db,
      removal,
      async () => undefined,
      0,
      async () => void (count = await giveUpDue(now, "emails are off")),
    );
    expect(count).toBe(1);
    const later = new Date(now.getTime() + 1);
    await withRowLocked(
      server.db,
      removal,
      async () => undefined,
      0,
      () => forgetBefore(later),
    );
    expect((await server.db.select({ id: letters.noticeId }).from(letters)).map(({ id }) => id).sort()).toEqual(
      [last!.id, other!.id].sort(),
    );
    expect(await giveUpDue(now, "emails are off")).toBe(2);
    await forgetBefore(later);
    expect(await server.db.$count(letters)).toBe(0);
  });
});
