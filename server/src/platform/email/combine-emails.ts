import { isPayment } from "./email-categories";
import type { StoredEmail } from "./email-outbox";

/** Unverified addresses, and those without an account, get at most one automatic email an hour. */
export const isLimited = ({
  toAddress,
  emailVerifiedAt,
}: Pick<StoredEmail, "toAddress" | "emailVerifiedAt">): boolean => toAddress !== null || emailVerifiedAt === null;

function keyOf(row: StoredEmail): string {
  if (row.emailId !== null) return row.emailId;
  if (row.email !== null && isLimited(row)) return `to ${row.email} of ${row.userId}`;
  return isPayment(row.kind) ? `payments of ${row.userId}` : row.id;
}

export function combineEmails(rows: readonly StoredEmail[]): StoredEmail[][] {
  const emails = new Map<string, StoredEmail[]>();
  for (const row of [...rows].sort((one, other) => one.number - other.number)) {
    const key = keyOf(row);
    emails.set(key, [...(emails.get(key) ?? []), row]);
  }
  return [...emails.values()];
}

export const emailIdOf = ([first]: readonly StoredEmail[]): string => first!.emailId ?? first!.id;
