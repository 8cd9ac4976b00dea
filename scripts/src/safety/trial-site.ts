import { eq, inArray } from "drizzle-orm";
import { openDatabase, type DatabaseLocation, type OpenDatabase } from "@conquest/server/src/database/open-database";
import { contests } from "@conquest/server/src/database/schema/contests";
import { contactMessages } from "@conquest/server/src/database/schema/messages";
import { users } from "@conquest/server/src/database/schema/people";
import { participations } from "@conquest/server/src/database/schema/taking-part";
import { verifyDerivedData } from "@conquest/server/src/database/verify-derived-data";
import { register, signIn, type ApiPerson, type SiteUrls } from "../demo/api-person";
import type { Outcome } from "./load";

const FORM = {
  image: "/media/covers/image-design-1.webp",
  description: "A trial.",
  task: "Try.",
  registrationPrice: "200",
  prize: "25000",
  tags: "Image Design Contests",
};

/** Creates users and open contests through the API; only the creator role and the approval are set in the database. */
export async function createUsersAndContests(
  site: SiteUrls,
  place: DatabaseLocation,
  count: { people: number; contests: number },
): Promise<{ people: ApiPerson[]; contestIds: string[] }> {
  const people: ApiPerson[] = [];
  for (let number = 0; number < count.people; number += 1) {
    const email = `joiner-${number}-${Date.now()}@example.com`;
    await register(site, email);
    people.push(await signIn(site, email));
  }
  const creator = `creator-${Date.now()}@example.com`;
  await register(site, creator);
  const person = await signIn(site, creator);
  const ids: string[] = [];
  await withDatabase(place, async ({ db }) => {
    await db.update(users).set({ role: "creator" }).where(eq(users.email, creator));
    for (let number = 0; number < count.contests; number += 1) {
      const deadline = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();
      const { status, body } = await person.call("POST", "/create-contest", {
        ...FORM,
        name: `Trial ${number}`,
        deadline,
      });
      if (status !== 200) throw new Error(`No contest was created: ${status} ${JSON.stringify(body)}`);
      ids.push((body as { insertedId: string }).insertedId);
    }
    await db
      .update(contests)
      .set({ status: "open", review: "approved", openedAt: new Date() })
      .where(inArray(contests.id, ids));
  });
  return { people, contestIds: ids };
}

export const countLost = (
  place: DatabaseLocation,
  { messages, joins }: Pick<Outcome, "messages" | "joins">,
): Promise<{ lost: number; contradictions: number }> =>
  withDatabase(place, async ({ db }) => {
    const stored = new Set(
      (await db.select({ message: contactMessages.message }).from(contactMessages)).map(({ message }) => message),
    );
    const rows = await db
      .select({ email: users.email, contestId: participations.contestId })
      .from(participations)
      .innerJoin(users, eq(users.id, participations.userId));
    const joined = new Set(rows.map(({ email, contestId }) => `${email} ${contestId}`));
    const lost =
      messages.filter((message) => !stored.has(message)).length +
      joins.filter(({ email, contestId }) => !joined.has(`${email} ${contestId}`)).length;
    const contradictions =
      (await verifyDerivedData(db)).reduce((sum, { wrong }) => sum + wrong.length, 0) + (rows.length - joined.size);
    return { lost, contradictions };
  });

async function withDatabase<T>(place: DatabaseLocation, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(place);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
