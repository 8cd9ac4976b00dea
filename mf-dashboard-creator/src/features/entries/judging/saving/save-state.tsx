import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import type { Save } from "./use-rating-autosave";

interface Props {
  save: Save | undefined;
}

/** Always rendered, so that changes are announced. */
export const SaveStatusText = ({ save }: Props) => (
  <span role="status" className="cq-hint">
    {save?.is === "saving" && t("Saving…")}
    {save?.is === "saved" && t("Saved")}
  </span>
);

export const SaveFailure = ({ save }: Props) =>
  save?.is === "failed" && <NotSaved title={t("Couldn't save")} because={save.because} onRetry={save.retry} />;

export const SaveState = ({ save }: Props) => (
  <>
    <SaveStatusText save={save} />
    <SaveFailure save={save} />
  </>
);

interface NotSavedProps {
  title: string;
  because: string;
  /** Omitted if a retry is useless. */
  onRetry: (() => void) | undefined;
}

export function NotSaved({ title, because, onRetry }: NotSavedProps) {
  return (
    <Note tone="danger" role="alert" title={title}>
      <p className="dc:mb-2">{because}</p>
      {onRetry && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {t("Retry")}
        </Button>
      )}
    </Note>
  );
}
