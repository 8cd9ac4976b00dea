import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router-dom";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { listDrafts, type DraftForm } from "@conquest/shared/contracts/drafts";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import type { DraftAutosave } from "./draft-autosave";

export const DRAFTS = "/dashboard/contest_drafts";

interface Props {
  keeper: DraftAutosave;
  form: UseFormReturn<ContestFormInput, unknown, ContestFormInput>;
  /** This tab need not keep what was typed any longer. */
  onSaved: () => void;
  /** What was typed last is not on the server yet, but what it began from is newer. */
  onSavedBefore: () => void;
  onBegun: (id: string) => void;
}

/** Keeps a form as it is typed, and says how far that is. */
export function DraftState({ keeper, form, onSaved, onSavedBefore, onBegun }: Props) {
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state);
  const { subscribe, reset } = form;

  const cache = useQueryClient();
  useEffect(() => {
    const saved = (isAll: boolean) => {
      if (isAll) onSaved();
      else onSavedBefore();
      void cache.invalidateQueries({ queryKey: keyOf(listDrafts) });
    };
    // Kept in this tab under the name of the draft from then on.
    const begun = (id: string) => {
      onSaved();
      onBegun(id);
    };
    keeper.listen({ saved, begun });
    return () => keeper.listen({ saved, begun: onSaved });
  }, [keeper, cache, onSaved, onSavedBefore, onBegun]);
  useEffect(() => {
    const flush = () => void keeper.flush();
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => keeper.typed(values as DraftForm),
    });
    // Whoever goes away comes back on another device, or not.
    document.addEventListener("visibilitychange", flush);
    window.addEventListener("online", flush);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", flush);
      window.removeEventListener("online", flush);
      flush();
    };
  }, [keeper, subscribe]);

  const { savedAt, isSaving, failure } = keeping;
  const isKept = savedAt && !failure;
  return (
    <div className="dc:flex dc:flex-col dc:gap-3">
      {failure && <NotKept keeper={keeper} failure={failure} onOther={(other) => reset(other as ContestFormInput)} />}
      <p className="cq-hint">
        {/* Said once, and not at every pause. */}
        <span role="status">{isKept && "Draft saved"}</span>
        {isKept && (
          <>
            {" "}
            <RelativeTime at={savedAt} />. It is in{" "}
            <Link to={DRAFTS} className="cq-link">
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

function NotKept({
  keeper,
  failure,
  onOther,
}: {
  keeper: DraftAutosave;
  failure: { because: string; kind: keyof typeof TITLES };
  onOther: (other: DraftForm) => void;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const act = (how: () => Promise<unknown>) => async () => {
    setIsBusy(true);
    setTrouble("");
    try {
      await how();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : "Please try again.");
    } finally {
      setIsBusy(false);
    }
  };
  const small = { size: "sm", variant: "secondary", isBusy } as const;
  return (
    <Note tone={failure.kind === "away" ? "danger" : "warning"} isAlert title={TITLES[failure.kind]}>
      <p className="dc:mb-3">
        {failure.because} What you typed is still here, and kept in this tab. {trouble}
      </p>
      <div className="dc:flex dc:flex-wrap dc:gap-3">
        {failure.kind === "away" && (
          <Button {...small} onClick={act(() => keeper.flush())}>
            Save again
          </Button>
        )}
        {failure.kind === "changed" && (
          <>
            <Button {...small} onClick={act(() => keeper.keepThis())}>
              Keep what is here
            </Button>
            <Button {...small} onClick={act(async () => onOther(await keeper.takeOther()))}>
              Show the other one
            </Button>
          </>
        )}
        {failure.kind === "gone" && (
          <Button
            {...small}
            onClick={act(() => {
              keeper.beginAnew();
              return keeper.flush();
            })}>
            Keep as a new draft
          </Button>
        )}
      </div>
    </Note>
  );
}
