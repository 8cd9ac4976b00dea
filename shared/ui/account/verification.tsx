import { useSyncExternalStore } from "react";
import { createSession } from "@conquest/shared/contracts/session";
import { call } from "@conquest/shared/singletons/call";
import { refetchAllQueries } from "@conquest/shared/singletons/query-client";
import { session, useSession } from "@conquest/shared/singletons/session-store";

const HOUR_MS = 3_600_000;
export const MAX_LINKS_PER_HOUR = 3;

const linksKey = (accountId: string) => `verification-links:${accountId}`;
const dismissedKey = (accountId: string) => `verification-dismissed:${accountId}`;

/** Replaces a storage that is blocked or full, until the page is left. */
const memory = new Map<string, string>();

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? "";
  } catch {
    return memory.get(key) ?? "";
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
  // Browsers report a change only to other tabs, but each part of this page has its own copy of this module.
  dispatchEvent(new StorageEvent("storage", { key, newValue: value }));
}

function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

const useStored = (key: string) =>
  useSyncExternalStore(
    subscribe,
    () => read(key),
    () => "",
  );

export const useIsDismissed = (accountId: string) => useStored(dismissedKey(accountId)) !== "";
export const dismissVerification = (accountId: string) => write(dismissedKey(accountId), "yes");

export const useHasSentLink = (accountId: string) => useStored(linksKey(accountId)) !== "";

const sentTimes = (accountId: string) => read(linksKey(accountId)).split(",").filter(Boolean).map(Number);

/** Returns 0 if a link can be sent now. */
export function minutesUntilNextLink(accountId: string): number {
  const now = Date.now();
  const recent = sentTimes(accountId).filter((sentAt) => sentAt > now - HOUR_MS);
  return recent.length < MAX_LINKS_PER_HOUR ? 0 : Math.ceil((recent.at(-MAX_LINKS_PER_HOUR)! + HOUR_MS - now) / 60_000);
}

/** Throws the identity provider's errors; only links that it accepted count. */
export async function sendVerificationLink(accountId: string): Promise<void> {
  await (await session.credentials()).sendVerification();
  write(linksKey(accountId), [...sentTimes(accountId), Date.now()].slice(-MAX_LINKS_PER_HOUR).join(","));
}

export async function sendFirstLink(): Promise<void> {
  const { account } = useSession.getState();
  if (account && !account.isEmailVerified) await sendVerificationLink(account._id);
}

/** Tells the server if the address was verified, here or elsewhere. Returns whether it is verified. */
export async function refreshVerification(): Promise<boolean> {
  const { user } = useSession.getState();
  const token = user && (await (await session.credentials()).verifiedToken());
  if (!token) return false;
  const headers = { Authorization: `Bearer ${token}` };
  await call(createSession, { body: { email: user.email ?? "" } }, { headers });
  await session.refreshAccount();
  refetchAllQueries();
  return true;
}
