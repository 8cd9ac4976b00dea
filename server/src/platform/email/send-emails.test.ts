import { eq } from "drizzle-orm";
import type { Notice } from "@conquest/shared/contracts/messages";
import { letterChoices, letters, notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { notify } from "../notify";
import { claimEmails, emailOutbox } from "./email-outbox";
import { sendEmails, type EmailOutcome } from "./send-emails";
import { EmailNotSentError, type AddressedEmail } from "./transport";

const server = testServer();
const { people, clock } = server;

const notifyPeople = (
  to: readonly Person[],
  kind: Notice["kind"] = "result",
  text = "“River poster” has a winner: Rafi.",
) =>
  notify(
    server.db,
    clock,
    to.map((person) => ({
      to: person.id,
      kind,
      subject: "Winner announced: “River poster”",
      text,
      href: "/contest-details/1",
      amount: kind === "refunded" ? "৳500" : undefined,
    })),
  );

const stored = () => server.db.select().from(letters).orderBy(letters.createdAt);

async function send(answer: (email: AddressedEmail) => void = () => undefined) {
  const sent: AddressedEmail[] = [];
  const ends: [EmailOutcome, string?][] = [];
  const transport = {
    async send(email: AddressedEmail) {
      sent.push(email);
      answer(email);
    },
    close: () => undefined,
  };
  await sendEmails(server, {
    transport,
    chance: () => 0.5,
    reportOutcome: (end, because) => ends.push(because === undefined ? [end] : [end, because]),
  });
  return { sent, ends };
}

const failWith =
  (what: EmailNotSentError["what"], because = "ESOCKET") =>
  () => {
    throw new EmailNotSentError(because, what);
  };

describe("an email is queued with its notification", () => {
  it("in the same transaction, which may be rolled back", async () => {
    const ann = await people.user();
    await expect(
      server.db.transaction(async (tx) => {
        await notify(tx, clock, [
          { to: ann.id, kind: "result", subject: "Winner announced", text: "It has a winner.", href: "/" },
        ]);
        expect(await tx.select().from(letters)).toHaveLength(1);
        throw new Error("taken back");
      }),
    ).rejects.toThrow("taken back");
    expect(await stored()).toEqual([]);
    expect(await server.db.select().from(notices)).toEqual([]);
  });

  it("by default for money, results and the account, otherwise on request", async () => {
    const ann = await people.user();
    for (const kind of ["refunded", "result", "role_answer", "comment", "deadline_near"] as const)
      await notifyPeople([ann], kind, kind);
    const written = async () =>
      (
        await server.db
          .select({ kind: notices.kind })
          .from(letters)
          .innerJoin(notices, eq(notices.id, letters.noticeId))
      )
        .map(({ kind }) => kind)
        .sort();
    expect(await written()).toEqual(["refunded", "result", "role_answer"]);
    await emailOutbox(server.db).choose(ann.id, "deadlines", true);
    await emailOutbox(server.db).choose(ann.id, "results", false);
    // Choices stored before confirmations became mandatory no longer count.
    for (const topic of ["account", "money"] as const) await emailOutbox(server.db).choose(ann.id, topic, false);
    await server.db.delete(letters);
    for (const kind of ["refunded", "result", "role_answer", "comment", "deadline_near"] as const)
      await notifyPeople([ann], kind, kind);
    expect(await written()).toEqual(["deadline_near", "refunded", "role_answer"]);
  });

  it("for thousands of users in one statement, except blocked and unsubscribed ones", async () => {
    const [ann, bob, eve] = [await people.user(), await people.user(), await people.user()];
    await emailOutbox(server.db).choose(bob.id, "results", false);
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, eve.id));
    const crowd = Array.from({ length: 3000 }, (_, nth) => ({
      id: `crowd-${nth}`,
      uid: `crowd-${nth}`,
      email: `crowd-${nth}@example.com`,
      createdAt: clock.now(),
    }));
    for (let from = 0; from < crowd.length; from += 1000)
      await server.db.insert(users).values(crowd.slice(from, from + 1000));
    let statements = 0;
    const counting = new Proxy(server.db, {
      get: (target, name) =>
        name === "execute"
          ? (...args: Parameters<typeof target.execute>) => ((statements += 1), target.execute(...args))
          : Reflect.get(target, name),
    });
    await notify(
      counting,
      clock,
      [ann, bob, eve, ...crowd].map(({ id }) => ({
        to: id,
        kind: "result",
        subject: "Winner announced: “River poster”",
        text: "“River poster” has a winner: Rafi.",
        href: "/contest-details/1",
      })),
    );
    expect(statements).toBe(1);
    expect(await server.db.$count(notices)).toBe(3003);
    expect(await server.db.$count(letters)).toBe(3001);
  });

  it("once per onceKey, with a lone surrogate and a Bangla name", async () => {
    const ann = await people.user({ name: "নুসরাত জাহান" });
    for (let nth = 0; nth < 2; nth += 1)
      await notify(server.db, clock, [
        {
          to: ann.id,
          kind: "result",
          subject: "Half \ud83d a face",
          text: "Half \ud83d a face",
          href: "/",
          onceKey: "one",
        },
      ]);
    const { sent } = await send();
    expect(sent.map(({ to, text }) => [to.name, text.includes("Half \ufffd a face")])).toEqual([["নুসরাত জাহান", true]]);
  });
});

describe("sending", () => {
  it("sends each email once to its recipient, with a stable Message-ID", async () => {
    const [ann, bob] = [await people.user(), await people.user()];
    await notifyPeople([ann, bob]);
    const { sent, ends } = await send();
    expect(sent.map(({ to }) => to.address).sort()).toEqual([ann.email, bob.email].sort());
    expect(sent[0]!.messageId).toMatch(/^<[\w-]+@localhost>$/);
    expect(ends).toEqual([["sent"], ["sent"]]);
    expect((await stored()).map(({ sentAt }) => sentAt)).toEqual([clock.now(), clock.now()]);
    expect((await send()).sent).toEqual([]);
  });

  it("retries with backoff under the same Message-ID, then gives up", async () => {
    await notifyPeople([await people.user()]);
    const names = new Set<string>();
    const pauses: number[] = [];
    for (;;) {
      const { sent, ends } = await send(failWith("later"));
      names.add(sent[0]!.messageId);
      if (ends[0]![0] === "given up") break;
      const { dueAt } = (await stored())[0]!;
      pauses.push((dueAt.getTime() - clock.now().getTime()) / 60_000);
      clock.set(new Date(dueAt.getTime() - 1).toISOString());
      expect((await send()).sent).toEqual([]);
      clock.set(dueAt.toISOString());
    }
    expect(pauses).toEqual([2, 6, 18, 54, 162, 486, 1440, 1440]);
    expect(names.size).toBe(1);
    expect(await stored()).toMatchObject([{ sentAt: null, givenUpBecause: "ESOCKET", attempts: 9 }]);
  });

  it("gives up immediately on a permanent rejection", async () => {
    await notifyPeople([await people.user()]);
    expect((await send(failWith("email", "EENVELOPE 550"))).ends).toEqual([["given up", "EENVELOPE 550"]]);
    expect(await stored()).toMatchObject([{ givenUpBecause: "EENVELOPE 550", givenUpAt: clock.now() }]);
  });

  it("saves the attempts of other emails while the mail server is unavailable", async () => {
    await notifyPeople(await Promise.all(Array.from({ length: 12 }, () => people.user())));
    expect((await send(failWith("server"))).sent).toHaveLength(5);
    expect((await stored()).filter(({ attempts }) => attempts === 0)).toHaveLength(7);
    expect((await send()).sent).toHaveLength(7);
  });

  it("resends an email leased by a crashed server under the same Message-ID", async () => {
    await notifyPeople([await people.user()]);
    const [leased] = await claimEmails(server.db, clock.now(), 5);
    expect((await send()).sent).toEqual([]);
    clock.advance(2 * 60_000);
    expect((await send()).sent.map(({ messageId }) => messageId)).toEqual([`<${leased!.rows[0]!.id}@localhost>`]);
  });

  it("reaches blocked users with emails about payments and refunds", async () => {
    const [before, since, unwilling] = [await people.user(), await people.user(), await people.user()];
    const block = (person: Person) => server.db.update(users).set({ status: "blocked" }).where(eq(users.id, person.id));
    // Earlier releases allowed this choice.
    await emailOutbox(server.db).choose(unwilling.id, "money", false);
    for (const person of [before, unwilling]) await block(person);
    await notify(
      server.db,
      clock,
      [before, since, unwilling].map(({ id }) => ({
        to: id,
        kind: "cancelled",
        subject: "Contest cancelled: “River poster”",
        text: "“River poster” was cancelled. ৳500 was refunded.",
        href: "/contest-details/1",
        amount: "৳500",
      })),
    );
    await block(since);
    const { sent } = await send();
    expect(sent.map(({ to }) => to.address).toSorted()).toEqual(
      [before.email, since.email, unwilling.email].toSorted(),
    );
  });

  it("skips users who were blocked, removed or unsubscribed in the meantime", async () => {
    const [blocked, unwilling, removed] = [await people.user(), await people.user(), await people.user()];
    await notifyPeople([blocked, unwilling, removed], "result", "“River poster” has a winner.");
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
    await emailOutbox(server.db).choose(unwilling.id, "results", false);
    await server.db
      .update(users)
      .set({ email: null, name: "", removedAt: clock.now() })
      .where(eq(users.id, removed.id));
    const { sent, ends } = await send();
    expect(sent).toEqual([]);
    expect(ends.map(([, because]) => because).sort()).toEqual([
      "no longer wanted",
      "the account is blocked",
      "the account was removed",
    ]);
  });

  it("uses the current address and the user's own unsubscribe token", async () => {
    const ann = await people.user();
    await notifyPeople([ann]);
    await server.db.update(users).set({ email: "moved@example.com" }).where(eq(users.id, ann.id));
    const { sent } = await send();
    const { stopToken } = (await server.db.select().from(letterChoices))[0]!;
    expect(sent).toMatchObject([
      {
        to: { address: "moved@example.com" },
        headers: { "List-Unsubscribe": `<http://localhost:3000/unsubscribe/${stopToken}>` },
      },
    ]);
    expect(stopToken).toMatch(/^[\w-]{24}$/);
    await notifyPeople([ann]);
    expect((await send()).sent[0]!.headers["List-Unsubscribe"]).toContain(stopToken);
  });

  it("deletes emails after the retention period, but not notifications", async () => {
    await notifyPeople([await people.user()]);
    await emailOutbox(server.db).forgetBefore(clock.now());
    expect(await stored()).toHaveLength(1);
    await emailOutbox(server.db).forgetBefore(new Date(clock.now().getTime() + 1));
    expect(await stored()).toEqual([]);
    expect(await server.db.$count(notices)).toBe(1);
  });
});
