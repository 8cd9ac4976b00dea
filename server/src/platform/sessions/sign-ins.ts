import { and, eq, inArray, or } from "drizzle-orm";
import { message, type Text } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { endedSignIns, sessions, users } from "../../database/schema/people";
import type { VerifiedIdentity } from "../identity/identity";

/** Locks a user, which serializes sign-ins and sign-outs across all servers. */
export const lockUser = (tx: Database, id: string) =>
  tx
    .select({
      id: users.id,
      uid: users.uid,
      email: users.email,
      signInsValidSince: users.signInsValidSince,
      status: users.status,
      removedAt: users.removedAt,
    })
    .from(users)
    .where(eq(users.id, id))
    .for("no key update");

export type LockedUser = Awaited<ReturnType<typeof lockUser>>[number];

/** Invalidates the tokens of this sign-in for opening sessions. */
export async function markSignInEnded(tx: Database, userId: string, signedInAt: Date, endedAt: Date): Promise<void> {
  await tx.insert(endedSignIns).values({ userId, signedInAt, endedAt }).onConflictDoNothing();
}

/** Checks again under the lock: the password, account, email's owner or sign-in may have changed since. */
export async function isSignInValid(
  tx: Database,
  locked: LockedUser | undefined,
  { uid, signedInAt }: Pick<VerifiedIdentity, "uid" | "signedInAt">,
): Promise<boolean> {
  if (
    !locked ||
    locked.removedAt ||
    locked.status === "blocked" ||
    locked.uid !== uid ||
    isOutdated(locked, signedInAt)
  )
    return false;
  return (
    (await tx.$count(
      endedSignIns,
      and(eq(endedSignIns.userId, locked.id), eq(endedSignIns.signedInAt, signedInAt)),
    )) === 0
  );
}

export const isOutdated = ({ signInsValidSince }: Pick<LockedUser, "signInsValidSince">, signedInAt: Date): boolean =>
  signInsValidSince !== null && signedInAt < signInsValidSince;

interface SessionOrigin {
  idHash: string;
  signedInAt: Date | null;
}

/** Ends these sessions of a locked user, and everything else their sign-ins opened or could open. */
export async function endSignIns(tx: Database, userId: string, ended: readonly SessionOrigin[], now: Date) {
  if (ended.length === 0) return;
  const hashes = ended.map(({ idHash }) => idHash);
  const signIns = ended.flatMap(({ signedInAt }) => (signedInAt ? [signedInAt] : []));
  const isFromSameSignIn = signIns.length > 0 ? inArray(sessions.signedInAt, signIns) : undefined;
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), or(inArray(sessions.idHash, hashes), isFromSameSignIn)));
  for (const signedInAt of signIns) await markSignInEnded(tx, userId, signedInAt, now);
}

/** The first match wins: most user agents also name the browsers they descend from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPiOS)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const firstMatch = (table: readonly [RegExp, string][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** Returns a stored description in words that can be translated. */
export function toDeviceText(device: string): Text {
  const [browser = "", system] = device.split(" on ");
  return system === undefined ? device : message("{browser} on {system}", { browser, system });
}

/** Returns a description such as "Firefox on Windows"; nothing else of the user agent is stored. */
export function describeDevice(userAgent: string | undefined): string {
  const agent = (userAgent ?? "").slice(0, 500);
  const [browser, system] = [firstMatch(BROWSERS, agent), firstMatch(SYSTEMS, agent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "";
}
