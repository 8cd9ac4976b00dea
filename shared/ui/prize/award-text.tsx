import type { ReactNode } from "react";
import { AWARD_DAYS, type Award, type AwardState } from "@conquest/shared/contracts/awards";
import { msg, T } from "@conquest/shared/singletons/language";
import { lookUp } from "@conquest/shared/ui/format/labels";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

export type AwardReader = "creator" | "winner" | "admin";

const DELIVERED = msg("The prize was delivered. Confirmed on {ended}.");
const UNDELIVERED = msg("The prize was closed as not delivered on {ended}.");

const TEXTS: Record<AwardReader, Record<AwardState, string>> = {
  creator: {
    to_send: msg("Send the prize to the winner by {due}, then mark it as sent."),
    late: msg("The prize is late, and your record counts it as not delivered. Send it, then mark it as sent."),
    sent: msg("The winner has until {due} to confirm that it arrived."),
    unconfirmed: msg(
      "The winner hasn't confirmed it in {days} days, so an admin will decide. A proof of sending helps.",
    ),
    disputed: msg(
      "The winner reported a problem, so an admin will decide. Add details or a proof of sending if you can.",
    ),
    delivered: DELIVERED,
    undelivered: UNDELIVERED,
    void: msg("The winner deleted their account, so you don't need to send the prize."),
  },
  winner: {
    to_send: msg("The creator has until {due} to send your prize. If you have it already, confirm it."),
    late: msg(
      "Your prize is late. If it arrived, confirm it. If not, report a problem, and an admin will look into it.",
    ),
    sent: msg("Confirm by {due} that you received your prize, or report a problem."),
    unconfirmed: msg(
      "You haven't confirmed your prize in time, so an admin will decide. You can still confirm it or report a problem.",
    ),
    disputed: msg("An admin is looking into the problem. If your prize arrives, confirm it."),
    delivered: DELIVERED,
    undelivered: UNDELIVERED,
    void: UNDELIVERED,
  },
  admin: {
    to_send: msg("The creator has until {due} to send the prize."),
    late: msg("The creator hasn't sent the prize in {days} days. The winner can report a problem."),
    sent: msg("The winner has until {due} to confirm that it arrived."),
    unconfirmed: msg("The winner hasn't confirmed the prize in {days} days. Decide whether it was delivered."),
    disputed: msg("The winner reported a problem. Decide whether the prize was delivered."),
    delivered: DELIVERED,
    undelivered: UNDELIVERED,
    void: msg("The winner deleted their account, so there's no prize to send."),
  },
};

/** Says what happens next with a prize, and by when; nothing for states of newer servers. */
export function AwardText({ award: { state, dueAt, endedAt }, as }: { award: Award; as: AwardReader }): ReactNode {
  const format = useDateTimeFormat();
  const text = lookUp<string | null>(TEXTS[as], state, () => null);
  const time = (at: string | null) => (at ? <time dateTime={at}>{format(at)}</time> : "");
  return text && <T text={text} due={time(dueAt)} ended={time(endedAt)} days={AWARD_DAYS} />;
}
