import { eq } from "drizzle-orm";
import type { Notice } from "@conquest/shared/contracts/messages";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { letters, notices, unprovenAddresses } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { HOUR, MINUTE } from "../../testing/test-clock";
import { notify, notifyAddress } from "../notify";
import { registerMailer } from "./register-mailer";
import { claimEmails, emailOutbox } from "./email-outbox";
import { sendEmails } from "./send-emails";
import { EmailNotSentError, type AddressedEmail } from "./transport";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

async function send(answer: () => void = () => undefined): Promise<AddressedEmail[]> {
  const sent: AddressedEmail[] = [];
  const transport = {
    async send(email: AddressedEmail) {
      sent.push(email);
      answer();
    },
    close: () => undefined,
  };
  await sendEmails(server, { transport, chance: () => 0.5, reportOutcome: () => undefined });
  return sent;
}

const to = (sent: readonly AddressedEmail[], { email }: Pick<Person, "email">) =>
  sent.filter((each) => each.to.address === email);

const notifyPerson = (person: Person, text: string, kind: Notice["kind"] = "result") =>
  notify(server.db, clock, [{ to: person.id, kind, subject: text, text, href: "/contest-details/1" }]);

async function joinAndLeave(person: Person, contestId: string, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    await api.as(person).call(joinContest, { body: { contestId, email: person.email } });
    clock.advance(250);
    await api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
    clock.advance(250);
  }
}

const aStranger = () => people.user({ email: "stranger@example.com", emailVerified: false });

describe("joining and leaving repeatedly", () => {
  it("sends a verified user one email with the current state and all amounts", async () => {
    const [creator, ann] = [await people.creator(), await people.user()];
    const id = await steps.open(creator, { name: "River poster", prize: "500" });
    await joinAndLeave(ann, id, 6);
    expect(to(await send(), ann)).toEqual([]);
    clock.advance(MINUTE);
    const sent = to(await send(), ann);
    expect(sent.map(({ subject }) => subject)).toEqual(["Refund: “River poster”, and 11 more"]);
    const [{ text }] = sent as [AddressedEmail];
    expect(text).toMatch(
      /You left “River poster”\. Your ৳500 was refunded\.[^]*You joined “River poster” and paid ৳500\. Your receipt number is 11\./,
    );
    // Each payment has its own receipt, which also states its refund.
    for (const number of [1, 3, 5, 7, 9, 11])
      expect(text.split(`http://localhost:3000/dashboard/payments/${number}\n`)).toHaveLength(3);
    expect(text).toContain("Paid: ৳3,000");
    expect(text).toContain("Refunded: ৳3,000");
    clock.advance(2 * HOUR);
    expect(to(await send(), ann)).toEqual([]);
  });

  it("sends one email about several contests, one minute after the first change", async () => {
    const [creator, ann] = [await people.creator(), await people.user()];
    const ids = [
      await steps.open(creator, { name: "River poster", prize: "500" }),
      await steps.open(creator, { name: "Kite film", prize: "500" }),
    ];
    const start = clock.now().getTime();
    for (const id of ids) await joinAndLeave(ann, id, 1);
    await joinAndLeave(ann, ids[0]!, 1);
    clock.set(new Date(start + MINUTE - 1));
    expect(to(await send(), ann)).toEqual([]);
    clock.set(new Date(start + MINUTE));
    const sent = to(await send(), ann);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).toContain("Paid: ৳1,500");
    expect(sent[0]!.text).toContain("Kite film");
  });

  it("sends pending payments immediately with the email about a cancellation", async () => {
    const [creator, ann] = [await people.creator(), await people.user()];
    await steps.join(ann, await steps.open(creator, { prize: "500" }));
    await notify(server.db, clock, [
      {
        to: ann.id,
        kind: "cancelled",
        subject: "Contest cancelled: “River poster”",
        text: "“River poster” was cancelled. Your ৳500 was refunded.",
        href: "/contest-details/1",
        amount: "৳500",
      },
    ]);
    const sent = to(await send(), ann);
    expect(sent.map(({ subject }) => subject)).toEqual(["Contest cancelled: “River poster”, and 1 more"]);
    clock.advance(MINUTE);
    expect(to(await send(), ann)).toEqual([]);
  });

  it("sends an ordinary email about a single payment", async () => {
    const [creator, ann] = [await people.creator(), await people.user()];
    await steps.join(ann, await steps.open(creator, { prize: "500" }));
    clock.advance(MINUTE);
    const sent = to(await send(), ann);
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Payment received: “.*”$/)]);
    expect(sent[0]!.text).toContain("Payment and refund confirmations can't be turned off.");
    expect(sent[0]!.text).toContain("View receipt:\nhttp://localhost:3000/dashboard/payments/1");
    expect(sent[0]!.headers).not.toHaveProperty("List-Unsubscribe");
  });
});

describe("an unverified address", () => {
  it("gets one email an hour for joining and leaving, and nothing is lost", async () => {
    const [creator, stranger] = [await people.creator(), await aStranger()];
    const id = await steps.open(creator, { name: "River poster", prize: "500" });
    await joinAndLeave(stranger, id, 6);
    const sent: AddressedEmail[] = [];
    for (let minutes = 0; minutes < 59; minutes += 1) {
      sent.push(...to(await send(), stranger));
      clock.advance(MINUTE);
      await joinAndLeave(stranger, id, 1);
    }
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).toContain("Paid: ৳3,500");
    clock.advance(5 * MINUTE);
    const next = to(await send(), stranger);
    expect(next).toHaveLength(1);
    // 6 + 59 joins in total, minus the 7 in the first email.
    expect(next[0]!.text).toContain("Refunded: ৳29,000");
    expect(
      (
        await server.db
          .select()
          .from(letters)
          .innerJoin(notices, eq(notices.id, letters.noticeId))
          .where(eq(notices.userId, stranger.id))
      ).every((row) => row.letters.sentAt !== null),
    ).toBe(true);
  });

  it("gets all other notifications in the same email, with links and opt-outs", async () => {
    const stranger = await aStranger();
    await notifyPerson(stranger, "“River poster” has a winner: Rafi.");
    const [first] = await send();
    expect(first!.subject).toBe("“River poster” has a winner: Rafi.");
    for (const part of [
      "This address isn't verified yet",
      "Verify your email: http://localhost:3000/dashboard/profile?tab=security",
      "Contact us: http://localhost:3000/contact_us",
    ])
      expect(first!.text).toContain(part);
    for (const [kind, text] of [
      ["password_changed", "Your password was changed."],
      ["role_answer", "An admin declined your request."],
      ["judge_invited", "You're invited to judge “Kite film”."],
      ["account_blocked", "An admin blocked your account."],
    ] as const)
      await notifyPerson(stranger, text, kind);
    expect(await send()).toEqual([]);
    clock.advance(HOUR);
    const [second, ...others] = await send();
    expect(others).toEqual([]);
    for (const part of [
      "Your password was changed.",
      "An admin declined",
      "“Kite film”",
      "An admin blocked",
      "Accept or decline: http://localhost:3000/contest-details/1",
      "Unsubscribe from “Results”: http://localhost:3000/unsubscribe/",
    ])
      expect(second!.text).toContain(part);
    expect(second!.headers).not.toHaveProperty("List-Unsubscribe");
  });

  it("is limited across all accounts that have or had it", async () => {
    const stranger = await aStranger();
    await notifyPerson(stranger, "“River poster” has a winner: Rafi.");
    expect(await send()).toHaveLength(1);
    await server.db.update(users).set({ email: "elsewhere@example.com" }).where(eq(users.id, stranger.id));
    await notifyAddress(server.db, clock, {
      userId: stranger.id,
      kind: "email_left",
      email: "stranger@example.com",
      subject: "Your email address was changed",
      text: "Your account's email address was changed.",
      href: "/contact_us",
    });
    const other = await people.user({ uid: "other", email: "stranger@example.com", emailVerified: false });
    await notifyPerson(other, "“Kite film” has a winner: Rafi.");
    expect(await send()).toEqual([]);
    clock.advance(HOUR);
    expect(to(await send(), { email: "stranger@example.com" })).toHaveLength(1);
    clock.advance(HOUR);
    expect(to(await send(), { email: "stranger@example.com" })).toHaveLength(1);
    clock.advance(HOUR);
    expect(await send()).toEqual([]);
  });

  it("gets all pending emails as soon as it is verified", async () => {
    const stranger = await aStranger();
    await notifyPerson(stranger, "“River poster” has a winner: Rafi.");
    await send();
    for (const name of ["Kite film", "Boat song"]) await notifyPerson(stranger, `“${name}” has a winner: Rafi.`);
    expect(await send()).toEqual([]);
    await server.signIn({ uid: stranger.uid, email: stranger.email, emailVerified: true });
    expect((await send()).map(({ subject }) => subject).sort()).toEqual([
      "“Boat song” has a winner: Rafi.",
      "“Kite film” has a winner: Rafi.",
    ]);
    await notifyPerson(stranger, "“Poem” has a winner: Rafi.");
    expect(await send()).toHaveLength(1);
  });

  it("is limited after a verified account moves to it", async () => {
    const ann = await people.user();
    await server.signIn({ uid: ann.uid, email: "stranger@example.com", emailVerified: false });
    const moved = await send();
    expect(to(moved, { email: "stranger@example.com" })).toHaveLength(1);
    await notifyPerson(ann, "“River poster” has a winner: Rafi.");
    expect(await send()).toEqual([]);
  });
});

describe("a summary email", () => {
  it("is retried with the same content and Message-ID, without newer notifications", async () => {
    const stranger = await aStranger();
    for (const name of ["A film", "A song"]) await notifyPerson(stranger, `“${name}” has a winner: Rafi.`);
    const [failed] = await send(() => {
      throw new EmailNotSentError("ESOCKET", "later");
    });
    await notifyPerson(stranger, "“A poem” has a winner: Rafi.");
    clock.advance(2 * MINUTE);
    const [first, ...others] = await send();
    expect(others).toEqual([]);
    expect([first!.messageId, first!.text]).toEqual([failed!.messageId, failed!.text]);
    clock.advance(HOUR);
    expect((await send()).map(({ subject }) => subject)).toEqual(["“A poem” has a winner: Rafi."]);
  });

  it("keeps the limit of one an hour after a server crash", async () => {
    const stranger = await aStranger();
    await notifyPerson(stranger, "“A film” has a winner: Rafi.");
    await claimEmails(server.db, clock.now(), 5);
    clock.advance(3 * MINUTE);
    expect(await send()).toEqual([]);
    clock.advance(HOUR);
    expect(await send()).toHaveLength(1);
  });

  it("omits unwanted notifications, and leaves the limit unused if none remain", async () => {
    const stranger = await aStranger();
    await notifyPerson(stranger, "“A film” has a winner: Rafi.");
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, stranger.id));
    expect(await send()).toEqual([]);
    await server.db.update(users).set({ status: "verified" }).where(eq(users.id, stranger.id));
    await notifyPerson(stranger, "“A song” has a winner: Rafi.");
    await notifyPerson(stranger, "An admin unblocked your account.", "account_unblocked");
    await emailOutbox(server.db).choose(stranger.id, "results", false);
    expect((await send()).map(({ subject }) => subject)).toEqual(["An admin unblocked your account."]);
  });
});

it("deletes the record of a sent email after an hour", async () => {
  await notifyPerson(await aStranger(), "“A film” has a winner: Rafi.");
  await send();
  const { forgetOld } = registerMailer({ addHook: () => undefined, log: { warn: () => undefined } } as never, server, {
    emailEnded: () => undefined,
  });
  await forgetOld();
  expect(await server.db.$count(unprovenAddresses)).toBe(1);
  expect(JSON.stringify(await server.db.select().from(unprovenAddresses))).not.toContain("stranger");
  clock.advance(HOUR);
  await forgetOld();
  expect(await server.db.$count(unprovenAddresses)).toBe(0);
});
