import type { ContestCard } from "@conquest/shared/contracts/contests";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import { dateOf, takaOf } from "../../../platform/text/message-values";
import { translate } from "../../../platform/text/translate";

type Facts = Pick<ContestCard, "prize" | "deadline" | "phase"> & Partial<Pick<ContestCard, "amountDue">>;

function feeOf(amountDue: number): Message {
  return amountDue === 0 ? message("Free to join") : message("{fee} to join", { fee: takaOf(amountDue) });
}

/** A line with the prize, what joining costs while it is possible, and the deadline. */
export function contestFacts({ prize, amountDue, deadline, phase }: Facts, language: Language): string {
  const isOpen = phase === "open";
  const date = { deadline: dateOf(new Date(deadline)) };
  const facts = [
    ...(prize > 0 ? [message("Prize {prize}", { prize: takaOf(prize) })] : []),
    ...(isOpen && amountDue !== undefined ? [feeOf(amountDue)] : []),
    isOpen ? message("Closes {deadline}", date) : message("Closed {deadline}", date),
  ];
  return facts.map((fact) => translate(language, fact)).join(" · ");
}
