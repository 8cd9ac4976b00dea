import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useNavigate, Link } from "react-router-dom";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { listDrafts, type ContestDraft, type DraftForm } from "@conquest/shared/contracts/drafts";
import { countMyContests, createContest } from "@conquest/shared/contracts/publishing";
import { useCall, keyOf } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { draftBasis } from "@conquest/shared/singletons/drafts";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { EMPTY_FORM } from "../contest-field-config";
import { ContestForm, type FootProps } from "../contest-form";
import type { Steps } from "../contest-steps";
import { endOfDay, toIsoSeconds } from "../deadline";
import { DRAFTS_PATH } from "./draft-name";
import { createDraftAutosave, type DraftAutosave } from "./draft-autosave";
import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { flushOnHide } from "@conquest/shared/ui/form/save-queue";
import { Note } from "@conquest/shared/ui/note";
import { errorMessage } from "@conquest/shared/ui/format/text";

const DeleteDraftDialog = lazyComponent(
  () => import(/* webpackChunkName: "delete-draft-dialog" */ "./delete-draft-dialog"),
);

interface Props {
  /** Draft on the server; omitted for a new form. */
  draft?: ContestDraft;
  id: string | undefined;
  onBegun: (id: string) => void;
  steps: Steps;
}

export function DraftEditor({ draft, id, onBegun, steps }: Props) {
  const { _id: me, name, email, image } = useAccount();
  const navigate = useNavigate();
  const create = useCall(createContest);
  const [initial] = useState<ContestFormInput>(() => ({
    ...EMPTY_FORM,
    deadline: toIsoSeconds(endOfDay(new Date())),
    ...(draft?.form as ContestFormInput | undefined),
  }));
  const storageKey = `contest:${me}:${id ?? "new"}`;
  const [autosave] = useState(() => createDraftAutosave(draft, initial as DraftForm, draftBasis(storageKey)));
  const [isDeleting, setIsDeleting] = useState(false);
  // Retried on open if it failed.
  useEffect(() => void DeleteDraftDialog.load().catch(() => undefined), []);

  const foot = ({ form, forget, clear, isDirty }: FootProps) => (
    <>
      {(id !== undefined || isDirty) && <Preview autosave={autosave} />}
      {id === undefined && isDirty && (
        <Button variant="ghost" onClick={clear}>
          {t("Clear form")}
        </Button>
      )}
      {id !== undefined && (
        <Button variant="ghost" onClick={() => setIsDeleting(true)}>
          {t("Delete draft")}
        </Button>
      )}
      <Suspense>
        {isDeleting && (
          <DeleteDraftDialog
            draft={{ _id: id!, name: form.getValues("name") }}
            onClose={() => setIsDeleting(false)}
            onDeleted={() => {
              void autosave.stop();
              forget();
              void navigate(DRAFTS_PATH);
            }}
          />
        )}
      </Suspense>
    </>
  );

  return (
    <ContestForm
      initial={initial}
      draft={storageKey}
      basis={autosave.basis}
      submitLabel={t("Add Contest")}
      steps={steps}
      state={({ form, forget, rebase }) => (
        <DraftState autosave={autosave} form={form} onSaved={forget} onSavedBefore={rebase} onBegun={onBegun} />
      )}
      foot={foot}
      onSubmit={async (values) => {
        await autosave.stop();
        try {
          await create.mutateAsync({
            body: {
              ...values,
              // Without optional terms the request is as it always was.
              morePrizes: values.morePrizes || undefined,
              rules: values.rules || undefined,
              entryFields: values.entryFields || undefined,
              criteriaWeights: values.criteriaWeights || undefined,
              maxParticipants: values.maxParticipants || undefined,
              maxTeamSize: values.maxTeamSize || undefined,
              visibility: values.visibility === "public" ? undefined : values.visibility || undefined,
              status: "pending",
              participants: [],
              creator: { name, email, photo: image },
              draftId: autosave.id(),
            },
          });
        } catch (error) {
          if (error instanceof ApiError && error.code === "draft_gone") autosave.startNewDraft();
          autosave.resume();
          throw error;
        }
        toast.success(t("Contest created successfully"));
        void navigate("/dashboard/my_created_contests");
      }}
    />
  );
}

function Preview({ autosave }: { autosave: DraftAutosave }) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const open = async () => {
    setIsBusy(true);
    await autosave.flush();
    setIsBusy(false);
    if (!autosave.state().failure) void navigate(`/contest-preview/${autosave.id()}`);
  };
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={open}>
      {t("Preview")}
    </Button>
  );
}

interface DRAFTS_PATHProps {
  autosave: DraftAutosave;
  form: UseFormReturn<ContestFormInput, unknown, ContestFormInput>;
  /** This tab no longer needs to store the text. */
  onSaved: () => void;
  /** The latest text is not on the server yet, but it is now based on a newer revision. */
  onSavedBefore: () => void;
  onBegun: (id: string) => void;
}

function DraftState({ autosave, form, onSaved, onSavedBefore, onBegun }: DRAFTS_PATHProps) {
  const saveState = useSyncExternalStore(autosave.subscribe, autosave.state, autosave.state);
  const { subscribe, reset } = form;

  const cache = useQueryClient();
  useEffect(() => {
    const saved = (isAll: boolean) => {
      if (isAll) onSaved();
      else onSavedBefore();
      for (const endpoint of [listDrafts, countMyContests]) void cache.invalidateQueries({ queryKey: keyOf(endpoint) });
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
        {isSaving && <span aria-hidden="true">{t("Saving…")}</span>}
        <span className={isSaving ? "cq-visually-hidden" : undefined}>
          {/* Announced once, not after every pause. */}
          <span role="status">{isSaved && t("Draft saved")}</span>
          {isSaved && (
            <T
              text=". Find it in <drafts>your drafts</drafts> on any device."
              drafts={<Link to={DRAFTS_PATH} className="cq-link" />}
            />
          )}
          {!savedAt && !failure && t("Saves automatically as a draft. Only you can see it until you add the contest.")}
        </span>
      </p>
    </div>
  );
}

const TITLES = {
  away: msg("Couldn't save your draft"),
  changed: msg("This draft was changed elsewhere"),
  gone: msg("This draft no longer exists"),
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
      setRetryError(errorMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  const small = { size: "sm", variant: "secondary", isBusy } as const;
  return (
    <Note tone={failure.kind === "away" ? "danger" : "warning"} role="alert" title={t(TITLES[failure.kind])}>
      <p className="dc:mb-3">
        {failure.because} {t("Your text is still here, and kept in this tab.")} {retryError}
      </p>
      <div className="dc:flex dc:flex-wrap dc:gap-3">
        {failure.kind === "away" && (
          <Button {...small} onClick={run(() => autosave.flush())}>
            {t("Save again")}
          </Button>
        )}
        {failure.kind === "changed" && (
          <>
            <Button {...small} onClick={run(() => autosave.overwriteServer())}>
              {t("Keep this version")}
            </Button>
            <Button {...small} onClick={run(async () => onOther(await autosave.loadServerVersion()))}>
              {t("Load the other version")}
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
            {t("Save as a new draft")}
          </Button>
        )}
      </div>
    </Note>
  );
}
