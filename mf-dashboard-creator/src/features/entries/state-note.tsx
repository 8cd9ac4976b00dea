import { useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import type { getJudging } from "@conquest/shared/contracts/judging/judging";
import { Note } from "@conquest/shared/ui/note";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";

interface Props {
  contest: ContestDetails;
  judging: ResponseOf<typeof getJudging>;
}

export function StateNote({
  contest: {
    phase,
    deadline,
    winnerDueAt,
    refundAt,
    amountDue,
    winner,
    participantCount,
    creator,
    may,
    cancelledAt,
    cancelReason,
    viewer,
    adminsChoose,
    nobodyCanWin,
  },
  judging: { entryCount, ratedCount, areNamesHidden },
}: Props) {
  // Set on mount: hidden once judging has begun, but not removed while the user is judging.
  const [isBeginning] = useState(ratedCount === 0);
  if (winner) {
    return (
      <Note
        tone="success"
        title={
          <>
            <bdi>{winner.name || "Unnamed participant"}</bdi> won this contest
          </>
        }>
        {winner.note && <UserText>{winner.note}</UserText>}
      </Note>
    );
  }
  if (phase === "open") {
    return (
      <Note title="Entries are still coming in">
        You can choose the winner after the deadline, {formatDateTime(deadline)}. Until then people may change their
        entry.
      </Note>
    );
  }
  if (cancelledAt) {
    return (
      <Note tone="warning" title={`This contest was cancelled on ${formatDateTime(cancelledAt)}`}>
        {cancelReason && (
          <p>
            Reason: <bdi>{cancelReason}</bdi>
          </p>
        )}
        <p>
          {amountDue > 0 ? "Everyone who had paid was refunded. No winner is chosen" : "No winner is chosen"}
          {entryCount > 0 && areNamesHidden ? ", so the names of those who handed in stay hidden." : "."}
        </p>
      </Note>
    );
  }
  if (participantCount === 0) return null;
  if (nobodyCanWin) {
    return (
      <Note tone="warning" title="No entry can win at the moment">
        Everybody who handed in was blocked or removed. Unless an account is unblocked,{" "}
        {amountDue > 0 ? "everybody is refunded" : "the contest is cancelled"} on {formatDateTime(refundAt)}.
      </Note>
    );
  }
  if (phase === "overdue") {
    return (
      <Note tone="warning" title="The winner is overdue">
        The people who took part have waited more than two weeks since the deadline. Without a winner,{" "}
        {amountDue > 0 ? "everybody is refunded" : "the contest is cancelled"} on {formatDateTime(refundAt)}.
      </Note>
    );
  }
  // Only admins can read entries this early without judging.
  if (!may.declareWinner.isAllowed && !viewer?.isJudge)
    return <Note title="Not yet yours to choose">{may.declareWinner.because}</Note>;
  if (adminsChoose && entryCount > 0) {
    return (
      <Note tone="warning" title="You may choose the winner">
        The creator is blocked, so admins choose. The winner is due on {formatDateTime(winnerDueAt)}. Everyone who took
        part is told, and every author reads what you said of their entry.
      </Note>
    );
  }
  if (!isBeginning) return null;
  if (may.declareWinner.isAllowed && entryCount > 0)
    return (
      <Note title="Time to choose a winner">
        Read and rate the entries, and choose one. Everyone who took part is told, and every author reads what you said
        of their entry.
      </Note>
    );
  if (may.rateEntries.isAllowed) {
    return (
      <Note title="Time to rate the entries">
        <bdi>{creator.name || "The creator"}</bdi> reads what you say and chooses the winner. From then on every author
        reads your rating of their entry and your word, with your name.
      </Note>
    );
  }
  return null;
}
