import { isPayment } from "./email-categories";
import type { StoredEmail } from "./email-outbox";

/** Whether the address is limited to one automatic email an hour: it is unverified, or no longer belongs to an account. */
export const isLimited = ({
  toAddress,
  emailVerifiedAt,
}: Pick<StoredEmail, "toAddress" | "emailVerifiedAt">): boolean => toAddress !== null || emailVerifiedAt === null;

/** Letters with the same key go out as one email. */
function keyOf(letter: StoredEmail): string {
  if (letter.emailId !== null) return letter.emailId;
  if (letter.email !== null && isLimited(letter)) return `to ${letter.email} of ${letter.userId}`;
  return isPayment(letter.kind) ? `payments of ${letter.userId}` : letter.id;
}

/** Groups letters into emails: each array is one email, oldest letter first. */
export function combineEmails(letters: readonly StoredEmail[]): StoredEmail[][] {
  const emails = new Map<string, StoredEmail[]>();
  for (const letter of [...letters].sort((one, other) => one.number - other.number)) {
    const key = keyOf(letter);
    emails.set(key, [...(emails.get(key) ?? []), letter]);
  }
  return [...emails.values()];
}

/** The id of these letters' email, for its Message-ID and its URL in the mailbox. */
export const emailIdOf = ([first]: readonly StoredEmail[]): string => first!.emailId ?? first!.id;
