import { eq } from "drizzle-orm";
import { listNotices } from "@conquest/shared/contracts/messages";
import { deleteUser, getUser, listUsers, listUsersExcept, updateUser } from "@conquest/shared/contracts/users";
import { letters, notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { emailOutbox } from "../../platform/email/email-outbox";
import { sendEmails } from "../../platform/email/send-emails";
import { EmailNotSentError, type AddressedEmail } from "../../platform/email/transport";
import { testServer, type Person } from "../../testing/test-server";

const site = testServer();
const { api, people } = site;

const BLOCKED = "Your account is blocked. Contact us if you think this is a mistake.";
const REMOVED = "This account was removed. Contact us.";

const set = (admin: Person, person: Person, status: "blocked" | "verified", reason?: string) =>
  api
    .as(admin)
    .call(updateUser, { params: { id: person.id }, body: { status, ...(reason !== undefined && { reason }) } });
const remove = (admin: Person, person: Person, reason?: string) =>
  api.as(admin).call(deleteUser, { params: { id: person.id }, body: reason === undefined ? {} : { reason } });

async function signInError(
  person: Parameters<typeof site.signIn>[0],
): Promise<{ code: string; message: string } | null> {
  const answer = await site.app.inject({
    method: "POST",
    url: "/api/jwt",
    headers: { authorization: `Bearer ${site.identity.issue(person)}` },
    payload: { email: person.email },
  });
  return answer.statusCode === 200 ? null : (answer.json() as { error: { code: string; message: string } }).error;
}

async function sendDueEmails(onSend: (email: AddressedEmail) => void = () => undefined): Promise<AddressedEmail[]> {
  const sentEmails: AddressedEmail[] = [];
  const send = async (email: AddressedEmail) => {
    sentEmails.push(email);
    onSend(email);
  };
  await sendEmails(site, {
    transport: { send, close: () => undefined },
    chance: () => 0.5,
    reportOutcome: () => undefined,
  });
  return sentEmails;
}

describe("a blocked user", () => {
  it("gets the reason in an open session and at sign-in", async () => {
    const [admin, ann] = [await people.admin(), await people.user({ uid: "ann" })];
    await set(admin, ann, "blocked", "  The same advertisement nine times.  ");
    const message = `${BLOCKED} Reason: The same advertisement nine times.`;
    expect(await api.as(ann).expectError(getUser, { params: { email: ann.email } })).toMatchObject({
      status: 403,
      code: "blocked",
      message,
    });
    expect(await signInError({ uid: "ann", email: ann.email })).toMatchObject({ code: "blocked", message });
  });

  it("gets a message without a reason if none was given", async () => {
    const [admin, ann] = [await people.admin(), await people.user()];
    await set(admin, ann, "blocked");
    expect(await api.as(ann).expectError(getUser, { params: { email: ann.email } })).toMatchObject({
      status: 403,
      code: "blocked",
      message: BLOCKED,
    });
  });

  it("does not disclose the reason to an unverified account with the address", async () => {
    const [admin, ann] = [await people.admin(), await people.user({ uid: "ann", email: "ann@example.com" })];
    await set(admin, ann, "blocked", "Spam.");
    expect(await signInError({ uid: "eve", email: "ann@example.com", emailVerified: false })).toMatchObject({
      code: "blocked",
      message: BLOCKED,
    });
    expect(await signInError({ uid: "ann-by-google", email: "ann@example.com", emailVerified: true })).toMatchObject({
      code: "blocked",
      message: `${BLOCKED} Reason: Spam.`,
    });
    expect(await signInError({ uid: "ann", email: "ann@example.com", emailVerified: false })).toMatchObject({
      message: `${BLOCKED} Reason: Spam.`,
    });
  });

  it("gets one email with the reason", async () => {
    const [admin, ann] = [await people.admin(), await people.user({ name: "Ann" })];
    await set(admin, ann, "blocked", "Spam.");
    const [sent, ...others] = await sendDueEmails();
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ to: { name: "Ann", address: ann.email }, subject: "Your account was blocked" });
    expect(sent!.text).toContain("Reason: Spam.");
    expect(sent!.text).toContain("/contact_us");
  });

  it("is notified and can sign in after unblocking, and the reason is deleted", async () => {
    const [admin, ann] = [await people.admin(), await people.user({ uid: "ann" })];
    await set(admin, ann, "blocked", "Spam.");
    await set(admin, ann, "verified");
    expect(await signInError({ uid: "ann", email: ann.email })).toBeNull();
    expect((await site.db.select().from(users).where(eq(users.id, ann.id)))[0]).toMatchObject({ refusedBecause: "" });
    const again = await site.signInAgain(ann);
    expect((await api.as(again).call(listNotices, {})).map(({ kind }) => kind).sort()).toEqual([
      "account_blocked",
      "account_unblocked",
    ]);
    expect((await sendDueEmails()).map(({ subject }) => subject).sort()).toEqual([
      "Your account was blocked",
      "Your account was unblocked",
    ]);
  });

  it("has a reason that only admins see", async () => {
    const [admin, creator, ann] = [await people.admin(), await people.creator(), await people.user()];
    await set(admin, ann, "blocked", "A secret reason.");
    const [row] = await api
      .as(admin)
      .call(listUsersExcept, { params: { email: admin.email }, query: { q: ann.email } });
    expect(row).toMatchObject({ status: "blocked", blockedBecause: "A secret reason." });
    for (const url of [
      "/api/all-users",
      `/api/user/${ann.email}`,
      "/api/notices",
      "/api/my-data",
      "/api/audit-trail",
    ]) {
      expect((await api.as(creator).send({ url })).body).not.toContain("secret");
    }
  });

  it("is not blocked with a reason that is too long or contains NUL", async () => {
    const [admin, ann] = [await people.admin(), await people.user()];
    for (const reason of ["a".repeat(501), "Spam\u0000"]) {
      const answer = await api
        .as(admin)
        .send({ method: "PUT", url: `/api/update-user/${ann.id}`, payload: { status: "blocked", reason } });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { error: { fields: { reason: expect.any(String) as string } } },
      ]);
    }
    expect(await api.as(ann).call(getUser, { params: { email: ann.email } })).toMatchObject({ status: "verified" });
  });
});

describe("a removed user", () => {
  it("gets the reason in an open session and at a verified sign-in", async () => {
    const [admin, ann] = [await people.admin(), await people.user({ uid: "ann", email: "ann@example.com" })];
    await remove(admin, ann, "Spam again.");
    const message = `${REMOVED} Reason: Spam again.`;
    expect(await api.as(ann).expectError(listUsers, {})).toMatchObject({ status: 403, code: "removed", message });
    expect(await signInError({ uid: "ann", email: "ann@example.com" })).toMatchObject({ code: "removed", message });
    expect(await signInError({ uid: "other", email: "ann@example.com", emailVerified: true })).toMatchObject({
      code: "removed",
      message,
    });
    expect(await signInError({ uid: "eve", email: "ann@example.com", emailVerified: false })).toMatchObject({
      code: "removed",
      message: REMOVED,
    });
  });

  it("gets no reason if none was given, even after a block with one", async () => {
    const [admin, ann] = [await people.admin(), await people.user({ uid: "ann" })];
    await set(admin, ann, "blocked", "Spam.");
    await remove(admin, ann);
    expect(await signInError({ uid: "ann", email: ann.email })).toMatchObject({ code: "removed", message: REMOVED });
  });

  it("gets a last email with the reason, then their address is deleted", async () => {
    const [admin, ann] = [await people.admin(), await people.user({ name: "Ann" })];
    await remove(admin, ann, "Spam again.");
    const [sent, ...others] = await sendDueEmails();
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ to: { name: "", address: ann.email }, subject: "Your account was removed" });
    expect(sent!.text).toContain("Reason: Spam again.");
    expect(await site.db.select().from(letters)).toEqual([]);
    expect(await site.db.select().from(notices).where(eq(notices.userId, ann.id))).toEqual([]);
  });

  it("gets it after a mail outage; the address is deleted on giving up", async () => {
    const [admin, ann, bob] = [await people.admin(), await people.user(), await people.user()];
    await remove(admin, ann, "Spam again.");
    await sendDueEmails(() => {
      throw new EmailNotSentError("ESOCKET", "later");
    });
    expect(await site.db.select({ to: letters.toAddress }).from(letters)).toEqual([{ to: ann.email }]);
    site.clock.advance(60 * 60_000);
    expect((await sendDueEmails()).map(({ to }) => to.address)).toEqual([ann.email]);
    await remove(await site.signInAgain(admin), bob);
    await sendDueEmails(() => {
      throw new EmailNotSentError("unknown mailbox", "email");
    });
    expect(await site.db.select().from(letters)).toEqual([]);
  });

  it("leaves no address if the site sends no emails", async () => {
    const [admin, ann] = [await people.admin(), await people.user()];
    await remove(admin, ann, "Spam again.");
    expect(await emailOutbox(site.db).giveUpDue(site.clock.now(), "emails are off")).toBe(1);
    expect(await site.db.select().from(letters)).toEqual([]);
    expect(await site.db.select().from(notices).where(eq(notices.userId, ann.id))).toEqual([]);
  });
});

it("rejects a reason for an active user at database level", async () => {
  const ann = await people.user();
  await expect(
    site.db.update(users).set({ refusedBecause: "Spam." }).where(eq(users.id, ann.id)),
  ).rejects.toMatchObject({ cause: { constraint: "users_refused_because" } });
});
