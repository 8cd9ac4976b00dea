import { endOneSession, endOtherSessions, listSessions } from "@conquest/shared/contracts/account";
import { getUser } from "@conquest/shared/contracts/users";
import { sessions } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";
import { HOUR, MINUTE } from "../../testing/test-clock";

const site = testServer();

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";

const open = async (email: string, token: string, userAgent = "", cookie = "") => {
  const headers = { authorization: `Bearer ${token}`, "user-agent": userAgent, cookie };
  const answer = await site.api.send({ method: "POST", url: "/api/jwt", headers, payload: { email } });
  const [next] = answer.cookies.slice(-1);
  return { status: answer.statusCode, cookie: next ? `${next.name}=${next.value}` : "" };
};
const withCookie = (person: Person, cookie: string): Person => ({ ...person, cookie });
const statusOf = async (person: Person) =>
  (await site.api.as(person).send({ method: "GET", url: `/api${getUser.path.replace(":email", person.email)}` }))
    .statusCode;
const list = (person: Person) => site.api.as(person).call(listSessions, {});

/** Signs the same user in with two browsers; returns the second sign-in's token. */
async function signInTwice() {
  const here = await site.people.user();
  site.clock.advance(MINUTE);
  const token = site.identity.issue({ email: here.email });
  const elsewhere = withCookie(here, (await open(here.email, token, FIREFOX)).cookie);
  return { here, elsewhere, token };
}

describe("GET /my-sessions", () => {
  it("lists each sign-in with its browser, the current one first", async () => {
    const { here } = await signInTwice();
    expect(await list(here)).toMatchObject([
      { isThisOne: true, device: "" },
      { isThisOne: false, device: "Firefox on Linux" },
    ]);
  });

  it("lists a browser once, however many pages it opened", async () => {
    const { here, elsewhere, token } = await signInTwice();
    const again = await open(here.email, token, FIREFOX, elsewhere.cookie);
    await open(here.email, token, FIREFOX, again.cookie);
    expect(await list(here)).toHaveLength(2);
    expect(await list(elsewhere)).toMatchObject([{ isThisOne: true }, { isThisOne: false }]);
  });

  it("excludes expired sessions and those of other users", async () => {
    const { here, elsewhere } = await signInTwice();
    await site.people.user();
    site.clock.advance(11 * HOUR);
    expect(await statusOf(here)).toBe(200);
    site.clock.advance(2 * HOUR);
    expect(await list(here)).toMatchObject([{ isThisOne: true }]);
    expect(await statusOf(elsewhere)).toBe(401);
  });

  it("stores only the browser name and no network address", async () => {
    await signInTwice();
    const stored = JSON.stringify(await site.db.select().from(sessions));
    expect(stored).toContain("Firefox on Linux");
    expect(stored).not.toMatch(/Mozilla|127\.0\.0\.1/);
  });
});

describe("DELETE /my-sessions/{id}", () => {
  const end = (person: Person, id: string) => site.api.as(person).call(endOneSession, { params: { id } });

  it("ends that sign-in at once, and its token opens no other session", async () => {
    const { here, elsewhere, token } = await signInTwice();
    const [, other] = await list(here);
    expect(await end(here, other!._id)).toEqual({ endedCount: 1 });
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 401]);
    expect((await open(here.email, token)).status).toBe(401);
  });

  it("returns 404 for sessions of other users", async () => {
    const { here } = await signInTwice();
    const [other, admin] = [await site.people.user(), await site.people.admin()];
    const [own] = await list(other);
    for (const person of [here, admin]) {
      expect(await site.api.as(person).expectError(endOneSession, { params: { id: own!._id } })).toMatchObject({
        status: 404,
        message: "This session has already ended.",
      });
    }
    expect(await statusOf(other)).toBe(200);
  });

  it("returns 404 the second time", async () => {
    const { here } = await signInTwice();
    const [, other] = await list(here);
    await end(here, other!._id);
    expect((await site.api.as(here).expectError(endOneSession, { params: { id: other!._id } })).status).toBe(404);
  });
});

describe("a browser whose sign-in was ended elsewhere", () => {
  it("learns that from its next call and its next page load", async () => {
    const { here, elsewhere, token } = await signInTwice();
    await site.api.as(here).call(endOtherSessions, {});
    const ended = /^You've been logged out: .*another device/;
    expect(await site.api.as(elsewhere).expectError(listSessions, {})).toMatchObject({
      status: 401,
      message: expect.stringMatching(ended),
    });
    const answer = await site.api.send({
      method: "POST",
      url: "/api/jwt",
      headers: { authorization: `Bearer ${token}` },
      payload: { email: here.email },
    });
    expect(answer.json().error.message).toMatch(ended);
  });

  it("gets a different message without any session", async () => {
    expect(await site.api.expectError(listSessions, {})).toMatchObject({ status: 401, message: "Log in to continue." });
  });
});

describe("DELETE /other-sessions", () => {
  it("ends all others, including those their tokens could open", async () => {
    const { here, elsewhere, token } = await signInTwice();
    const third = withCookie(here, await site.signIn({ email: here.email }));
    const stranger = await site.people.user();
    expect(await site.api.as(here).call(endOtherSessions, {})).toEqual({ endedCount: 2 });
    expect(await Promise.all([here, elsewhere, third, stranger].map(statusOf))).toEqual([200, 401, 401, 200]);
    expect((await open(here.email, token)).status).toBe(401);
    expect(await list(here)).toHaveLength(1);
  });

  it("also ends expired sign-ins whose tokens are still valid", async () => {
    const { here, token } = await signInTwice();
    site.clock.advance(11 * HOUR);
    expect(await statusOf(here)).toBe(200);
    site.clock.advance(2 * HOUR);
    await site.api.as(here).call(endOtherSessions, {});
    expect((await open(here.email, token)).status).toBe(401);
  });

  it("lets this browser continue with its next page load", async () => {
    const here = await site.people.user();
    const token = site.identity.issue({ email: here.email });
    const first = await open(here.email, token);
    await site.api.as(withCookie(here, first.cookie)).call(endOtherSessions, {});
    expect(await statusOf(here)).toBe(401);
    expect((await open(here.email, token, "", first.cookie)).status).toBe(200);
  });
});
