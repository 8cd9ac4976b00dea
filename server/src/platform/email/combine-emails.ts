import { isPayment } from "./email-categories";
import type { StoredEmail } from "./email-outbox";

/**
 * Returns whether the address is limited to one automatic email an hour: it is unverified, or no longer belongs to an
 * account.
 */
export const isLimited = ({
  toAddress,
  emailVerifiedAt,
}: Pick<StoredEmail, "toAddress" | "emailVerifiedAt">): boolean => toAddress !== null || emailVerifiedAt === null;

/** Notifications with the same key are sent as one email. */
function keyOf(row: StoredEmail): string {
  if (row.emailId !== null) return row.emailId;
  if (row.email !== null && isLimited(row)) return `to ${row.email} of ${row.userId}`;
  return isPayment(row.kind) ? `payments of ${row.userId}` : row.id;
}

/** Groups queued notifications into emails: each array is one email, oldest first. */
export function combineEmails(rows: readonly StoredEmail[]): StoredEmail[][] {
  const emails = new Map<string, StoredEmail[]>();
  for (const row of [...rows].sort((one, other) => one.number - other.number)) {
    const key = keyOf(row);
    emails.set(key, [...(emails.get(key) ?? []), row]);
  }
  return [...emails.values()];
}

/** Id of the email, used in its Message-ID and its URL in the mailbox. */
export const emailIdOf = ([first]: readonly StoredEmail[]): string => first!.emailId ?? first!.id;
