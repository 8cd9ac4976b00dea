import { eq } from "drizzle-orm";
import { listUsers } from "@conquest/shared/contracts/users";
import { users } from "../../database/schema/people";
import { testServer } from "../../testing/test-server";
import { makeAdmin } from "./make-admin";

const site = testServer();

it("makes an admin of a signed-in user from their next request on", async () => {
  const ann = await site.people.user();
  await site.people.user();
  expect(await site.api.as(ann).call(listUsers, {})).toHaveLength(1);
  expect(await makeAdmin(site, ann.email)).toBeNull();
  expect(await site.api.as(ann).call(listUsers, {})).toHaveLength(2);
  expect(await makeAdmin(site, ann.email)).toMatch(/already an admin/);
});

it("rejects an address that never signed in", async () => {
  expect(await makeAdmin(site, "unknown@example.com")).toMatch(/No one has logged in/);
  expect(await site.db.select().from(users)).toEqual([]);
});

it("rejects an unverified address", async () => {
  const ann = await site.people.user({ emailVerified: false });
  expect(await makeAdmin(site, ann.email)).toMatch(/.+ isn't verified/);
  expect(await site.db.select({ role: users.role }).from(users)).toEqual([{ role: "user" }]);
});

it("rejects a blocked user", async () => {
  const ann = await site.people.user();
  await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, ann.id));
  expect(await makeAdmin(site, ann.email)).toMatch(/blocked/);
  expect(await site.db.select({ role: users.role }).from(users)).toEqual([{ role: "user" }]);
});
