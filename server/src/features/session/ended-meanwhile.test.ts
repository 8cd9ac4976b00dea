import { eq } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sessions, users } from "../../database/schema/people";
import { aServer, type Person } from "../../testing/a-server";

/** As the server's own clock and the provider's do, these signs-in lie seconds apart. */
const at = (seconds: number) => new Date(seconds * 1000);

describe("a sign-in that the provider has vouched for, and that waits", () => {
  const site = aServer();

  /** What the rest of a call does, when the server comes to it. */
  const goOn = ({ id, uid }: Person, signedInAt: Date) => {
    const request = { cookies: {}, headers: {} } as unknown as FastifyRequest;
    const reply = { setCookie: () => reply } as unknown as FastifyReply;
    return site.app.sessions.start({ userId: id, uid, signedInAt, validSince: at(0) }, request, reply);
  };
  const put = (ann: Person, to: Partial<typeof users.$inferInsert>) => site.db.update(users).set(to).where(eq(users.id, ann.id));

  it("opens a session where nothing has happened since", async () => {
    const ann = await site.people.user();
    const before = await site.db.$count(sessions);
    expect(await goOn(ann, at(50))).toBe(true);
    expect(await site.db.$count(sessions)).toBe(before + 1);
  });

  it.each([
    ["the password was changed", { signInsValidSince: at(51) }],
    ["the person was blocked", { status: "blocked" as const }],
    ["the person was removed", { removedAt: at(51), email: null, name: "", image: "" }],
    ["another account has proven that the address is its own", { uid: "another" }],
  ])("opens none where %s", async (_, change) => {
    const ann = await site.people.user();
    await put(ann, change);
    const before = await site.db.select().from(sessions);
    expect(await goOn(ann, at(50))).toBe(false);
    expect(await site.db.select().from(sessions)).toEqual(before);
  });

  it("with the old password opens none, whoever comes first with the new one", async () => {
    const ann = await site.people.user({ email: "ann@example.com" });
    const old = site.identity.issue({ uid: ann.uid, email: ann.email });
    const { verify } = site.identity;
    site.identity.verify = async (token) => {
      const vouched = await verify(token);
      if (token === old) {
        site.identity.changePassword(ann.uid);
        await site.signedInAgain(ann);
      }
      return vouched;
    };
    const answer = await site.api.send({ method: "POST", url: "/api/jwt", headers: { authorization: `Bearer ${old}` }, payload: { email: ann.email } });
    expect(answer.statusCode).toBe(401);
    expect(answer.cookies).toEqual([]);
    expect(await site.db.$count(sessions)).toBe(1);
  });
});
