import { useRef, useState } from "react";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";

type Saving = { is: "still" | "saving" | "saved" } | { is: "failed"; because: string };

/**
 * On failure, shows the stored value again; `retry` saves the choice and focuses `control`. During a request, only the
 * last choice is queued, so that requests can't overtake each other.
 */
export function useAutosave<T>(saved: T, save: (value: T) => Promise<unknown>) {
  const [chosen, setChosen] = useState<{ value: T } | null>(null);
  const stored = useRef<{ value: T } | null>(null);
  const [saving, setSaving] = useState<Saving>({ is: "still" });
  const latestChoice = useRef<{ value: T } | null>(null);
  const isSaving = useRef(false);
  const control = useRef<HTMLInputElement>(null);

  async function send() {
    if (isSaving.current) return;
    isSaving.current = true;
    setChosen(latestChoice.current);
    setSaving({ is: "saving" });
    try {
      for (let next = latestChoice.current; next; next = latestChoice.current === next ? null : latestChoice.current) {
        await save(next.value);
        stored.current = next;
      }
      setSaving({ is: "saved" });
    } catch (error) {
      setChosen(stored.current);
      setSaving({ is: "failed", because: error instanceof Error ? error.message : "Please try again." });
    } finally {
      isSaving.current = false;
    }
  }

  function choose(value: T) {
    latestChoice.current = { value };
    setChosen({ value });
    void send();
  }

  function retry() {
    control.current?.focus();
    void send();
  }

  return { value: chosen ? chosen.value : saved, choose, saving, retry, control };
}

export function SavingState({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  return (
    <>
      {/* Always rendered, so that changes are announced. */}
      <span role="status" className="cq-hint">
        {saving.is === "saving" && "Saving…"}
        {saving.is === "saved" && "Saved"}
      </span>
      {saving.is === "failed" && (
        <Note tone="danger" isAlert title="Not saved">
          <p>{saving.because}</p>
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </Note>
      )}
    </>
  );
}
