import { t } from "@conquest/shared/singletons/language";
import { unsavedLabel } from "./unsaved-names";
import { type RatingAutosave } from "./use-rating-autosave";
import { NotSaved } from "./save-state";

export interface Props {
  saves: RatingAutosave["failed"];
}

export default function UnsavedElsewhere({ saves }: Props) {
  return saves.map((save) => (
    <div key={save.key} className="dc:mb-4">
      <NotSaved
        title={t("Couldn't save {changes}", { changes: unsavedLabel(save) })}
        because={save.because}
        onRetry={save.retry}
      />
    </div>
  ));
}
