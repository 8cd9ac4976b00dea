import { eq } from "drizzle-orm";
import { sessions, users } from "../database/schema/people";
import { testServer } from "./test-server";

const site = testServer();

it("inserts the same rows as a first sign-in", async () => {
  const rowsOf = async (email: string) => {
    const [row] = await site.db
      .select()
      .from(users)
      .innerJoin(sessions, eq(sessions.userId, users.id))
      .where(eq(users.email, email));
    const { id, uid, email: _email, name, ...user } = row!.users;
    const { idHash, userId, signedInAt, ...session } = row!.sessions;
    expect({ id: typeof id, uid, name, idHash: idHash.length }).toEqual({
      id: "string",
      uid: `uid-of-${email}`,
      name: "Ann Lee",
      idHash: 64,
    });
    expect(userId).toBe(id);
    expect(signedInAt).toBeInstanceOf(Date);
    return { user, session };
  };
  const inserted = await site.people.user({ name: " Ann Lee" });
  const cookie = await site.signIn({ email: "ann@example.com", name: " Ann Lee" });
  expect(await rowsOf(inserted.email)).toEqual(await rowsOf("ann@example.com"));
  expect(inserted.cookie.replace(/=.*/, "")).toBe(cookie.replace(/=.*/, ""));
});
