import type { Notice } from "@conquest/shared/contracts/messages";
import { QUOTED_TEXT, isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { truncate } from "../text/shortened";
import { AMOUNT_OF, LINK_OF, CATEGORY_OPTIONS, CATEGORY_OF } from "./email-categories";
import { renderLayout, oneLine, type EmailLayout } from "./email-template";

export interface EmailFacts {
  kind: Notice["kind"];
  text: string;
  href: string;
  amount: string | null;
  name: string;
  siteUrl: string;
  stopToken: string | null;
  isUnverified?: boolean;
}

export interface Email extends EmailLayout {
  subject: string;
  headers: Readonly<Record<string, string>>;
}

const ALWAYS_SENT = {
  account: "You get this because it is about your account on Conquest. For its safety these e-mails are always sent.",
  money:
    "You get this because it is about a payment on Conquest. Confirmations of payments and refunds are always sent.",
};

export const UNVERIFIED_NOTE =
  "This address isn't verified yet, so we send it at most one email an hour. If you don't have an account on Conquest, someone else entered your address: let us know.";
export const contactLink = (siteUrl: string) => ({ label: "Contact us", url: `${siteUrl}/contact_us` });

export const headersOf = (unsubscribeUrl: string | null): Email["headers"] => ({
  // Prevents replies from autoresponders.
  "Auto-Submitted": "auto-generated",
  ...(unsubscribeUrl && {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  }),
});

export function renderEmail({
  kind,
  text: message,
  href,
  amount,
  name,
  siteUrl,
  stopToken,
  isUnverified = false,
}: EmailFacts): Email {
  const text = isolateQuotedText(message);
  const topic = CATEGORY_OPTIONS[CATEGORY_OF[kind]];
  const word = AMOUNT_OF[kind];
  const unsubscribeUrl = stopToken === null ? null : `${siteUrl}/unsubscribe/${stopToken}`;
  const because = unsubscribeUrl
    ? `You get this because e-mails about “${topic.title}” are on for your account on Conquest.`
    : ALWAYS_SENT[CATEGORY_OF[kind] === "money" ? "money" : "account"];
  return {
    subject: isolateQuotedText(subjectOf(message)),
    ...renderLayout({
      name,
      text,
      facts: amount !== null && word ? [{ name: word, value: amount }] : [],
      link: { label: LINK_OF[kind] ?? "Open it on Conquest", url: siteUrl + href },
      because: isUnverified ? `${because} ${UNVERIFIED_NOTE}` : because,
      stop: [
        ...(isUnverified ? [contactLink(siteUrl)] : []),
        ...(unsubscribeUrl === null ? [] : [{ label: "Stop these e-mails", url: unsubscribeUrl }]),
      ],
    }),
    headers: headersOf(unsubscribeUrl),
  };
}

/** A shorter first sentence is an exclamation without content. */
const MIN_SUBJECT_LENGTH = 20;
const MAX_SUBJECT_LENGTH = 110;
const MAX_QUOTED_NAME_LENGTH = 50;

/** Returns the first sentence, shortened. Text between “ and ” is a name and does not end the sentence. */
export function subjectOf(text: string): string {
  const line = oneLine(text).replace(QUOTED_TEXT, (_, name: string) => `“${truncate(name, MAX_QUOTED_NAME_LENGTH)}”`);
  const ours = line.replace(QUOTED_TEXT, (name) => "“".repeat(name.length));
  const end = ours.slice(MIN_SUBJECT_LENGTH).search(/[:.!?](?:\s|$)/);
  return truncate(end < 0 ? line : line.slice(0, MIN_SUBJECT_LENGTH + end), MAX_SUBJECT_LENGTH);
}
