import type { Notice } from "@conquest/shared/contracts/messages";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { sumOfTaka } from "../text/format";
import { CATEGORY_OPTIONS, CONTACT_PATH, NOTIFICATION_KINDS, linkLabelOf } from "./notification-kinds";
import { fitSubject } from "./email-subject";
import { renderLayout, type EmailLayout } from "./email-template";

export interface EmailFacts {
  kind: Notice["kind"];
  subject: string;
  text: string;
  href: string;
  amount: string | null;
  name: string;
  siteUrl: string;
  stopToken: string | null;
  isUnverified?: boolean;
  /** False if no account has the address any more. */
  hasAccount?: boolean;
}

export interface Email extends EmailLayout {
  subject: string;
  headers: Readonly<Record<string, string>>;
}

const ALWAYS_SENT = {
  account:
    "You're getting this email because it's about your Conquest account. Emails about your account can't be turned off.",
  money:
    "You're getting this email because it's about a payment on Conquest. Payment and refund confirmations can't be turned off.",
};

const UNVERIFIED_NOTE =
  "This address isn't verified yet, so we send it at most one email an hour. To get each email right away, verify it. If you don't have an account on Conquest, someone else entered your address: let us know.";
const contactLink = (siteUrl: string) => ({ label: "Contact us", url: siteUrl + CONTACT_PATH });
const unverifiedLinks = (siteUrl: string) => [
  { label: "Verify your email", url: `${siteUrl}/dashboard/profile?tab=security` },
  contactLink(siteUrl),
];

const headersOf = (unsubscribeUrl: string | null): Email["headers"] => ({
  // Prevents replies from autoresponders.
  "Auto-Submitted": "auto-generated",
  ...(unsubscribeUrl && {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  }),
});

export function renderEmail(facts: EmailFacts): Email {
  const { kind, href, amount, name, siteUrl, stopToken, isUnverified = false } = facts;
  const subject = isolateQuotedText(fitSubject(facts.subject));
  const { category, amount: amountLabel } = NOTIFICATION_KINDS[kind];
  const unsubscribeUrl = stopToken === null ? null : `${siteUrl}/unsubscribe/${stopToken}`;
  const because = unsubscribeUrl
    ? `You're getting this email because “${CATEGORY_OPTIONS[category].title}” emails are on for your Conquest account.`
    : ALWAYS_SENT[category === "money" ? "money" : "account"];
  return {
    subject,
    ...renderLayout({
      subject,
      name,
      text: isolateQuotedText(facts.text),
      facts: amount !== null && amountLabel ? [{ name: amountLabel, value: amount }] : [],
      link: { label: linkLabelOf(kind, href), url: siteUrl + href },
      because: isUnverified ? `${because} ${UNVERIFIED_NOTE}` : because,
      stop: [
        ...(isUnverified ? unverifiedLinks(siteUrl) : []),
        ...(unsubscribeUrl === null ? [] : [{ label: "Unsubscribe", url: unsubscribeUrl }]),
      ],
    }),
    headers: headersOf(unsubscribeUrl),
  };
}

const SUMMED_AMOUNTS = ["Paid", "Refunded"];

/** Renders several notifications, given oldest first, as one email. The newest is the subject and the first line. */
export function renderSummary(facts: readonly EmailFacts[]): Email {
  const { name, siteUrl, subject: newest, isUnverified = false, hasAccount = true } = facts.at(-1)!;
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
  const areAllPayments = facts.every(({ kind }) => NOTIFICATION_KINDS[kind].category === "money");
  const subject = isolateQuotedText(fitSubject(newest, others > 0 ? `, and ${others} more` : ""));
  return {
    subject,
    ...renderLayout({
      subject,
      name,
      // A last email starts with its news: the account is gone.
      text: hasAccount ? `This email covers ${facts.length} updates, newest first.` : lines[0]!.text,
      lines: (hasAccount ? lines : lines.slice(1)).map(({ kind, text, href, count }) => ({
        text: count > 1 ? `${text} (${count} times)` : text,
        label: linkLabelOf(kind, href),
        url: siteUrl + href,
      })),
      facts: SUMMED_AMOUNTS.flatMap((label) => {
        const value = sumOfTaka(
          facts.flatMap(({ kind, amount }) => (NOTIFICATION_KINDS[kind].amount === label ? [amount] : [])),
        );
        return value === null ? [] : [{ name: label, value }];
      }),
      link: hasAccount ? { label: "View all notifications", url: `${siteUrl}/dashboard` } : contactLink(siteUrl),
      because: isUnverified
        ? `You're getting this email because a Conquest account uses this address. ${UNVERIFIED_NOTE}`
        : ALWAYS_SENT[areAllPayments ? "money" : "account"],
      stop: [
        ...(isUnverified ? unverifiedLinks(siteUrl) : []),
        ...[...unsubscribeUrls].map(([url, title]) => ({ label: `Unsubscribe from “${title}”`, url })),
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
