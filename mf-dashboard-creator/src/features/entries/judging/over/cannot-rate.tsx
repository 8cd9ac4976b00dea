import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { Note } from "@conquest/shared/ui/note";
import { unsavedLabel } from "../saving/unsaved-names";
import { type Unsaved } from "../saving/use-rating-autosave";
import { CommentsToCopy } from "./comments-to-copy";

export interface Props {
  contest: ContestDetails;
  unsaved: readonly Unsaved[];
}

/** Ratings and comments that were not saved before rating was closed. They do not count; comments can be copied. */
export default function CannotRate({ contest: { phase, may }, unsaved }: Props) {
  // Otherwise judging continues, perhaps with this judge again.
  const isTooLate = phase === "completed" || phase === "cancelled";
  return (
    <div className="dc:mb-6 dc:flex dc:flex-col dc:gap-4">
      <Note
        tone="danger"
        role="alert"
        title={t(isTooLate ? "Too late to save {changes}" : "Couldn't save {changes}", {
          changes: unsaved.map(unsavedLabel).join(", "),
        })}>
        {!isTooLate && `${t("You can't rate right now.")} `}
        {may.rateEntries.because}
      </Note>
      <CommentsToCopy unsaved={unsaved} />
    </div>
  );
}
