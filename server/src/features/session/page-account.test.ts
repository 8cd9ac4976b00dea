import { getContestDetails } from "@conquest/shared/contracts/listing";
import { ACCOUNT_CHANGED, PAGE_ACCOUNT_HEADER } from "@conquest/shared/contracts/http/errors";
import { getUser, listUsersExcept, updateProfile } from "@conquest/shared/contracts/users";
import { contactMessages } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { testServer, type Person } from "../../testing/test-server";

const site = testServer();

const from = (
  page: string | null,
  { cookie }: Pick<Person, "cookie">,
  method: "GET" | "PUT" | "POST",
  path: string,
  payload?: object,
) =>
  site.api.send({
    method,
    url: `/api${path}`,
    headers: { cookie, ...(page !== null && { [PAGE_ACCOUNT_HEADER]: page }) },
    ...(payload && { payload }),
  });

describe("a page that shows another account than the one logged in", () => {
  it("changes nothing and gets a 409 with its own code", async () => {
    const [ann, bob] = [await site.people.user({ name: "Ann" }), await site.people.user({ name: "Bob" })];
    const answer = await from(ann.id, bob, "PUT", updateProfile.path, { name: "Ann of the stale page", photoUrl: "" });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      error: { code: ACCOUNT_CHANGED, message: expect.stringMatching(/now logged in to another account/) },
    });
    const names = (await site.db.select({ name: users.name }).from(users)).map(({ name }) => name).sort();
    expect(names).toEqual(["Ann", "Bob"]);
  });

  it("can't send a contact message", async () => {
    const [ann, bob] = [await site.people.user(), await site.people.user()];
    const message = { name: "Ann", email: ann.email, message: "Written by Ann before Bob came." };
    expect((await from(ann.id, bob, "POST", "/contact", message)).statusCode).toBe(409);
    expect(await site.db.$count(contactMessages)).toBe(0);
  });

  it("gets a 409 for reads instead of a 403, which would end the session", async () => {
    const [ann, bob] = [await site.people.admin(), await site.people.user()];
    for (const path of [
      getUser.path.replace(":email", bob.email),
      listUsersExcept.path.replace(":email", ann.email),
      getContestDetails.path.replace(":id", "0".repeat(24)),
    ]) {
      expect((await from(ann.id, bob, "GET", path)).json()).toMatchObject({ error: { code: ACCOUNT_CHANGED } });
    }
  });

  it("allows logging in and out and saving the new account", async () => {
    const [ann, bob] = [await site.people.user(), await site.people.user()];
    const saved = await from(ann.id, bob, "PUT", "/save-user", { name: "Bob", image: "" });
    expect(saved.json()).toMatchObject({ _id: bob.id });
    expect((await from(ann.id, bob, "POST", "/logout", {})).statusCode).toBe(200);
  });
});

it.each(["the same account", "none, as in earlier releases"])("accepts a page that names %s", async (named) => {
  const bob = await site.people.user();
  const answer = await from(named === "the same account" ? bob.id : null, bob, "PUT", updateProfile.path, {
    name: "Bob B.",
    photoUrl: "",
  });
  expect(answer.json()).toMatchObject({ _id: bob.id, name: "Bob B." });
});

it("answers 401 without a session, for any page account", async () => {
  const ann = await site.people.user();
  expect(
    (await from(ann.id, { cookie: "" }, "PUT", updateProfile.path, { name: "Ann", photoUrl: "" })).statusCode,
  ).toBe(401);
});
