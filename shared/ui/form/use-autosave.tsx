import { useRef, useState, useSyncExternalStore } from "react";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { createSaveQueue, failureMessage, statusOf, type SaveStatus } from "@conquest/shared/ui/form/save-queue";
import { Note } from "@conquest/shared/ui/note";

interface Saving {
  is: SaveStatus;
  because: string;
}

interface Choice<T> {
  value: T;
  save: (value: T) => Promise<unknown>;
}

/** On failure, shows the stored value again; `retry` saves the choice and focuses `control`. */
export function useAutosave<T>(saved: T, save: (value: T) => Promise<unknown>) {
  const [queue] = useState(() => createSaveQueue<Choice<T>>({ save: (choice) => choice.save(choice.value) }));
  const state = useSyncExternalStore(queue.subscribe, queue.state, queue.state);
  const control = useRef<HTMLInputElement>(null);

  const saving: Saving = { is: statusOf(state), because: failureMessage(state) };
  const shown = saving.is === "failed" ? state.stored : state.latest;
  return {
    value: shown ? shown.value : saved,
    choose: (value: T) => queue.put({ value, save }),
    saving,
    retry() {
      control.current?.focus();
      void queue.flush();
    },
    control,
  };
}

export function SavingState({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  return (
    <>
      {/* Always rendered, so that changes are announced. */}
      <span role="status" className="cq-hint">
        {saving.is === "saving" && t("Saving…")}
        {saving.is === "saved" && t("Saved")}
      </span>
      {saving.is === "failed" && (
        <Note tone="danger" role="alert" title={t("Couldn't save")}>
          <p>{saving.because}</p>
          <Button variant="secondary" size="sm" onClick={onRetry}>
            {t("Try again")}
          </Button>
        </Note>
      )}
    </>
  );
}
