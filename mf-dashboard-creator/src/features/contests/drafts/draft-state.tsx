import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router-dom";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { listDrafts, type DraftForm } from "@conquest/shared/contracts/drafts";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import { Button } from "@conquest/shared/ui/button";
import { flushOnHide } from "@conquest/shared/ui/form/save-queue";
import { Note } from "@conquest/shared/ui/note";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import type { DraftAutosave } from "./draft-autosave";

export const DRAFTS_PATH = "/dashboard/contest_drafts";

interface Props {
  autosave: DraftAutosave;
  form: UseFormReturn<ContestFormInput, unknown, ContestFormInput>;
  /** This tab no longer needs to store the text. */
  onSaved: () => void;
  /** The latest text is not on the server yet, but it is now based on a newer revision. */
  onSavedBefore: () => void;
  onBegun: (id: string) => void;
}

export function DraftState({ autosave, form, onSaved, onSavedBefore, onBegun }: Props) {
  const saveState = useSyncExternalStore(autosave.subscribe, autosave.state, autosave.state);
  const { subscribe, reset } = form;

  const cache = useQueryClient();
  useEffect(() => {
    const saved = (isAll: boolean) => {
      if (isAll) onSaved();
      else onSavedBefore();
      void cache.invalidateQueries({ queryKey: keyOf(listDrafts) });
    };
    // From then on this tab stores the text under the id of the draft.
    const begun = (id: string) => {
      onSaved();
      onBegun(id);
    };
    autosave.listen({ saved, begun });
    return () => autosave.listen({ saved, begun: onSaved });
  }, [autosave, cache, onSaved, onSavedBefore, onBegun]);
  useEffect(() => {
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => autosave.typed(values as DraftForm),
    });
    const stopFlushing = flushOnHide(autosave);
    return () => {
      unsubscribe();
      stopFlushing();
      void autosave.flush();
    };
  }, [autosave, subscribe]);

  const { savedAt, isSaving, failure } = saveState;
  const isSaved = savedAt && !failure;
  return (
    <div className="dc:flex dc:flex-col dc:gap-3">
      {failure && (
        <SaveFailure autosave={autosave} failure={failure} onOther={(other) => reset(other as ContestFormInput)} />
      )}
      <p className="cq-hint">
        {/* Announced once, not after every pause. */}
        <span role="status">{isSaved && "Draft saved"}</span>
        {isSaved && (
          <>
            {" "}
            <RelativeTime at={savedAt} />. It is in{" "}
            <Link to={DRAFTS_PATH} className="cq-link">
              your drafts
            </Link>
            , on every device.
          </>
        )}
        {!savedAt && !failure && "What you type is saved as a draft. Only you see it until you add the contest."}
        <span aria-hidden="true">{isSaving && " Saving…"}</span>
      </p>
    </div>
  );
}

const TITLES = {
  away: "Your draft is not saved",
  changed: "This draft was changed elsewhere",
  gone: "This draft is gone",
};

function SaveFailure({
  autosave,
  failure,
  onOther,
}: {
  autosave: DraftAutosave;
  failure: { because: string; kind: keyof typeof TITLES };
  onOther: (other: DraftForm) => void;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [retryError, setRetryError] = useState("");
  const run = (action: () => Promise<unknown>) => async () => {
    setIsBusy(true);
    setRetryError("");
    try {
      await action();
    } catch (error) {
      setRetryError(error instanceof Error ? error.message : "Please try again.");
    } finally {
      setIsBusy(false);
    }
  };
  const small = { size: "sm", variant: "secondary", isBusy } as const;
  return (
    <Note tone={failure.kind === "away" ? "danger" : "warning"} isAlert title={TITLES[failure.kind]}>
      <p className="dc:mb-3">
        {failure.because} What you typed is still here, and kept in this tab. {retryError}
      </p>
      <div className="dc:flex dc:flex-wrap dc:gap-3">
        {failure.kind === "away" && (
          <Button {...small} onClick={run(() => autosave.flush())}>
            Save again
          </Button>
        )}
        {failure.kind === "changed" && (
          <>
            <Button {...small} onClick={run(() => autosave.overwriteServer())}>
              Keep what is here
            </Button>
            <Button {...small} onClick={run(async () => onOther(await autosave.loadServerVersion()))}>
              Show the other one
            </Button>
          </>
        )}
        {failure.kind === "gone" && (
          <Button
            {...small}
            onClick={run(() => {
              autosave.startNewDraft();
              return autosave.flush();
            })}>
            Keep as a new draft
          </Button>
        )}
      </div>
    </Note>
  );
}
