import { inReadingOrder } from "@conquest/shared/contracts/text/reading-order";
import { sumOfTaka } from "../text/taka";
import { AMOUNT_OF, LINK_OF, TOPICS, TOPIC_OF } from "./letter-topics";
import { layOut } from "./lay-out";
import { UNPROVEN, headersOf, subjectOf, tellUs, type Letter, type LetterFacts } from "./render-letter";

/** Amounts that are added up; what else has an amount says it in its line. */
const ADDED_UP = ["Paid", "Refunded"];

/** One email about several notices, given the oldest first: the newest is its subject and its first line. */
export function renderSummary(facts: readonly LetterFacts[]): Letter {
  const { name, siteUrl, text: newest, isUnproven = false } = facts.at(-1)!;
  const lines = linesOf(facts);
  const stops = new Map(facts.flatMap(({ kind, stopToken }) => (stopToken === null ? [] : [[`${siteUrl}/unsubscribe/${stopToken}`, TOPICS[TOPIC_OF[kind]].title]])));
  const others = lines.length - 1;
  // A mail program's own button stops one kind: where there are others in it, it would promise too much.
  const [onlyStop] = stops.size === 1 && facts.every(({ stopToken }) => stopToken !== null) ? stops.keys() : [];
  return {
    subject: `${inReadingOrder(subjectOf(newest))}${others > 0 ? `, and ${others} more` : ""}`,
    ...layOut({
      name,
      text: `This email sums up ${facts.length} things that happened. The newest is first.`,
      lines: lines.map(({ kind, text, href, count }) => ({ text: count > 1 ? `${text} (${count} times)` : text, label: LINK_OF[kind] ?? "Open it on Conquest", url: siteUrl + href })),
      facts: ADDED_UP.flatMap((word) => {
        const value = sumOfTaka(facts.flatMap(({ kind, amount }) => (AMOUNT_OF[kind] === word ? [amount] : [])));
        return value === null ? [] : [{ name: word, value }];
      }),
      link: { label: "See all your notices", url: `${siteUrl}/dashboard` },
      because: isUnproven ? `You get this because an account on Conquest has this address. ${UNPROVEN}` : "You get this because it is about your account on Conquest.",
      stop: [...(isUnproven ? [tellUs(siteUrl)] : []), ...[...stops].map(([url, title]) => ({ label: `Stop emails about “${title}”`, url }))],
    }),
    headers: headersOf(onlyStop ?? null),
  };
}

/** What was said again and again, as by joining and leaving, is one line that counts. The newest is first. */
function linesOf(facts: readonly LetterFacts[]) {
  const lines = new Map<string, { kind: LetterFacts["kind"]; text: string; href: string; count: number }>();
  for (const { kind, text, href } of [...facts].reverse()) {
    const key = JSON.stringify([text, href]);
    lines.set(key, { kind, text: inReadingOrder(text), href, count: (lines.get(key)?.count ?? 0) + 1 });
  }
  return [...lines.values()];
}
