import type { Notice } from "@conquest/shared/contracts/messages";
import { QUOTED, inReadingOrder } from "@conquest/shared/contracts/text/reading-order";
import { shortened } from "../text/shortened";
import { AMOUNT_OF, LINK_OF, TOPICS, TOPIC_OF } from "./email-categories";
import { layOutEmail, oneLine, type EmailLayout } from "./email-template";

/** What a letter is written from. */
export interface EmailFacts {
  kind: Notice["kind"];
  text: string;
  /** A path on the site. */
  href: string;
  /** As people read it. */
  amount: string | null;
  /** Whose letter it is; "" when they gave no name. */
  name: string;
  /** Origin of the site. */
  siteUrl: string;
  /** By which this kind is stopped; null where it cannot be. */
  stopToken: string | null;
  /** The identity provider has not verified the address. */
  isUnproven?: boolean;
}

export interface Email extends EmailLayout {
  subject: string;
  headers: Readonly<Record<string, string>>;
}

/** Footers of emails that can't be switched off. */
const ALWAYS_SENT = {
  account: "You get this because it is about your account on Conquest. For its safety these e-mails are always sent.",
  money:
    "You get this because it is about a payment on Conquest. Confirmations of payments and refunds are always sent.",
};

export const UNPROVEN =
  "This address isn't verified yet, so we send it at most one email an hour. If you don't have an account on Conquest, someone else entered your address: let us know.";
export const tellUs = (siteUrl: string) => ({ label: "Contact us", url: `${siteUrl}/contact_us` });

export const headersOf = (stopAt: string | null): Email["headers"] => ({
  // Tells autoresponders not to answer.
  "Auto-Submitted": "auto-generated",
  ...(stopAt && { "List-Unsubscribe": `<${stopAt}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
});

/** The letter about a notice: the same facts make the same letter. */
export function renderEmail({
  kind,
  text: said,
  href,
  amount,
  name,
  siteUrl,
  stopToken,
  isUnproven = false,
}: EmailFacts): Email {
  const text = inReadingOrder(said);
  const topic = TOPICS[TOPIC_OF[kind]];
  const word = AMOUNT_OF[kind];
  const stopAt = stopToken === null ? null : `${siteUrl}/unsubscribe/${stopToken}`;
  const because = stopAt
    ? `You get this because e-mails about “${topic.title}” are on for your account on Conquest.`
    : ALWAYS_SENT[TOPIC_OF[kind] === "money" ? "money" : "account"];
  return {
    subject: inReadingOrder(subjectOf(said)),
    ...layOutEmail({
      name,
      text,
      facts: amount !== null && word ? [{ name: word, value: amount }] : [],
      link: { label: LINK_OF[kind] ?? "Open it on Conquest", url: siteUrl + href },
      because: isUnproven ? `${because} ${UNPROVEN}` : because,
      stop: [
        ...(isUnproven ? [tellUs(siteUrl)] : []),
        ...(stopAt === null ? [] : [{ label: "Stop these e-mails", url: stopAt }]),
      ],
    }),
    headers: headersOf(stopAt),
  };
}

/** Shorter than this, what was said so far is an exclamation rather than news. */
const LEAST = 20;
const MOST = 110;
/** Of a name in it, or of a long one nothing else would be read. */
const MOST_OF_NAME = 50;

/** The first that a notice says, as far as a line of a mailbox shows it. What stands between “ and ” is a name and no end, also where that quotes something. */
export function subjectOf(text: string): string {
  const line = oneLine(text).replace(QUOTED, (_, name: string) => `“${shortened(name, MOST_OF_NAME)}”`);
  const ours = line.replace(QUOTED, (name) => "“".repeat(name.length));
  const end = ours.slice(LEAST).search(/[:.!?](?:\s|$)/);
  return shortened(end < 0 ? line : line.slice(0, LEAST + end), MOST);
}
