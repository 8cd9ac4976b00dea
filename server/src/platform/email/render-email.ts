import type { Notice } from "@conquest/shared/contracts/messages";
import { QUOTED_TEXT, isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { truncate, sumOfTaka } from "../text/format";
import { CATEGORY_OPTIONS, NOTIFICATION_KINDS } from "./notification-kinds";
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

const DEFAULT_LINK = "Open it on Conquest";

const ALWAYS_SENT = {
  account: "You get this because it is about your account on Conquest. For its safety these e-mails are always sent.",
  money:
    "You get this because it is about a payment on Conquest. Confirmations of payments and refunds are always sent.",
};

const UNVERIFIED_NOTE =
  "This address isn't verified yet, so we send it at most one email an hour. If you don't have an account on Conquest, someone else entered your address: let us know.";
const contactLink = (siteUrl: string) => ({ label: "Contact us", url: `${siteUrl}/contact_us` });

const headersOf = (unsubscribeUrl: string | null): Email["headers"] => ({
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
  const { category, amount: word, link = DEFAULT_LINK } = NOTIFICATION_KINDS[kind];
  const unsubscribeUrl = stopToken === null ? null : `${siteUrl}/unsubscribe/${stopToken}`;
  const because = unsubscribeUrl
    ? `You get this because e-mails about “${CATEGORY_OPTIONS[category].title}” are on for your account on Conquest.`
    : ALWAYS_SENT[category === "money" ? "money" : "account"];
  return {
    subject: isolateQuotedText(subjectOf(message)),
    ...renderLayout({
      name,
      text,
      facts: amount !== null && word ? [{ name: word, value: amount }] : [],
      link: { label: link, url: siteUrl + href },
      because: isUnverified ? `${because} ${UNVERIFIED_NOTE}` : because,
      stop: [
        ...(isUnverified ? [contactLink(siteUrl)] : []),
        ...(unsubscribeUrl === null ? [] : [{ label: "Stop these e-mails", url: unsubscribeUrl }]),
      ],
    }),
    headers: headersOf(unsubscribeUrl),
  };
}

const SUMMED_AMOUNTS = ["Paid", "Refunded"];

/** Renders several notifications, given oldest first, as one email. The newest is the subject and the first line. */
export function renderSummary(facts: readonly EmailFacts[]): Email {
  const { name, siteUrl, text: newest, isUnverified = false } = facts.at(-1)!;
  const lines = linesOf(facts);
  const unsubscribeUrls = new Map(
    facts.flatMap(({ kind, stopToken }) =>
      stopToken === null
        ? []
        : [[`${siteUrl}/unsubscribe/${stopToken}`, CATEGORY_OPTIONS[NOTIFICATION_KINDS[kind].category].title]],
    ),
  );
  const others = lines.length - 1;
  // List-Unsubscribe stops one category. In an email with several, the mail client's button would not stop them all.
  const [onlyUnsubscribeUrl] =
    unsubscribeUrls.size === 1 && facts.every(({ stopToken }) => stopToken !== null) ? unsubscribeUrls.keys() : [];
  return {
    subject: `${isolateQuotedText(subjectOf(newest))}${others > 0 ? `, and ${others} more` : ""}`,
    ...renderLayout({
      name,
      text: `This email covers ${facts.length} updates, newest first.`,
      lines: lines.map(({ kind, text, href, count }) => ({
        text: count > 1 ? `${text} (${count} times)` : text,
        label: NOTIFICATION_KINDS[kind].link ?? DEFAULT_LINK,
        url: siteUrl + href,
      })),
      facts: SUMMED_AMOUNTS.flatMap((word) => {
        const value = sumOfTaka(
          facts.flatMap(({ kind, amount }) => (NOTIFICATION_KINDS[kind].amount === word ? [amount] : [])),
        );
        return value === null ? [] : [{ name: word, value }];
      }),
      link: { label: "See all your notices", url: `${siteUrl}/dashboard` },
      because: isUnverified
        ? `You get this because an account on Conquest uses this address. ${UNVERIFIED_NOTE}`
        : "You get this because it is about your account on Conquest.",
      stop: [
        ...(isUnverified ? [contactLink(siteUrl)] : []),
        ...[...unsubscribeUrls].map(([url, title]) => ({ label: `Stop emails about “${title}”`, url })),
      ],
    }),
    headers: headersOf(onlyUnsubscribeUrl ?? null),
  };
}

/** Merges repeated notifications, such as after joining and leaving several times; newest first. */
function linesOf(facts: readonly EmailFacts[]) {
  const lines = new Map<string, { kind: EmailFacts["kind"]; text: string; href: string; count: number }>();
  for (const { kind, text, href } of [...facts].reverse()) {
    const key = JSON.stringify([text, href]);
    lines.set(key, { kind, text: isolateQuotedText(text), href, count: (lines.get(key)?.count ?? 0) + 1 });
  }
  return [...lines.values()];
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
