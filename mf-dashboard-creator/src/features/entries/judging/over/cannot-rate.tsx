import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { Note } from "@conquest/shared/ui/note";
import { nameOf } from "../saving/unsaved-names";
import type { Unsaved } from "../saving/use-unsaved-comments";
import { CommentsToCopy } from "./comments-to-copy";

export interface Props {
  contest: ContestDetails;
  unsaved: readonly Unsaved[];
}

/** What somebody was saying of entries when they could no longer rate them: it counts nowhere, and its words stay to be copied. */
export default function CannotRate({ contest: { phase, may }, unsaved }: Props) {
  // Else it is judged still, and perhaps by this judge again.
  const isTooLate = phase === "completed" || phase === "cancelled";
  return (
    <div className="dc:mb-6 dc:flex dc:flex-col dc:gap-4">
      <Note
        tone="danger"
        isAlert
        title={`${isTooLate ? "Came too late to be saved" : "Not saved"}: ${unsaved.map(nameOf).join(", ")}`}>
        {!isTooLate && "You may not rate now. "}
        {may.rateEntries.because}
      </Note>
      <CommentsToCopy unsaved={unsaved} />
    </div>
  );
}
