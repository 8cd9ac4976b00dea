import { eq } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { endOtherSessions } from "@conquest/shared/contracts/account";
import { sessions, users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";

/** Sign-ins are seconds apart, as on the clocks of server and provider. */
const at = (seconds: number) => new Date(seconds * 1000);

describe("a verified sign-in that is delayed", () => {
  const site = testServer();

  /** Continues the call after the provider's verification. */
  const startSession = ({ id, uid }: Person, signedInAt: Date) => {
    const request = { cookies: {}, headers: {} } as unknown as FastifyRequest;
    const reply = { setCookie: () => reply } as unknown as FastifyReply;
    return site.app.sessions.start(
      { userId: id, uid, hasPassword: true, signedInAt, validSince: at(0) },
      request,
      reply,
    );
  };
  const updateUser = (ann: Person, to: Partial<typeof users.$inferInsert>) =>
    site.db.update(users).set(to).where(eq(users.id, ann.id));

  it("opens a session if nothing has happened since", async () => {
    const ann = await site.people.user();
    const before = await site.db.$count(sessions);
    expect(await startSession(ann, at(50))).toBe(true);
    expect(await site.db.$count(sessions)).toBe(before + 1);
  });

  it.each([
    ["the password was changed", { signInsValidSince: at(51) }],
    ["the person was blocked", { status: "blocked" as const }],
    ["the person was removed", { removedAt: at(51), email: null, name: "", image: "" }],
    ["another account has verified the address", { uid: "another" }],
  ])("opens no session if %s", async (_, change) => {
    const ann = await site.people.user();
    await updateUser(ann, change);
    const before = await site.db.select().from(sessions);
    expect(await startSession(ann, at(50))).toBe(false);
    expect(await site.db.select().from(sessions)).toEqual(before);
  });

  /** Runs `meanwhile` before the provider's response about token `old` arrives. */
  function duringVerification(old: string, meanwhile: () => Promise<unknown>) {
    const { verify } = site.identity;
    site.identity.verify = async (token) => {
      const vouched = await verify(token);
      if (token === old) await meanwhile();
      return vouched;
    };
  }
  const open = async (token: string, email: string) => {
    const answer = await site.api.send({
      method: "POST",
      url: "/api/jwt",
      headers: { authorization: `Bearer ${token}` },
      payload: { email },
    });
    return [answer.statusCode, answer.cookies.length];
  };

  it("with the old password opens no session after a new one was used", async () => {
    const ann = await site.people.user({ email: "ann@example.com" });
    const old = site.identity.issue({ uid: ann.uid, email: ann.email });
    duringVerification(old, () => {
      site.identity.changePassword(ann.uid);
      return site.signInAgain(ann);
    });
    expect(await open(old, ann.email)).toEqual([401, 0]);
    expect(await site.db.$count(sessions)).toBe(1);
  });

  it("with the old password and address neither opens a session nor restores the address", async () => {
    const ann = await site.people.user({ email: "ann@example.com" });
    const old = site.identity.issue({ uid: ann.uid, email: ann.email });
    duringVerification(old, () => {
      site.identity.changePassword(ann.uid);
      return site.signIn({ uid: ann.uid, email: "ann@elsewhere.example" });
    });
    expect(await open(old, ann.email)).toEqual([401, 0]);
    const person = eq(users.id, ann.id);
    expect(await site.db.select({ email: users.email }).from(users).where(person)).toEqual([
      { email: "ann@elsewhere.example" },
    ]);
    expect(await site.db.$count(sessions)).toBe(1);
  });

  it.each([
    ["the password was changed", (ann: Person) => void site.identity.changePassword(ann.uid)],
    ["all others were signed out", () => undefined],
  ])("does not delete the account if %s", async (_, change) => {
    const ann = await site.people.user({ email: "ann@example.com" });
    const token = site.identity.issue({
      uid: ann.uid,
      email: ann.email,
      signedInAt: new Date(Math.ceil(site.clock.now().getTime() / 1000) * 1000),
    });
    const elsewhere = { ...ann, cookie: await cookieOf(token, ann.email) };
    duringVerification(token, async () => {
      change(ann);
      await site.api.as(await site.signInAgain(ann)).call(endOtherSessions, {});
    });
    const nothing = { contestCount: 0, refundedCount: 0, refundedTotal: 0 };
    const answer = await site.api
      .as(elsewhere)
      .send({
        method: "DELETE",
        url: "/api/my-account",
        headers: { authorization: `Bearer ${token}` },
        payload: nothing,
      });
    expect(answer.json()).toMatchObject({ error: { code: "not_confirmed" } });
    expect(await site.db.select({ removedAt: users.removedAt }).from(users)).toEqual([{ removedAt: null }]);
  });

  const cookieOf = async (token: string, email: string) => {
    const [cookie] = (
      await site.api.send({
        method: "POST",
        url: "/api/jwt",
        headers: { authorization: `Bearer ${token}` },
        payload: { email },
      })
    ).cookies.slice(-1);
    return `${cookie!.name}=${cookie!.value}`;
  };
});
