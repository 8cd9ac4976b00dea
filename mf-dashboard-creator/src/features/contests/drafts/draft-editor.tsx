import { Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import type { ContestDraft, DraftForm } from "@conquest/shared/contracts/drafts";
import { createContest } from "@conquest/shared/contracts/publishing";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { basisOf } from "@conquest/shared/singletons/drafts";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { EMPTY } from "../contest-field-config";
import { ContestForm, type FootProps } from "../contest-form";
import { endOfDay, toSpokenInstant } from "../deadline";
import { createDraftAutosave, type DraftAutosave } from "./draft-autosave";
import { DRAFTS, DraftState } from "./draft-state";

const DeleteDraftDialog = lazyComponent(
  () => import(/* webpackChunkName: "delete-draft-dialog" */ "./delete-draft-dialog"),
);

interface Props {
  /** As it was kept on the server; not given for a form that is new here. */
  draft?: ContestDraft;
  /** Of the draft, once there is one. */
  id: string | undefined;
  onBegun: (id: string) => void;
}

/** A contest that is being written: kept as a draft as it is typed, until it is added. */
export function DraftEditor({ draft, id, onBegun }: Props) {
  const { _id: me, name, email, image } = useAccount();
  const navigate = useNavigate();
  const create = useCall(createContest);
  const [initial] = useState<ContestFormInput>(() => ({
    ...EMPTY,
    deadline: toSpokenInstant(endOfDay(new Date())),
    ...(draft?.form as ContestFormInput | undefined),
  }));
  const keptAs = `contest:${me}:${id ?? "new"}`;
  const [keeper] = useState(() => createDraftAutosave(draft, initial as DraftForm, basisOf(keptAs)));
  const [isDeleting, setIsDeleting] = useState(false);
  // What cannot be had now is asked for again when it is opened.
  useEffect(() => void DeleteDraftDialog.load().catch(() => undefined), []);

  const foot = ({ form, forget, clear, isDirty }: FootProps) => (
    <>
      {(id !== undefined || isDirty) && <Preview keeper={keeper} />}
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
              void keeper.stop();
              forget();
              void navigate(DRAFTS);
            }}
          />
        )}
      </Suspense>
    </>
  );

  return (
    <ContestForm
      initial={initial}
      draft={keptAs}
      basis={keeper.basis}
      submitLabel="Add Contest"
      givesAdvice
      state={({ form, forget, rebase }) => (
        <DraftState keeper={keeper} form={form} onSaved={forget} onSavedBefore={rebase} onBegun={onBegun} />
      )}
      foot={foot}
      onSubmit={async (values) => {
        await keeper.stop();
        try {
          await create.mutateAsync({
            body: {
              ...values,
              status: "pending",
              participants: [],
              creator: { name, email, photo: image },
              draftId: keeper.id(),
            },
          });
        } catch (error) {
          // What is typed is a draft of its own from now on.
          if (error instanceof ApiError && error.code === "draft_gone") keeper.beginAnew();
          keeper.resume();
          throw error;
        }
        toast.success("Contest created successfully");
        void navigate("/dashboard/my_created_contests");
      }}
    />
  );
}

/** Leads to the page that others would get, once what is typed is there. */
function Preview({ keeper }: { keeper: DraftAutosave }) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const open = async () => {
    setIsBusy(true);
    await keeper.flush();
    setIsBusy(false);
    // What kept it from being saved is said above.
    if (!keeper.state().failure) void navigate(`/contest-preview/${keeper.id()}`);
  };
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={open}>
      Preview
    </Button>
  );
}
