import type { Notice } from "@conquest/shared/contracts/messages";
import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { formatDigits } from "@conquest/shared/contracts/text/format-message";
import { message, msg } from "@conquest/shared/contracts/text/message";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { sumOfTaka } from "../text/format";
import { sentences } from "../text/message-values";
import { translate } from "../text/translate";
import { CATEGORY_OPTIONS, CONTACT_PATH, CONTACT_US, NOTIFICATION_KINDS, linkLabelOf } from "./notification-kinds";
import { fitSubject } from "./email-subject";
import { renderLayout, type EmailLayout } from "./email-template";

export interface EmailFacts {
  language: Language;
  kind: Notice["kind"];
  /** In the language, like `text`. */
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
  account: message(
    "You're getting this email because it's about your Conquest account. Emails about your account can't be turned off.",
  ),
  money: message(
    "You're getting this email because it's about a payment on Conquest. Payment and refund confirmations can't be turned off.",
  ),
};

const UNVERIFIED_NOTE = message(
  "This address isn't verified yet, so we send it at most one email an hour. To get each email right away, verify it. If you don't have an account on Conquest, someone else entered your address: let us know.",
);
type Recipient = Pick<EmailFacts, "language" | "siteUrl">;
const pageUrl = ({ language, siteUrl }: Recipient, path: string) => siteUrl + withLanguage(path, language);
const contactLink = (recipient: Recipient) => ({
  label: translate(recipient.language, message(CONTACT_US)),
  url: pageUrl(recipient, CONTACT_PATH),
});
const unverifiedLinks = (recipient: Recipient) => [
  {
    label: translate(recipient.language, message("Verify your email")),
    url: pageUrl(recipient, "/dashboard/profile?tab=security"),
  },
  contactLink(recipient),
];

export const unsubscribePath = (stopToken: string) => `/unsubscribe/${stopToken}`;

export const headersOf = (siteUrl: string, stopToken: string | null): Email["headers"] => ({
  // Prevents replies from autoresponders.
  "Auto-Submitted": "auto-generated",
  ...(stopToken !== null && {
    "List-Unsubscribe": `<${siteUrl}${unsubscribePath(stopToken)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  }),
});

export function renderEmail(facts: EmailFacts): Email {
  const { language, kind, href, amount, name, siteUrl, stopToken, isUnverified = false } = facts;
  const subject = isolateQuotedText(fitSubject(facts.subject));
  const { category, amount: amountLabel } = NOTIFICATION_KINDS[kind];
  const because =
    stopToken !== null
      ? message("You're getting this email because “{title}” emails are on for your Conquest account.", {
          title: message(CATEGORY_OPTIONS[category].title),
        })
      : ALWAYS_SENT[category === "money" ? "money" : "account"];
  return {
    subject,
    ...renderLayout({
      language,
      subject,
      name,
      text: isolateQuotedText(facts.text),
      facts:
        amount !== null && amountLabel
          ? [{ name: translate(language, message(amountLabel)), value: formatDigits(amount, language) }]
          : [],
      link: { label: translate(language, message(linkLabelOf(kind, href))), url: pageUrl(facts, href) },
      because: translate(language, sentences(because, isUnverified && UNVERIFIED_NOTE)),
      stop: [
        ...(isUnverified ? unverifiedLinks(facts) : []),
        ...(stopToken === null
          ? []
          : [{ label: translate(language, message("Unsubscribe")), url: pageUrl(facts, unsubscribePath(stopToken)) }]),
      ],
    }),
    headers: headersOf(siteUrl, stopToken),
  };
}

const SUMMED_AMOUNTS = [msg("Paid"), msg("Refunded")];

/** Renders several notifications, given oldest first, as one email. The newest is the subject and the first line. */
export function renderSummary(facts: readonly EmailFacts[]): Email {
  const recipient = facts.at(-1)!;
  const { language, name, siteUrl, subject: newest, isUnverified = false, hasAccount = true } = recipient;
  const lines = linesOf(facts);
  const stoppable = new Map(
    facts.flatMap(({ kind, stopToken }) =>
      stopToken === null ? [] : [[stopToken, CATEGORY_OPTIONS[NOTIFICATION_KINDS[kind].category].title]],
    ),
  );
  const others = lines.length - 1;
  // List-Unsubscribe stops one category. In an email with several, the mail client's button would not stop them all.
  const [onlyToken] =
    stoppable.size === 1 && facts.every(({ stopToken }) => stopToken !== null) ? stoppable.keys() : [];
  const areAllPayments = facts.every(({ kind }) => NOTIFICATION_KINDS[kind].category === "money");
  const suffix = others > 0 ? translate(language, message("{subject}, and {n} more", { subject: "", n: others })) : "";
  const subject = isolateQuotedText(fitSubject(newest, suffix));
  return {
    subject,
    ...renderLayout({
      language,
      subject,
      name,
      // A last email starts with its news: the account is gone.
      text: hasAccount
        ? translate(language, message("This email covers {n} updates, newest first.", { n: facts.length }))
        : lines[0]!.text,
      lines: (hasAccount ? lines : lines.slice(1)).map(({ kind, text, href, count }) => ({
        text: count > 1 ? translate(language, message("{text} ({n} times)", { text, n: count })) : text,
        label: translate(language, message(linkLabelOf(kind, href))),
        url: pageUrl(recipient, href),
      })),
      facts: SUMMED_AMOUNTS.flatMap((label) => {
        const value = sumOfTaka(
          facts.flatMap(({ kind, amount }) => (NOTIFICATION_KINDS[kind].amount === label ? [amount] : [])),
        );
        return value === null
          ? []
          : [{ name: translate(language, message(label)), value: formatDigits(value, language) }];
      }),
      link: hasAccount
        ? { label: translate(language, message("View all notifications")), url: pageUrl(recipient, "/dashboard") }
        : contactLink(recipient),
      because: translate(
        language,
        isUnverified
          ? sentences(
              message("You're getting this email because a Conquest account uses this address."),
              UNVERIFIED_NOTE,
            )
          : ALWAYS_SENT[areAllPayments ? "money" : "account"],
      ),
      stop: [
        ...(isUnverified ? unverifiedLinks(recipient) : []),
        ...[...stoppable].map(([stopToken, title]) => ({
          label: translate(language, message("Unsubscribe from “{title}”", { title: message(title) })),
          url: pageUrl(recipient, unsubscribePath(stopToken)),
        })),
      ],
    }),
    headers: headersOf(siteUrl, onlyToken ?? null),
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
