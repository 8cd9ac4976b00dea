import { eq } from "drizzle-orm";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { letters, notices, unprovenAddresses } from "../../../database/schema/messages";
import { registerMailer } from "../../../platform/email/register-mailer";
import { sendEmails } from "../../../platform/email/send-emails";
import { EmailNotSentError, type AddressedEmail } from "../../../platform/email/transport";
import { contestSteps } from "../../../testing/contest-steps";
import { DAY, HOUR, MINUTE } from "../../../testing/test-clock";
import { testServer, type Person } from "../../../testing/test-server";

const site = testServer();
const { api, people, clock } = site;
const steps = contestSteps(site);

async function send(answer: (email: AddressedEmail) => unknown = () => undefined): Promise<AddressedEmail[]> {
  const sent: AddressedEmail[] = [];
  const transport = {
    async send(email: AddressedEmail) {
      sent.push(email);
      await answer(email);
    },
    close: () => undefined,
  };
  await sendEmails(site, { transport, chance: () => 0.5, reportOutcome: () => undefined });
  return sent;
}

const sendTo = async ({ email }: Person) => (await send()).filter(({ to }) => to.address === email);

const join = (person: Person, contestId: string) =>
  api.as(person).call(joinContest, { body: { contestId, email: person.email } });
const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });

async function deleteAccountOf(person: Person, emailVerified = true): Promise<void> {
  const { ends } = await api.as(person).call(previewDeletion, {});
  const token = site.identity.issue({ ...person, emailVerified, signedInAt: clock.now() });
  const answer = await api
    .as(person)
    .send({
      method: "DELETE",
      url: `/api${deleteAccount.path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: ends,
    });
  expect(answer.statusCode).toBe(200);
}

const contest = async (name: string, prize: string) => steps.open(await people.creator(), { name, prize });

const queuedFor = (person: Person) =>
  site.db
    .select({ kind: notices.kind, toAddress: letters.toAddress })
    .from(notices)
    .leftJoin(letters, eq(letters.noticeId, notices.id))
    .where(eq(notices.userId, person.id));

async function expectNothingStored(person: Person): Promise<void> {
  expect(await queuedFor(person)).toEqual([]);
  const stored = [await site.db.select().from(letters), await site.db.select().from(unprovenAddresses)];
  expect(JSON.stringify(stored)).not.toContain(person.email);
}

it("sends pending confirmations at once, with the refunds of the deletion", async () => {
  const ann = await people.user({ name: "Ann" });
  const [left, joined] = [await contest("River poster", "300"), await contest("Kite film", "3000")];
  for (const id of [left, joined]) await join(ann, id);
  await leave(ann, left);
  await deleteAccountOf(ann);
  const [email, ...others] = await sendTo(ann);
  expect(others).toEqual([]);
  expect(email!.subject).toBe("Your account was deleted, and 3 more");
  for (const part of [
    "Hi,\n\nYour account was deleted, and we refunded you ৳3,000.\nYou left “Kite film”: ৳3,000 was refunded, refund number 4.",
    "You left “River poster”. Your ৳300 was refunded.",
    "- You joined “Kite film” and paid ৳3,000. Your receipt number is 2.\n\n",
    "Paid: ৳3,300",
    "Refunded: ৳3,300",
    "If you didn't delete it, contact us right away.\n\n- You left “River poster”",
    "Contact us:\nhttp://localhost:3000/contact_us",
  ])
    expect(email!.text).toContain(part);
  expect(email!.text).not.toContain("/dashboard");
  await expectNothingStored(ann);
  clock.advance(2 * HOUR);
  expect(await sendTo(ann)).toEqual([]);
});

it("says which payments were not returned, and why", async () => {
  const [ann, bob] = [await people.user(), await people.user()];
  const [submitted, closed] = [
    await steps.open(await people.creator(), {
      name: "River poster",
      prize: "500",
      deadline: new Date(clock.now().getTime() + 3 * DAY).toISOString(),
    }),
    await contest("Kite film", "700"),
  ];
  for (const id of [submitted, closed]) for (const person of [ann, bob]) await join(person, id);
  await steps.submit(ann, submitted);
  await steps.submit(bob, closed);
  clock.advance(DAY);
  await send();
  const then = await site.signInAgain(ann);
  expect((await api.as(then).call(previewDeletion, {})).stays).toEqual({
    count: 2,
    total: 1200,
    submitted: { count: 1, total: 500 },
  });
  await deleteAccountOf(then);
  const [email] = await sendTo(ann);
  expect(email!.subject).toBe("Your account was deleted");
  for (const part of [
    "Your account was deleted, and you were logged out everywhere.",
    "You didn't get back ৳500 for “River poster” because you submitted an entry.",
    "You didn't get back ৳700 for “Kite film” because its deadline has passed.",
  ])
    expect(email!.text).toContain(part);
  expect(email!.text).not.toContain("Refunded:");
});

it("tells a creator which contests were cancelled", async () => {
  const creator = await people.creator();
  await join(await people.user(), await steps.open(creator, { prize: "300" }));
  await steps.create(creator);
  await deleteAccountOf(creator);
  const [email] = await sendTo(creator);
  expect(email!.text).toContain("We cancelled 2 contests you created and refunded 1 payment, ৳300 in total.");
});

it("retries after a failure under the same Message-ID, then forgets the address", async () => {
  const ann = await people.user();
  await join(ann, await contest("River poster", "300"));
  await deleteAccountOf(ann);
  const names = new Set<string>();
  const failing = (email: AddressedEmail) => {
    names.add(email.messageId);
    throw new EmailNotSentError("ESOCKET", "later");
  };
  await send(failing);
  expect(await queuedFor(ann)).toEqual([
    { kind: "joined", toAddress: ann.email },
    { kind: "account_deleted", toAddress: ann.email },
  ]);
  expect(await sendTo(ann)).toEqual([]);
  clock.advance(3 * MINUTE);
  const [email] = await sendTo(ann);
  expect([...names]).toEqual([email!.messageId]);
  expect(email!.text).toContain("Your receipt number is 1.");
  await expectNothingStored(ann);
});

it("forgets the address if the mail server rejects it", async () => {
  const ann = await people.user();
  await join(ann, await contest("River poster", "300"));
  await deleteAccountOf(ann);
  await send(() => {
    throw new EmailNotSentError("EENVELOPE 550", "email");
  });
  await expectNothingStored(ann);
});

it("forgets the address if emails are off, and at the latest after the retention period", async () => {
  const [ann, bob] = [await people.user(), await people.user()];
  for (const person of [ann, bob]) await join(person, await contest("River poster", "300"));
  const app = { addHook: () => undefined, log: { warn: () => undefined } } as never;
  const mailer = registerMailer(
    app,
    { ...site, config: { ...site.config, mail: { kind: "off" } } },
    { emailEnded: () => undefined },
  );
  await deleteAccountOf(ann);
  await mailer.send();
  await expectNothingStored(ann);
  await deleteAccountOf(bob);
  clock.advance(31 * DAY);
  await mailer.forgetOld();
  await expectNothingStored(bob);
});

it("forgets the address if the account is deleted while its email is being sent", async () => {
  const ann = await people.user();
  await join(ann, await contest("River poster", "300"));
  clock.advance(MINUTE);
  const sent = await send(({ subject }) => (/^Payment/.test(subject) ? deleteAccountOf(ann) : undefined));
  expect(sent.map(({ subject }) => subject).filter((subject) => /Payment|deleted/.test(subject))).toEqual([
    "Payment received: “River poster”",
    "Your account was deleted",
  ]);
  await expectNothingStored(ann);
});

it("reaches an unverified address at once, even after an email in the same hour", async () => {
  const register = (uid: string) => people.user({ uid, email: "stranger@example.com", emailVerified: false });
  const stranger = await register("stranger");
  const id = await contest("River poster", "300");
  await join(stranger, id);
  clock.advance(MINUTE);
  expect(await sendTo(stranger)).toHaveLength(1);
  await leave(stranger, id);
  await deleteAccountOf(stranger, false);
  const [email] = await sendTo(stranger);
  expect(email!.subject).toBe("Your account was deleted, and 1 more");
  await expectNothingStored(stranger);

  // Registering and deleting in a loop sends one such email an hour.
  await deleteAccountOf(await register("again"), false);
  expect(await sendTo(stranger)).toEqual([]);
  clock.advance(HOUR);
  expect(await sendTo(stranger)).toHaveLength(1);
});

it("sends pending confirmations of a user whom an admin removes", async () => {
  const [admin, ann] = [await people.admin(), await people.user()];
  await join(ann, await contest("River poster", "300"));
  await api.as(admin).call(deleteUser, { params: { id: ann.id }, body: { reason: "Spam" } });
  const [email] = await sendTo(ann);
  expect(email!.subject).toBe("Your account was removed, and 1 more");
  expect(email!.text).toContain("You joined “River poster” and paid ৳300.");
  await expectNothingStored(ann);
});
