import { message } from "@conquest/shared/contracts/text/message";
import { deny, type Denial } from "../../../platform/policy";
import { requireOpen, type ContestFacts, type ContestRelation } from "../../contests/domain/contest-policy";
import { phaseOf } from "../../contests/domain/phase";

export function canSubmit(contest: ContestFacts, who: Pick<ContestRelation, "hasJoined">, now: Date): Denial {
  return (
    requireOpen(contest, now) ??
    (who.hasJoined ? null : deny("not_joined", message("Join this contest to submit an entry.")))
  );
}

const NO_ENTRY = deny("no_entry", message("You didn't submit an entry to this contest."));

/** Authors may change their publication choice until the contest is decided. */
export function canShowIfWins(contest: ContestFacts, who: Pick<ContestRelation, "hasSubmitted">, now: Date): Denial {
  if (!who.hasSubmitted) return NO_ENTRY;
  const phase = phaseOf(contest, now);
  if (phase === "cancelled")
    return deny("cancelled", message("This contest was cancelled, so no entry will win or be shown."));
  return phase === "completed"
    ? deny(
        "winner_declared",
        message("The winner was picked, so you can't change whether your entry is shown if it wins."),
      )
    : null;
}

export function canPublishEntry(
  contest: ContestFacts,
  who: Pick<ContestRelation, "hasSubmitted" | "isShownWinner">,
  now: Date,
): Denial {
  if (!who.hasSubmitted) return NO_ENTRY;
  const phase = phaseOf(contest, now);
  if (phase === "cancelled")
    return deny("cancelled", message("This contest was cancelled, so its entries can't be published."));
  if (phase !== "completed") return deny("no_winner", message("You can publish your entry once the winner is picked."));
  return who.isShownWinner
    ? deny(
        "shown_as_winner",
        message("Your entry won and is shown on the contest's page, as you agreed before the winner was picked."),
      )
    : null;
}
