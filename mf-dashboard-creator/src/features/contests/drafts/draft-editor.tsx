import { Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import type { ContestDraft, DraftForm } from "@conquest/shared/contracts/drafts";
import { createContest } from "@conquest/shared/contracts/publishing";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { draftBasis } from "@conquest/shared/singletons/drafts";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { EMPTY_FORM } from "../contest-field-config";
import { ContestForm, type FootProps } from "../contest-form";
import { endOfDay, toIsoSeconds } from "../deadline";
import { createDraftAutosave, type DraftAutosave } from "./draft-autosave";
import { DRAFTS_PATH, DraftState } from "./draft-state";

const DeleteDraftDialog = lazyComponent(
  () => import(/* webpackChunkName: "delete-draft-dialog" */ "./delete-draft-dialog"),
);

interface Props {
  /** Draft on the server; omitted for a new form. */
  draft?: ContestDraft;
  id: string | undefined;
  onBegun: (id: string) => void;
}

export function DraftEditor({ draft, id, onBegun }: Props) {
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
          Clear form
        </Button>
      )}
      {id !== undefined && (
        <Button variant="ghost" onClick={() => setIsDeleting(true)}>
          Delete draft
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
      submitLabel="Add Contest"
      givesAdvice
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
        toast.success("Contest created successfully");
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
    // The error is shown above.
    if (!autosave.state().failure) void navigate(`/contest-preview/${autosave.id()}`);
  };
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={open}>
      Preview
    </Button>
  );
}
