import { getUser } from "@conquest/shared/contracts/users";
import { listNotices } from "@conquest/shared/contracts/messages";
import { chooseEmailPreferences, listEmailPreferences } from "@conquest/shared/contracts/email-preferences";
import { eq } from "drizzle-orm";
import { letters, notices } from "../../database/schema/messages";
import { sessions, users } from "../../database/schema/people";
import { sendEmails } from "../../platform/email/send-emails";
import type { Addressed } from "../../platform/email/transport";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { MINUTE } from "../../testing/test-clock";

describe("what happens to an account", () => {
  const site = testServer();
  const { api, people, clock, identity } = site;

  async function sent(): Promise<{ to: string; subject: string; text: string }[]> {
    const out: Addressed[] = [];
    await sendEmails(site, {
      transport: { send: async (letter) => void out.push(letter), close: () => undefined },
      heard: () => undefined,
    });
    return out
      .map(({ to, subject, text }) => ({ to: to.address, subject, text }))
      .sort((one, other) => (one.to < other.to ? -1 : 1));
  }
  const told = async (person: Pick<Person, "cookie">) =>
    (await api.as(person as Person).call(listNotices, {})).map(({ kind }) => kind);

  it("a new password is told once, however often somebody signs in after it", async () => {
    const ann = await people.user({ email: "ann@example.com" });
    expect(await told(await site.signedInAgain(ann))).toEqual([]);
    identity.changePassword(ann.uid);
    for (let nth = 0; nth < 3; nth += 1) await site.signedInAgain(ann);
    const back = await site.signedInAgain(ann);
    expect(await told(back)).toEqual(["password_changed"]);
    expect(await sent()).toEqual([
      {
        to: "ann@example.com",
        subject: "Your password was changed, and you were signed out everywhere else",
        text: expect.stringMatching(/If that was not you, choose a new password at once/) as string,
      },
    ]);
    identity.changePassword(ann.uid);
    expect(await told(await site.signedInAgain(ann))).toEqual(["password_changed", "password_changed"]);
  });

  it("a new password is told also where nobody signs in after it, within minutes of use, and once", async () => {
    const ann = await people.user({ email: "ann@example.com" });
    identity.changePassword(ann.uid);
    clock.advance(11 * MINUTE);
    await api.as(ann).call(getUser, { params: { email: ann.email } });
    while ((await site.db.select().from(sessions)).length > 0) await new Promise(setImmediate);
    expect((await sent()).map(({ to }) => to)).toEqual(["ann@example.com"]);
    expect(await told(await site.signedInAgain(ann))).toEqual(["password_changed"]);
  });

  it("says nothing to whoever signs in for the first time, also with an account that is older than this is kept", async () => {
    const ann = await people.user();
    await site.db.update(users).set({ signInsValidSince: null });
    identity.changePassword(ann.uid);
    expect(await told(await site.signedInAgain(ann))).toEqual([]);
    expect(await sent()).toEqual([]);
  });

  it("another address is told at both, in full to neither, and is no new password", async () => {
    const ann = await people.user({ email: "ann@example.com" });
    identity.changePassword(ann.uid);
    const cookie = await site.signIn({ uid: ann.uid, email: "ann@elsewhere.example" });
    await site.signIn({ uid: ann.uid, email: "ann@elsewhere.example" });
    expect(await told({ cookie })).toEqual(["email_changed"]);
    const out = await sent();
    expect(out.map(({ to }) => to)).toEqual(["ann@elsewhere.example", "ann@example.com"]);
    for (const { text } of out) expect(text).toMatch(/If that was not you, contact us/);
    expect(out[1]!.text).not.toContain("elsewhere");
    expect(out[0]!.text).not.toContain("ann@example.com");
    // Nothing holds the old one any more.
    expect(await site.db.select().from(letters)).toMatchObject([{ toAddress: null }]);
    expect(await site.db.select().from(notices).where(eq(notices.kind, "email_left"))).toEqual([]);
  });

  it("what goes to the old address is on nobody's page while it waits", async () => {
    const ann = await people.user({ email: "ann@example.com" });
    const cookie = await site.signIn({ uid: ann.uid, email: "ann@elsewhere.example" });
    expect(await site.db.$count(notices)).toBe(2);
    expect(await told({ cookie })).toEqual(["email_changed"]);
    const me = await api.as({ ...ann, cookie }).call(getUser, { params: { email: "ann@elsewhere.example" } });
    expect(me).toMatchObject({ email: "ann@elsewhere.example" });
    expect(await (await api.as({ ...ann, cookie }).send({ method: "GET", url: "/api/my-data" })).body).not.toContain(
      "email_left",
    );
  });

  it("cannot be switched off", async () => {
    const ann = await people.user();
    expect(
      (await api.as(ann).call(listEmailPreferences, {})).choices.find(({ topic }) => topic === "account"),
    ).toMatchObject({ isAlways: true });
    expect(
      await api.as(ann).refusal(chooseEmailPreferences, { body: { topic: "account", isWanted: false } }),
    ).toMatchObject({ status: 409 });
  });
});

describeOnPostgres("a new password that several servers hear of at once", () => {
  const site = testServer({ needsPostgres: true });

  it("is told once", async () => {
    const ann = await site.people.user();
    site.identity.changePassword(ann.uid);
    await Promise.all(Array.from({ length: 6 }, () => site.signedInAgain(ann)));
    expect(await site.db.select({ kind: notices.kind }).from(notices)).toEqual([{ kind: "password_changed" }]);
    expect(await site.db.$count(letters)).toBe(1);
  });
});
