import { useRef, useState } from "react";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";

type Saving = { is: "still" | "saving" | "saved" } | { is: "failed"; because: string };

/**
 * A choice that is saved as soon as it is made. Where that fails what is stored is shown again, and `retry` saves what was chosen.
 * `control` is for what the choice is made with: the focus goes there from the button that tries again, which goes.
 * Of several that are made while one is under way the last is saved, so that they cannot overtake each other.
 */
export function useAutosave<T>(saved: T, save: (value: T) => Promise<unknown>) {
  const [chosen, setChosen] = useState<{ value: T } | null>(null);
  const stored = useRef<{ value: T } | null>(null);
  const [saving, setSaving] = useState<Saving>({ is: "still" });
  const wanted = useRef<{ value: T } | null>(null);
  const isUnderWay = useRef(false);
  const control = useRef<HTMLInputElement>(null);

  async function send() {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setChosen(wanted.current);
    setSaving({ is: "saving" });
    try {
      for (let next = wanted.current; next; next = wanted.current === next ? null : wanted.current) {
        await save(next.value);
        stored.current = next;
      }
      setSaving({ is: "saved" });
    } catch (error) {
      setChosen(stored.current);
      setSaving({ is: "failed", because: error instanceof Error ? error.message : "Please try again." });
    } finally {
      isUnderWay.current = false;
    }
  }

  function choose(value: T) {
    wanted.current = { value };
    setChosen({ value });
    void send();
  }

  function retry() {
    control.current?.focus();
    void send();
  }

  return { value: chosen ? chosen.value : saved, choose, saving, retry, control };
}

/** How far a choice is with being saved: said aloud as it changes. */
export function SavingState({ saving, onRetry }: { saving: Saving; onRetry: () => void }) {
  return (
    <>
      {/* Always there, so that what arrives in it is announced. */}
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
