import { isPayment } from "./letter-topics";
import type { StoredLetter } from "./letters-repository";

/** Whether an address gets one automatic email an hour at most: nobody has proven it, or it is no account's any more. */
export const isLimited = ({ toAddress, emailVerifiedAt }: Pick<StoredLetter, "toAddress" | "emailVerifiedAt">): boolean => toAddress !== null || emailVerifiedAt === null;

/** Letters with the same key go out as one email. */
function keyOf(letter: StoredLetter): string {
  if (letter.emailId !== null) return letter.emailId;
  if (letter.email !== null && isLimited(letter)) return `to ${letter.email} of ${letter.userId}`;
  return isPayment(letter.kind) ? `payments of ${letter.userId}` : letter.id;
}

/** Puts letters together as they go out: each array is one email, the oldest letter first. */
export function gatherLetters(letters: readonly StoredLetter[]): StoredLetter[][] {
  const emails = new Map<string, StoredLetter[]>();
  for (const letter of [...letters].sort((one, other) => one.number - other.number)) {
    const key = keyOf(letter);
    emails.set(key, [...(emails.get(key) ?? []), letter]);
  }
  return [...emails.values()];
}

/** The id of the email that these letters are: its Message-ID, and its address in the mailbox. */
export const emailIdOf = ([first]: readonly StoredLetter[]): string => first!.emailId ?? first!.id;
