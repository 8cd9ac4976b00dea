import { t } from "@conquest/shared/singletons/language";
import { CommentsToCopy } from "../over/comments-to-copy";
import { unsavedLabel } from "./unsaved-names";
import { type RatingAutosave, type Unsaved } from "./use-rating-autosave";
import { NotSaved } from "./save-state";

export interface Props {
  saves: RatingAutosave["failed"];
  /** Another judge has their entries now. */
  moved: readonly Unsaved[];
}

export default function UnsavedElsewhere({ saves, moved }: Props) {
  return (
    <>
      {saves.map((save) => (
        <div key={save.key} className="dc:mb-4">
          <NotSaved
            title={t("Couldn't save {changes}", { changes: unsavedLabel(save) })}
            because={save.because}
            onRetry={save.canRetry ? save.retry : undefined}
          />
        </div>
      ))}
      <div className="dc:mb-4 dc:flex dc:flex-col dc:gap-4 dc:empty:hidden">
        <CommentsToCopy unsaved={moved} />
      </div>
    </>
  );
}
