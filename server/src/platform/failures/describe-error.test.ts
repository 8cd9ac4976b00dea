import { sql } from "drizzle-orm";
import { users } from "../../database/schema/people";
import { testServer } from "../../testing/test-server";
import { describeError } from "./describe-error";

const site = testServer();

const described = async (work: Promise<unknown>) =>
  JSON.stringify(
    describeError(
      await work.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );

it("names the failure and its place without row values", async () => {
  const ann = await site.people.user({ email: "ann@secret.example" });
  const row = {
    uid: ann.uid,
    email: "other@secret.example",
    name: "A secret name",
    image: "",
    createdAt: site.clock.now(),
  };
  const failure = await described(site.db.insert(users).values(row));
  expect(failure).toMatch(/users_uid/);
  expect(failure).toMatch(/insert into/);
  expect(failure).toMatch(/"code":"23505"/);
  expect(failure).not.toMatch(/secret|uid-of/);
});

it("omits values that the database quotes", async () => {
  const failure = await described(site.db.execute(sql`select ${"a secret"}::int`));
  expect(failure).toMatch(/"code":"22P02"/);
  expect(failure).not.toMatch(/secret/);
});

it("describes other errors with their message and stack", () => {
  const failure = describeError(new Error("It is broken.", { cause: new TypeError("x is undefined") }));
  expect(failure).toMatchObject({
    type: "Error",
    message: "It is broken.",
    cause: { type: "TypeError", message: "x is undefined" },
  });
  expect(JSON.stringify(failure)).toMatch(/describe-error\.test/);
});
