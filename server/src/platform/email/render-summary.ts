import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { sumOfTaka } from "../text/taka";
import { AMOUNT_OF, LINK_OF, CATEGORY_OPTIONS, CATEGORY_OF } from "./email-categories";
import { renderLayout } from "./email-template";
import { UNVERIFIED_NOTE, headersOf, subjectOf, contactLink, type Email, type EmailFacts } from "./render-email";

const SUMMED_AMOUNTS = ["Paid", "Refunded"];

/** Renders several notifications, given oldest first, as one email. The newest is the subject and the first line. */
export function renderSummary(facts: readonly EmailFacts[]): Email {
  const { name, siteUrl, text: newest, isUnverified = false } = facts.at(-1)!;
  const lines = linesOf(facts);
  const unsubscribeUrls = new Map(
    facts.flatMap(({ kind, stopToken }) =>
      stopToken === null ? [] : [[`${siteUrl}/unsubscribe/${stopToken}`, CATEGORY_OPTIONS[CATEGORY_OF[kind]].title]],
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
        label: LINK_OF[kind] ?? "Open it on Conquest",
        url: siteUrl + href,
      })),
      facts: SUMMED_AMOUNTS.flatMap((word) => {
        const value = sumOfTaka(facts.flatMap(({ kind, amount }) => (AMOUNT_OF[kind] === word ? [amount] : [])));
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
