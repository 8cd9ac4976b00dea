import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { users } from "../database/schema/people";
import type { Database } from "../database/database";
import { throwValidationError, throwForbidden } from "./errors";
import type { Caller } from "./session";

/** An account that was not removed. */
export const isPresent = isNull(users.removedAt);

/** What a person is found by where an address may be known. Addresses are folded as they are. */
export const nameAndAddress = [sql`search_fold(${users.name})`, sql`${users.email}`];

/** The admins who can act on something: not blocked, not removed. */
export const isActiveAdmin = and(eq(users.role, "admin"), eq(users.status, "verified"), isPresent);

export async function listAdminIds(db: Database): Promise<string[]> {
  const admins = await db.select({ id: users.id }).from(users).where(isActiveAdmin);
  return admins.map(({ id }) => id);
}

/** The person of this canonical address, for themselves and for admins (or for whoever runs the server); undefined for others. */
export async function findPerson(db: Database, email: string, caller: Pick<Caller, "id" | "role"> | "operator") {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isPresent, mayAskFor(caller)));
  return person;
}

/** As {@link findPerson}, the id alone: for oneself it is known already. */
export const findPersonId = async (
  db: Database,
  email: string,
  caller: Pick<Caller, "id" | "email" | "role">,
): Promise<string | undefined> => (email === caller.email ? caller.id : (await findPerson(db, email, caller))?.id);

const mayAskFor = (caller: Pick<Caller, "id" | "role"> | "operator") =>
  caller === "operator" || caller.role === "admin" ? undefined : eq(users.id, caller.id);

/** A call that names the person who makes it can only name oneself. */
export function assertOwnEmail(email: string, caller: Pick<Caller, "email">): void {
  if (email !== caller.email) throwValidationError({ email: "This is not the address you are signed in with." });
}

/** What the site calls a person whose account was removed. */
export const FORMER_MEMBER = "Former member";
export const nameOf = (person: { name: string; removedAt: Date | null }): string =>
  person.removedAt ? FORMER_MEMBER : person.name;

/** As everybody may read it, on what the person did: of somebody who is blocked not even the name. */
export const publicNameOf = ({
  status,
  ...person
}: {
  name: string;
  status: "verified" | "blocked";
  removedAt: Date | null;
}): string => (status === "blocked" && !person.removedAt ? "Name withheld" : nameOf(person));

/** Somebody who was not removed, held. */
interface Held {
  role: Role;
  /** Not blocked. */
  isActive: boolean;
}

/** Holds those of these people who were not removed, by id: whoever changes people holds them so too. */
async function holdEach(
  tx: Database,
  ids: readonly string[],
  strength: "key share" | "share" | "no key update",
): Promise<Map<string, Held>> {
  const rows = await tx
    .select({ id: users.id, role: users.role, status: users.status })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isPresent))
    .orderBy(users.id)
    .for(strength);
  return new Map(rows.map(({ id, role, status }) => [id, { role, isActive: status === "verified" }]));
}

/** Whether a person is neither blocked nor removed; they are not removed until the transaction ends. Held no harder than a row that refers to them does. */
export const lockIfActive = async (tx: Database, id: string): Promise<boolean> =>
  (await holdEach(tx, [id], "key share")).get(id)?.isActive ?? false;

/** Refuses a caller who is not who asked any more. */
function assertStill({ id, role }: Pick<Caller, "id" | "role">, held: ReadonlyMap<string, Held>): void {
  const now = held.get(id);
  if (!now?.isActive)
    throwForbidden(
      "removed",
      "Your account was blocked or removed meanwhile. Contact us if you think this is a mistake.",
    );
  if (now.role !== role) throwForbidden("wrong_role", "An admin changed your role meanwhile. Please reload the page.");
}

/**
 * Holds whoever asks until the transaction ends: nothing is done for an account that is blocked or deleted at this moment, or by a
 * role that it has no more. With `alone` whatever else holds them so comes one after the other: what is counted of theirs stays as it is.
 */
export async function lockCaller(
  tx: Database,
  caller: Pick<Caller, "id" | "role">,
  { alone = false } = {},
): Promise<void> {
  assertStill(caller, await holdEach(tx, [caller.id], alone ? "no key update" : "share"));
}

/** {@link lockCaller}, and another person in one statement; undefined where that one was removed. */
export async function lockCallerAnd(
  tx: Database,
  caller: Pick<Caller, "id" | "role">,
  otherId: string,
): Promise<Held | undefined> {
  const held = await holdEach(tx, [caller.id, otherId], "share");
  assertStill(caller, held);
  return held.get(otherId);
}

/** Which of these people were not removed; none of them is until the transaction ends. Held no harder than a row that refers to them does. */
export async function lockExistingUsers(tx: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.param([...ids])}::text[])`, isPresent))
    .orderBy(users.id)
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}
