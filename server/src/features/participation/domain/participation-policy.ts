import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import type { ContestRules } from "@conquest/shared/contracts/rules";
import { message } from "@conquest/shared/contracts/text/message";
import { deny, type Denial } from "../../../platform/policy";
import { isFull, requireOpen, type ContestFacts, type ContestRelation } from "../../contests/domain/contest-policy";
import { leaveDeadline } from "../../extensions/domain/extension-policy";

/** Price of joining in whole taka; the single source for every displayed or recorded amount. */
export const amountDue = (contest: { prize: number; registrationPrice: number }, joinAmount: JoinAmount): number =>
  joinAmount === "prize" ? contest.prize : contest.registrationPrice;

export function canJoin(
  contest: ContestFacts,
  who: JoinRelation & Pick<ContestRelation, "waiting">,
  now: Date,
): Denial {
  return (
    cannotTakePart(contest, who, now) ??
    (isFull(contest) && !hasOffer(who, now)
      ? deny("full", message("This contest is full. A spot becomes free if someone leaves."))
      : null)
  );
}

type JoinRelation = Pick<ContestRelation, "isOwner" | "hasJoined" | "isJudge">;

export const hasOffer = ({ waiting }: Pick<ContestRelation, "waiting">, now: Date): boolean =>
  typeof waiting?.offerEndsAt === "string" && now < new Date(waiting.offerEndsAt);

/** Reasons against joining that also apply to the waiting list. */
export function cannotTakePart(contest: ContestFacts, who: JoinRelation, now: Date): Denial {
  if (who.isOwner) return deny("own_contest", message("You can't join your own contest."));
  if (who.isJudge) return deny("judges_it", message("You judge this contest, so you can't join it."));
  if (who.hasJoined)
    return deny("already_joined", message("You've already joined this contest. You weren't charged again."));
  return requireOpen(contest, now);
}

/** `accepted` is the version that the user was shown; undefined if the client sends none. */
export function requireRulesAccepted(
  { rules, rulesVersion }: { rules: ContestRules | null; rulesVersion: number },
  accepted: number | undefined,
): Denial {
  if (accepted === (rules ? rulesVersion : undefined)) return null;
  return accepted === undefined
    ? deny(
        "rules_not_accepted",
        message("This contest has rules. Read and accept them to join. If you don't see them, reload the page."),
      )
    : deny("rules_changed", message("The rules of this contest have changed. Read them again before you join."));
}

export const withdrawsEntryOf = ({ hasSubmitted, team }: Pick<ContestRelation, "hasSubmitted" | "team">): boolean =>
  hasSubmitted && (team === null || team.memberCount === 1);

export function canLeave(
  contest: ContestFacts,
  who: Pick<ContestRelation, "hasJoined" | "hasSubmitted" | "joinedBeforeExtension" | "team">,
  now: Date,
): Denial {
  if (!who.hasJoined) return deny("not_joined", message("You haven't joined this contest."));
  // Members whose accounts are blocked or deleted can't win with the entry.
  const mustStay = who.hasSubmitted && !who.team?.hasActiveMate && leaveDeadline(contest, who, now) === null;
  return (
    requireOpen(contest, now) ??
    (mustStay ? deny("already_submitted", message("You can't leave after submitting an entry.")) : null)
  );
}
