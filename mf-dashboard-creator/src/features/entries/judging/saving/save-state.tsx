import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import type { Save } from "./use-rating-autosave";

export function SaveState({ save }: { save: Save | undefined }) {
  return (
    <>
      {/* Always rendered, so that changes are announced. */}
      <span role="status" className="cq-hint">
        {save?.is === "saving" && "Saving…"}
        {save?.is === "saved" && "Saved"}
      </span>
      {save?.is === "failed" && <NotSaved title="Not saved" because={save.because} onRetry={save.retry} />}
    </>
  );
}

export function NotSaved({ title, because, onRetry }: { title: string; because: string; onRetry: () => void }) {
  return (
    <Note tone="danger" role="alert" title={title}>
      <p className="dc:mb-2">{because}</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </Note>
  );
}
