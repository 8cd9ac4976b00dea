import { getUser } from "@conquest/shared/contracts/users";
import { listNotices } from "@conquest/shared/contracts/messages";
import { chooseEmailPreferences, listEmailPreferences } from "@conquest/shared/contracts/email-preferences";
import { eq } from "drizzle-orm";
import { letters, notices } from "../../database/schema/messages";
import { sessions, users } from "../../database/schema/people";
import { sendEmails } from "../../platform/email/send-emails";
import type { AddressedEmail } from "../../platform/email/transport";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { MINUTE } from "../../testing/test-clock";

describe("account notifications", () => {
  const site = testServer();
  const { api, people, clock, identity } = site;

  async function sendDueEmails(): Promise<{ to: string; subject: string; text: string }[]> {
    const captured: AddressedEmail[] = [];
    await sendEmails(site, {
      transport: { send: async (email) => void captured.push(email), close: () => undefined },
      reportOutcome: () => undefined,
    });
    return captured
      .map(({ to, subject, text }) => ({ to: to.address, subject, text }))
      .sort((one, other) => (one.to < other.to ? -1 : 1));
  }
  const notificationKindsOf = async (person: Pick<Person, "cookie">) =>
    (await api.as(person as Person).call(listNotices, {})).map(({ kind }) => kind);

  it("report a new password once, at the next sign-in", async () => {
    const ann = await people.user({ email: "ann@example.com" });
    expect(await notificationKindsOf(await site.signInAgain(ann))).toEqual([]);
    identity.changePassword(ann.uid);
    for (let nth = 0; nth < 3; nth += 1) await site.signInAgain(ann);
    const back = await site.signInAgain(ann);
    expect(await notificationKindsOf(back)).toEqual(["password_changed"]);
    expect(await sendDueEmails()).toEqual([
      {
        to: "ann@example.com",
        subject: "Your password was changed",
        text: expect.stringMatching(/If this wasn't you, reset your password right away/) as string,
      },
    ]);
    identity.changePassword(ann.uid);
    expect(await notificationKindsOf(await site.signInAgain(ann))).toEqual(["password_changed", "password_changed"]);
  });

  it("report a new password without a sign-in within minutes of use, once", async () => {
    const ann = await people.user({ email: "ann@example.com" });
    identity.changePassword(ann.uid);
    clock.advance(11 * MINUTE);
    await api.as(ann).call(getUser, { params: { email: ann.email } });
    while ((await site.db.select().from(sessions)).length > 0) await new Promise(setImmediate);
    expect((await sendDueEmails()).map(({ to }) => to)).toEqual(["ann@example.com"]);
    expect(await notificationKindsOf(await site.signInAgain(ann))).toEqual(["password_changed"]);
  });

  it("are omitted at first sign-ins and for accounts without a stored time", async () => {
    const ann = await people.user();
    await site.db.update(users).set({ signInsValidSince: null });
    identity.changePassword(ann.uid);
    expect(await notificationKindsOf(await site.signInAgain(ann))).toEqual([]);
    expect(await sendDueEmails()).toEqual([]);
  });

  it("report a new address to both addresses, in full to neither", async () => {
    const ann = await people.user({ email: "ann@example.com" });
    identity.changePassword(ann.uid);
    const cookie = await site.signIn({ uid: ann.uid, email: "ann@elsewhere.example" });
    await site.signIn({ uid: ann.uid, email: "ann@elsewhere.example" });
    expect(await notificationKindsOf({ cookie })).toEqual(["email_changed"]);
    const out = await sendDueEmails();
    expect(out.map(({ to }) => to)).toEqual(["ann@elsewhere.example", "ann@example.com"]);
    for (const { text } of out) expect(text).toMatch(/If this wasn't you, contact us/);
    expect(out[1]!.text).not.toContain("elsewhere");
    expect(out[0]!.text).not.toContain("ann@example.com");
    expect(await site.db.select().from(letters)).toMatchObject([{ toAddress: null }]);
    expect(await site.db.select().from(notices).where(eq(notices.kind, "email_left"))).toEqual([]);
  });

  it("hide the pending email to the old address from the account", async () => {
    const ann = await people.user({ email: "ann@example.com" });
    const cookie = await site.signIn({ uid: ann.uid, email: "ann@elsewhere.example" });
    expect(await site.db.$count(notices)).toBe(2);
    expect(await notificationKindsOf({ cookie })).toEqual(["email_changed"]);
    const me = await api.as({ ...ann, cookie }).call(getUser, { params: { email: "ann@elsewhere.example" } });
    expect(me).toMatchObject({ email: "ann@elsewhere.example" });
    expect(await (await api.as({ ...ann, cookie }).send({ method: "GET", url: "/api/my-data" })).body).not.toContain(
      "email_left",
    );
  });

  it("can't be turned off", async () => {
    const ann = await people.user();
    expect(
      (await api.as(ann).call(listEmailPreferences, {})).choices.find(({ topic }) => topic === "account"),
    ).toMatchObject({ isAlways: true });
    expect(
      await api.as(ann).expectError(chooseEmailPreferences, { body: { topic: "account", isWanted: false } }),
    ).toMatchObject({ status: 409 });
  });
});

describeOnPostgres("a password change seen by several servers", () => {
  const site = testServer({ needsPostgres: true });

  it("is reported once", async () => {
    const ann = await site.people.user();
    site.identity.changePassword(ann.uid);
    await Promise.all(Array.from({ length: 6 }, () => site.signInAgain(ann)));
    expect(await site.db.select({ kind: notices.kind }).from(notices)).toEqual([{ kind: "password_changed" }]);
    expect(await site.db.$count(letters)).toBe(1);
  });
});
