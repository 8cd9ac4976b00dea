import { createHash, randomBytes } from "node:crypto";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { TERMS_VERSION } from "@conquest/shared/contracts/terms";
import { MAX_NAME_LENGTH, cleanName } from "@conquest/shared/contracts/text/names";
import { sessions, users } from "../database/schema/people";
import type { Deps } from "../platform/deps";
import type { VerifiedIdentity } from "../platform/identity/identity";
import { sessionCookie } from "../platform/sessions/session";
import type { Person } from "./test-server";

const SESSION_MS = 12 * 60 * 60 * 1000;

/** Inserts the rows of a first sign-in, which itself takes eight times as many queries. */
export async function insertPerson(
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
  { uid, email, name, validSince, signedInAt }: VerifiedIdentity,
  role: Role,
): Promise<Person> {
  const now = clock.now();
  const [user] = await db
    .insert(users)
    .values({
      uid,
      email,
      emailVerifiedAt: now,
      name: cleanName(name, MAX_NAME_LENGTH),
      role,
      createdAt: now,
      termsVersion: TERMS_VERSION,
      signInsValidSince: validSince,
    })
    .returning({ id: users.id });
  const sessionId = randomBytes(32).toString("base64url");
  await db
    .insert(sessions)
    .values({
      idHash: createHash("sha256").update(sessionId).digest("hex"),
      userId: user!.id,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_MS),
      signedInAt,
    });
  return {
    id: user!.id,
    uid,
    email,
    name,
    cookie: `${sessionCookie(config.publicUrl.startsWith("https:"))}=${sessionId}`,
  };
}
