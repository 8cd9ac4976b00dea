import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { message, type Text } from "@conquest/shared/contracts/text/message";
import { users } from "../database/schema/people";
import type { Database } from "../database/database";
import { throwValidationError, throwForbidden } from "./errors";
import type { Caller } from "./sessions/session";

export const emailHash = (canonicalEmail: string) => createHash("sha256").update(canonicalEmail).digest("hex");

export const isPresent = isNull(users.removedAt);

/** Columns for finding a person where their email may be known. Emails need no folding: they are stored canonical. */
export const nameAndAddress = [sql`search_fold(${users.name})`, sql`${users.email}`];

export const isActiveAdmin = and(eq(users.role, "admin"), eq(users.status, "verified"), isPresent);

export async function listAdminIds(db: Database): Promise<string[]> {
  const admins = await db.select({ id: users.id }).from(users).where(isActiveAdmin);
  return admins.map(({ id }) => id);
}

/** Returns the person if the caller is that person, an admin or the operator; undefined otherwise. */
export async function findPerson(db: Database, email: string, caller: Pick<Caller, "id" | "role"> | "operator") {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isPresent, isReadableBy(caller)));
  return person;
}

/** Like {@link findPerson}, but returns only the id and skips the query for the caller's own email. */
export const findPersonId = async (db: Database, email: string, caller: Pick<Caller, "id" | "email" | "role">) =>
  email === caller.email ? caller.id : (await findPerson(db, email, caller))?.id;

const isReadableBy = (caller: Pick<Caller, "id" | "role"> | "operator") =>
  caller === "operator" || caller.role === "admin" ? undefined : eq(users.id, caller.id);

export function assertOwnEmail(email: string, caller: Pick<Caller, "email">): void {
  if (email !== caller.email) throwValidationError({ email: message("This isn't the address you're logged in with.") });
}

export const FORMER_MEMBER = message("Deleted user");
export const displayNameOf = (person: { name: string; removedAt: Date | null }): Text =>
  person.removedAt ? FORMER_MEMBER : person.name;

/** The row may be missing: then only the id is known. */
export const toNamedPerson = (
  id: string,
  person: { name: string; email: string | null; removedAt: Date | null } | null,
) => ({ _id: id, name: person ? displayNameOf(person) : message("Person {id}", { id }), email: person?.email ?? null });

export const publicDisplayNameOf = ({
  status,
  ...person
}: {
  name: string;
  status: "verified" | "blocked";
  removedAt: Date | null;
}): Text => (status === "blocked" && !person.removedAt ? message("Name withheld") : displayNameOf(person));

/** Locks existing users ordered by id, as all code that changes users does, which avoids deadlocks. */
async function lockUsers(tx: Database, ids: readonly string[], strength: "key share" | "share" | "no key update") {
  const rows = await tx
    .select({ id: users.id, role: users.role, status: users.status })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isPresent))
    .orderBy(users.id)
    .for(strength);
  return new Map(rows.map(({ id, role, status }) => [id, { role, isActive: status === "verified" }]));
}

/** Locks a user against removal, with the lock strength of a foreign-key check. */
export const lockIfActive = async (tx: Database, id: string): Promise<boolean> =>
  (await lockUsers(tx, [id], "key share")).get(id)?.isActive ?? false;

function assertUnchanged(
  { id, role }: Pick<Caller, "id" | "role">,
  locked: ReadonlyMap<string, { role: Role; isActive: boolean }>,
): void {
  const current = locked.get(id);
  if (!current?.isActive)
    throwForbidden(
      "removed",
      message("Your account was blocked or removed. Contact us if you think this is a mistake."),
    );
  if (current.role !== role)
    throwForbidden("wrong_role", message("An admin changed your role. Reload the page to continue."));
}

/** Rejects if blocked, removed or changed in role. `alone` excludes all other locks, so that counts stay valid. */
export async function lockCaller(tx: Database, caller: Pick<Caller, "id" | "role">, { alone = false } = {}) {
  assertUnchanged(caller, await lockUsers(tx, [caller.id], alone ? "no key update" : "share"));
}

/** Like {@link lockCaller}, but locks another user in the same statement; undefined if that user was removed. */
export const lockCallerAnd = async (tx: Database, caller: Pick<Caller, "id" | "role">, otherId: string) =>
  (await lockCallerAndAll(tx, caller, [otherId])).get(otherId);

export async function lockCallerAndAll(
  tx: Database,
  caller: Pick<Caller, "id" | "role">,
  otherIds: readonly string[],
): Promise<ReadonlyMap<string, { role: Role; isActive: boolean }>> {
  const locked = await lockUsers(tx, [caller.id, ...otherIds], "share");
  assertUnchanged(caller, locked);
  return locked;
}

/** Locks these users against removal, like a foreign-key check, and returns those that still exist. */
export async function lockExistingUsers(tx: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.param([...ids])}::text[])`, isPresent))
    .orderBy(users.id)
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}
