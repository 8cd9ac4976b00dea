import { eq } from "drizzle-orm";
import { getUser, listUsers, updateUser } from "@conquest/shared/contracts/users";
import { TERMS_VERSION } from "@conquest/shared/contracts/terms";
import { createSession, endSession } from "@conquest/shared/contracts/session";
import { listContests } from "@conquest/shared/contracts/listing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { sessions, users } from "../../database/schema/people";
import { callIdentityProvider } from "../../platform/identity/identity-provider-call";
import { testServer, type Person } from "../../testing/test-server";
import { DAY, HOUR, MINUTE } from "../../testing/test-clock";

const site = testServer({ config: { adminEmails: ["owner@example.com"] } });

const postJwt = (token: string | null, email: unknown, headers = {}) =>
  site.api.send({
    method: "POST",
    url: "/api/jwt",
    headers: token === null ? {} : { ...headers, authorization: `Bearer ${token}` },
    payload: { email },
  });

const getAccount = (cookie: string, email: string) =>
  site.api.send({ method: "GET", url: `/api/user/${encodeURIComponent(email)}`, headers: { cookie } });

describe("POST /jwt", () => {
  it("opens a session for the user of the token", async () => {
    const answer = await postJwt(site.identity.issue({ email: "ann@example.com", name: "Ann" }), "ann@example.com");
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true });
    expect(answer.cookies.at(-1)).toMatchObject({
      name: "conquest_session",
      httpOnly: true,
      sameSite: "Lax",
      path: "/",
      maxAge: 12 * 3600,
    });
  });

  it("stores the accepted version of the terms with a new account only", async () => {
    const version = async () => (await site.db.select({ version: users.termsVersion }).from(users))[0]!.version;
    await site.signIn({ uid: "a", email: "ann@example.com" });
    expect(await version()).toBe(TERMS_VERSION);
    await site.db.update(users).set({ termsVersion: null });
    await site.signIn({ uid: "a", email: "ann@example.com" });
    expect(await version()).toBeNull();
  });

  it.each([
    ["bn", "bn"],
    ["en", null],
    ["bn-BD,en;q=0.8", null],
  ])("stores the language of the page in a new account: %s", async (language, stored) => {
    const register = (email: string, asked: string) =>
      postJwt(site.identity.issue({ uid: "a", email }), email, { "accept-language": asked });
    expect((await register("ann@example.com", language)).statusCode).toBe(200);
    expect((await register("ann@example.com", "bn")).statusCode).toBe(200);
    expect(await site.db.select({ language: users.language }).from(users)).toEqual([{ language: stored }]);
  });

  it("stores the session id only as a hash", async () => {
    const ann = await site.people.user();
    const id = ann.cookie.split("=")[1];
    const [row] = await site.db.select().from(sessions);
    expect(row!.idHash).toMatch(/^[0-9a-f]{64}$/);
    expect(row!.idHash).not.toContain(id);
  });

  it("ignores case and spacing of the address", async () => {
    await site.signIn({ uid: "a", email: "Ann@Example.com" });
    await site.signIn({ uid: "a", email: "  ann@example.com " });
    expect(await site.db.select({ email: users.email }).from(users)).toEqual([{ email: "ann@example.com" }]);
  });

  it.each([
    ["no token", null],
    ["an invalid token", "forged"],
  ])("rejects %s with 401 and writes nothing", async (_, token) => {
    const answer = await postJwt(token, "ann@example.com");
    expect(answer.statusCode).toBe(401);
    expect(answer.json().error.code).toBe("no_session");
    expect(answer.cookies).toEqual([]);
    expect(await site.db.select().from(users)).toEqual([]);
  });

  it("rejects a token of another address", async () => {
    const answer = await postJwt(site.identity.issue({ email: "eve@example.com" }), "ann@example.com");
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error.message).toBe("Your account's email address has changed. Log in with the new one.");
    expect(await site.db.select().from(users)).toEqual([]);
  });

  it("rejects a body without an address, naming the field", async () => {
    const answer = await postJwt(site.identity.issue({ email: "ann@example.com" }), undefined);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error.fields).toEqual({ email: "This field is required" });
  });

  it("always creates the role user, whatever the body contains", async () => {
    const token = site.identity.issue({ email: "ann@example.com" });
    await site.api.send({
      method: "POST",
      url: "/api/jwt",
      headers: { authorization: `Bearer ${token}` },
      payload: { email: "ann@example.com", role: "admin", status: "verified" },
    });
    expect(await site.db.select({ role: users.role }).from(users)).toEqual([{ role: "user" }]);
  });

  it("responds 503 if the provider is unavailable", async () => {
    jest.spyOn(site.identity, "verify").mockRejectedValue(new Error("provider down"));
    const answer = await postJwt("token", "ann@example.com");
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
    expect(answer.json().error).toMatchObject({
      code: "identity_unavailable",
      message: expect.stringMatching(/^We can't log you in right now/),
    });
    expect(answer.cookies).toEqual([]);
  });

  it("times out if the provider does not respond", async () => {
    await expect(callIdentityProvider(new Promise(() => undefined), site.app.log, 1)).rejects.toMatchObject({
      statusCode: 503,
      code: "identity_unavailable",
    });
  });

  const signInOver = async (cookie: string, email: string) => {
    const authorization = `Bearer ${site.identity.issue({ email })}`;
    const answer = await site.api.send({
      method: "POST",
      url: "/api/jwt",
      headers: { authorization, cookie },
      payload: { email },
    });
    const [next] = answer.cookies.slice(-1);
    return `${next!.name}=${next!.value}`;
  };
  const statusWith = async (cookie: string) => (await getAccount(cookie, "ann@example.com")).statusCode;

  it("replaces the browser's previous session after a minute for pending requests", async () => {
    const before = await site.signIn({ email: "ann@example.com" });
    const next = await signInOver(before, "ann@example.com");
    expect(next).not.toBe(before);
    site.clock.advance(59_999);
    expect(await statusWith(before)).toBe(200);
    site.clock.advance(1);
    expect(await statusWith(before)).toBe(401);
    expect(await statusWith(next)).toBe(200);
  });

  it("ends previous sessions on sign-out or when another user signs in", async () => {
    const before = await site.signIn({ email: "ann@example.com" });
    const next = await signInOver(before, "ann@example.com");
    const elsewhere = await site.signIn({ email: "ann@example.com" });
    await site.api.send({ method: "POST", url: "/api/logout", headers: { cookie: next }, payload: {} });
    expect(await Promise.all([before, next, elsewhere].map(statusWith))).toEqual([401, 401, 200]);
    await signInOver(elsewhere, "bob@example.com");
    expect(await statusWith(elsewhere)).toBe(401);
  });
});

describe("ownership of an address", () => {
  it("denies an existing account to an unverified claim", async () => {
    const ann = await site.people.user({ email: "ann@example.com" });
    const answer = await postJwt(
      site.identity.issue({ uid: "other", email: "ann@example.com", emailVerified: false }),
      "ann@example.com",
    );
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error.code).toBe("email_in_use");
    expect(await site.db.select({ id: users.id, uid: users.uid }).from(users)).toEqual([{ id: ann.id, uid: ann.uid }]);
  });

  it("passes the account to the verified owner and ends earlier sessions", async () => {
    const squatter = await site.people.user({ email: "ann@example.com", uid: "squatter", emailVerified: false });
    const cookie = await site.signIn({ uid: "ann", email: "ann@example.com", emailVerified: true });
    expect((await getAccount(squatter.cookie, "ann@example.com")).statusCode).toBe(401);
    expect((await getAccount(cookie, "ann@example.com")).json()._id).toBe(squatter.id);
  });

  it("ends earlier sessions when an account's own address becomes verified", async () => {
    const before = await site.people.user({ email: "ann@example.com", emailVerified: false });
    await site.signIn({ uid: before.uid, email: "ann@example.com", emailVerified: true });
    expect((await getAccount(before.cookie, "ann@example.com")).statusCode).toBe(401);
  });

  it("keeps other tabs of the sign-in that verifies the address", async () => {
    const person = { uid: "ann", email: "ann@example.com", signedInAt: new Date(1000) };
    const otherTab = await site.signIn({ ...person, emailVerified: false });
    const otherBrowser = await site.signIn({ ...person, signedInAt: new Date(2000), emailVerified: false });
    const cookie = await site.signIn({ ...person, emailVerified: true });
    const answers = await Promise.all(
      [otherTab, otherBrowser, cookie].map((each) => getAccount(each, "ann@example.com")),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200]);
    expect(answers[2]!.json()).toMatchObject({ isEmailVerified: true });
  });

  it("reports a password replaced by Google's first verification, once", async () => {
    const passwordNotifications = async (cookie: string) =>
      (await site.api.as({ cookie } as Person).call(listNotices, {}))
        .filter(({ kind }) => kind === "password_changed")
        .map(({ text }) => text);
    const before = await site.people.user({ email: "ann@example.com", emailVerified: false });
    // The provider does the same: earlier sign-ins become invalid.
    site.identity.changePassword(before.uid);
    const signInWithGoogle = () => site.signIn({ uid: before.uid, email: "ann@example.com", hasPassword: false });
    await signInWithGoogle();
    expect(await passwordNotifications(await signInWithGoogle())).toEqual([
      expect.stringMatching(/^You logged in with Google, .* no longer works/),
    ]);
    // Verification by the provider's email changes no password, even without a sign-in in between.
    const proven = await site.people.user({ email: "bob@example.com", emailVerified: false });
    expect(await passwordNotifications(await site.signIn({ uid: proven.uid, email: "bob@example.com" }))).toEqual([]);
    // The earlier owner of the record had another account at the provider.
    await site.people.user({ email: "eve@example.com", uid: "squatter", emailVerified: false });
    expect(
      await passwordNotifications(await site.signIn({ uid: "eve", email: "eve@example.com", hasPassword: false })),
    ).toEqual([]);
  });

  it("follows an account to a new address unless it is taken", async () => {
    const ann = await site.people.user({ email: "ann@example.com" });
    await site.people.user({ email: "bob@example.com" });
    await site.signIn({ uid: ann.uid, email: "ann@new.example.com" });
    const answer = await postJwt(site.identity.issue({ uid: ann.uid, email: "bob@example.com" }), "bob@example.com");
    expect(answer.statusCode).toBe(403);
    const [row] = await site.db.select({ email: users.email }).from(users).where(eq(users.id, ann.id));
    expect(row!.email).toBe("ann@new.example.com");
  });
});

describe("the first admin", () => {
  const roleOf = async (email: string) =>
    (await site.db.select({ role: users.role }).from(users).where(eq(users.email, email)))[0]!.role;

  it("is created when a configured, verified address signs in", async () => {
    await site.signIn({ email: "Owner@example.com" });
    expect(await roleOf("owner@example.com")).toBe("admin");
  });

  it("is not created for an unverified address", async () => {
    await site.signIn({ uid: "o", email: "owner@example.com", emailVerified: false });
    expect(await roleOf("owner@example.com")).toBe("user");
    await site.signIn({ uid: "o", email: "owner@example.com", emailVerified: true });
    expect(await roleOf("owner@example.com")).toBe("admin");
  });

  it("is not created again after a demotion", async () => {
    await site.signIn({ email: "owner@example.com" });
    await site.db.update(users).set({ role: "user" });
    await site.signIn({ email: "owner@example.com" });
    expect(await roleOf("owner@example.com")).toBe("user");
  });
});

describe("a session", () => {
  it("ends after twelve hours without use", async () => {
    const ann = await site.people.user();
    site.clock.advance(12 * HOUR - 1);
    expect((await getAccount(ann.cookie, ann.email)).statusCode).toBe(200);
    const bob = await site.people.user();
    site.clock.advance(12 * HOUR);
    expect((await site.api.as(bob).expectError(getUser, { params: { email: bob.email } })).status).toBe(401);
  });

  it("is extended by use, for at most seven days", async () => {
    const ann = await site.people.user();
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      site.clock.advance(8 * HOUR);
      expect((await getAccount(ann.cookie, ann.email)).statusCode).toBe(200);
    }
    site.clock.advance(8 * HOUR);
    expect((await getAccount(ann.cookie, ann.email)).statusCode).toBe(401);
  });

  it("renews its cookie when used, but not on every request", async () => {
    const ann = await site.people.user();
    expect((await getAccount(ann.cookie, ann.email)).cookies).toEqual([]);
    site.clock.advance(11 * MINUTE);
    expect((await getAccount(ann.cookie, ann.email)).cookies[0]).toMatchObject({
      name: "conquest_session",
      maxAge: 12 * 3600,
    });
  });

  it("ends on the server after /logout, even with the old cookie", async () => {
    const ann = await site.people.user();
    const answer = await site.api.send({
      method: "POST",
      url: "/api/logout",
      headers: { cookie: ann.cookie },
      payload: {},
    });
    expect(answer.json()).toEqual({ success: true });
    expect(answer.cookies[0]).toMatchObject({ name: "conquest_session", value: "" });
    expect((await site.api.as(ann).expectError(getUser, { params: { email: ann.email } })).code).toBe("no_session");
  });

  it("can be ended without having one", async () => {
    expect(await site.api.call(endSession, {})).toEqual({ success: true });
  });

  it("is not opened by a forged cookie", async () => {
    expect((await getAccount("conquest_session=made-up", "ann@example.com")).statusCode).toBe(401);
  });

  it("is isolated between concurrent callers", async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => site.people.user()));
    const blocked = people.at(-1)!;
    await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
    const callers = people.flatMap((person) =>
      [person.cookie, "conquest_session=made-up", person.cookie].map((cookie) => ({ person, cookie })),
    );
    const answers = await Promise.all(callers.map(({ person, cookie }) => getAccount(cookie, person.email)));
    for (const [index, { person, cookie }] of callers.entries()) {
      const expected = cookie !== person.cookie ? 401 : person === blocked ? 403 : 200;
      expect(answers[index]!.statusCode).toBe(expected);
      if (expected === 200) expect(answers[index]!.json()).toMatchObject({ email: person.email });
    }
  });

  it("leaves no expired rows", async () => {
    await site.people.user();
    site.clock.advance(8 * DAY);
    await site.signIn({ email: "later@example.com" });
    expect(await site.db.select().from(sessions)).toHaveLength(1);
  });
});

describe("invalid sign-ins", () => {
  const open = async (token: string, cookie = "") => {
    const answer = await site.api.send({
      method: "POST",
      url: "/api/jwt",
      headers: { authorization: `Bearer ${token}`, cookie },
      payload: { email: "ann@example.com" },
    });
    const [next] = answer.cookies.slice(-1);
    return { status: answer.statusCode, cookie: next ? `${next.name}=${next.value}` : "" };
  };
  const statusWith = async (cookie: string) => (await getAccount(cookie, "ann@example.com")).statusCode;
  const signOut = (cookie: string) =>
    site.api.send({ method: "POST", url: "/api/logout", headers: { cookie }, payload: {} });

  it("a token opens sessions until it is signed out", async () => {
    const [token, elsewhere] = [
      site.identity.issue({ email: "ann@example.com" }),
      site.identity.issue({ email: "ann@example.com" }),
    ];
    const first = await open(token);
    const reloaded = await open(token, first.cookie);
    expect([first.status, reloaded.status]).toEqual([200, 200]);
    await signOut(reloaded.cookie);
    expect(await open(token)).toMatchObject({ status: 401 });
    expect(await open(elsewhere)).toMatchObject({ status: 200 });
  });

  it("signing out ends other sessions of the same sign-in", async () => {
    const token = site.identity.issue({ email: "ann@example.com" });
    const [own, taken] = [await open(token), await open(token)];
    await signOut(own.cookie);
    expect(await statusWith(taken.cookie)).toBe(401);
  });

  it("a changed password ends earlier sessions at the next sign-in", async () => {
    const before = await open(site.identity.issue({ uid: "ann", email: "ann@example.com" }));
    site.identity.changePassword("ann");
    const after = await open(site.identity.issue({ uid: "ann", email: "ann@example.com" }));
    expect([await statusWith(before.cookie), await statusWith(after.cookie)]).toEqual([401, 200]);
  });

  it("a changed password ends used sessions within minutes, without a sign-in", async () => {
    const before = await open(site.identity.issue({ uid: "ann", email: "ann@example.com" }));
    site.identity.changePassword("ann");
    site.clock.advance(11 * MINUTE);
    expect(await statusWith(before.cookie)).toBe(200);
    // Requests do not wait for the provider: the one that triggered the check continues.
    while ((await site.db.select().from(sessions)).length > 0) await new Promise(setImmediate);
    expect(await statusWith(before.cookie)).toBe(401);
  });

  it("sessions continue while the provider is unavailable", async () => {
    const { cookie } = await open(site.identity.issue({ uid: "ann", email: "ann@example.com" }));
    const lookup = jest.spyOn(site.identity, "account").mockRejectedValue(new Error("provider down"));
    site.clock.advance(11 * MINUTE);
    expect(await statusWith(cookie)).toBe(200);
    expect(lookup).toHaveBeenCalled();
    expect(await statusWith(cookie)).toBe(200);
  });

  it("the oldest sessions end beyond twenty per user", async () => {
    const cookies: string[] = [];
    for (let at = 0; at < 22; at++) {
      site.clock.advance(1000);
      cookies.push((await open(site.identity.issue({ email: "ann@example.com" }))).cookie);
    }
    expect((await Promise.all(cookies.map(statusWith))).filter((status) => status === 200)).toHaveLength(20);
    expect(await statusWith(cookies[1]!)).toBe(401);
    expect(await statusWith(cookies[2]!)).toBe(200);
  });

  it("an evicted session can still be signed out", async () => {
    const first = site.identity.issue({ email: "ann@example.com" });
    const { cookie } = await open(first);
    for (let at = 0; at < 20; at++) {
      site.clock.advance(1000);
      await open(site.identity.issue({ email: "ann@example.com" }));
    }
    expect(await statusWith(cookie)).toBe(401);
    await signOut(cookie);
    expect(await open(first)).toMatchObject({ status: 401 });
  });

  it("signing in again and out invalidates older sign-ins of that browser", async () => {
    const [first, second] = [
      site.identity.issue({ email: "ann@example.com" }),
      site.identity.issue({ email: "ann@example.com" }),
    ];
    const { cookie } = await open(second, (await open(first)).cookie);
    site.clock.advance(10 * MINUTE);
    await signOut(cookie);
    expect([(await open(first)).status, (await open(second)).status]).toEqual([401, 401]);
  });

  it("one token opens at most twenty sessions, and as many about to expire", async () => {
    const token = site.identity.issue({ email: "ann@example.com" });
    const cookies: string[] = [];
    for (let at = 0; at < 50; at++) {
      const { cookie } = await open(token);
      cookies.push(cookie, (await open(token, cookie)).cookie);
      site.clock.advance(10);
    }
    expect((await Promise.all(cookies.map(statusWith))).filter((status) => status === 200)).toHaveLength(40);
  });

  it("an expired cookie is not valid for another minute", async () => {
    const token = site.identity.issue({ email: "ann@example.com" });
    const { cookie } = await open(token);
    site.clock.advance(13 * HOUR);
    await open(token, cookie);
    expect(await statusWith(cookie)).toBe(401);
  });

  it("reloading a page repeatedly keeps sessions on other devices", async () => {
    const elsewhere = await open(site.identity.issue({ email: "ann@example.com" }));
    const token = site.identity.issue({ email: "ann@example.com" });
    let { cookie } = await open(token);
    for (let at = 0; at < 25; at++) {
      site.clock.advance(1000);
      cookie = (await open(token, cookie)).cookie;
    }
    expect([await statusWith(elsewhere.cookie), await statusWith(cookie)]).toEqual([200, 200]);
  });

  it("unblocking restores no session", async () => {
    const [admin, ann] = [await site.people.admin(), await site.people.user({ email: "ann@example.com" })];
    const setStatus = (status: "verified" | "blocked") =>
      site.api.as(admin).call(updateUser, { params: { id: ann.id }, body: { status } });
    await setStatus("blocked");
    expect(await statusWith(ann.cookie)).toBe(403);
    await setStatus("verified");
    expect(await statusWith(ann.cookie)).toBe(401);
  });
});

describe("blocked and removed users", () => {
  it("are rejected at their next request with the reason", async () => {
    const ann = await site.people.user();
    await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, ann.id));
    expect(await site.api.as(ann).expectError(listUsers, {})).toMatchObject({ status: 403, code: "blocked" });
    expect(await site.api.as(ann).call(listContests, {})).toEqual([]);
  });

  it("are rejected when they sign in", async () => {
    const ann = await site.people.user({ email: "ann@example.com" });
    await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, ann.id));
    const answer = await postJwt(site.identity.issue({ uid: ann.uid, email: "ann@example.com" }), "ann@example.com");
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error).toMatchObject({ code: "blocked", message: expect.stringMatching(/blocked/) });
  });

  it("lose admin permissions at the next request after a demotion", async () => {
    const admin = await site.people.admin();
    await site.people.user();
    expect(await site.api.as(admin).call(listUsers, {})).toHaveLength(2);
    await site.db.update(users).set({ role: "user" }).where(eq(users.id, admin.id));
    expect(await site.api.as(admin).call(listUsers, {})).toHaveLength(1);
  });
});

describe("a cross-site write", () => {
  const write = (headers: Record<string, string>) =>
    site.api.send({ method: createSession.method, url: "/api/logout", headers, payload: {} });

  it.each([
    ["its Origin", { origin: "https://evil.example" }],
    ["a sandboxed Origin", { origin: "null" }],
    ["Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
    ["Sec-Fetch-Site of the same domain", { "sec-fetch-site": "same-site" }],
  ])("is rejected by %s", async (_, headers) => {
    expect((await write(headers)).json().error.code).toBe("foreign_origin");
  });

  it.each([
    ["the site", { origin: "http://localhost:3000" }],
    ["the same host by another name", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }],
    ["a client that is not a browser", {}],
  ])("is not assumed for %s", async (_, headers: Record<string, string>) => {
    expect((await write(headers)).statusCode).toBe(200);
  });

  it("cannot be hidden in a form's content type", async () => {
    const ann = await site.people.user();
    const answer = await site.api.send({
      method: "POST",
      url: "/api/logout",
      headers: { cookie: ann.cookie, "content-type": "text/plain" },
      payload: "{}",
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe("an HTTPS site behind an untrusted proxy", () => {
  const secure = testServer({ config: { publicUrl: "https://conquest.example" } });
  const codeOf = async (origin: string, host = "conquest.example") =>
    (await secure.api.send({ method: "POST", url: "/api/logout", headers: { origin, host }, payload: {} })).statusCode;

  it("accepts its own origin only with https", async () => {
    expect(await codeOf("https://conquest.example")).toBe(200);
    expect(await codeOf("http://conquest.example")).toBe(403);
    expect(await codeOf("http://127.0.0.1:3000", "127.0.0.1:3000")).toBe(403);
  });
});
