import { deleteDraft } from "@conquest/shared/contracts/drafts";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { draftName } from "./draft-name";

interface Props {
  draft: { _id: string; name: string };
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks for confirmation, because there is no other copy of a draft. */
export default function DeleteDraftDialog({ draft: { _id, name }, onClose, onDeleted }: Props) {
  const remove = useCall(deleteDraft);
  const done = () => {
    onClose();
    onDeleted?.();
    toast.success(t("Draft deleted"));
  };
  const confirm = () =>
    remove.mutate(
      { params: { id: _id } },
      {
        onSuccess: done,
        // Already deleted in another tab, which is what the user wanted.
        onError: (error) => error instanceof ApiError && error.status === 404 && done(),
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={t("Delete “{name}”?", { name: draftName(name) })}
      confirmLabel={t("Delete draft")}
      isBusy={remove.isPending}
      error={remove.error}>
      <p>{t("This can't be undone.")}</p>
    </ConfirmDialog>
  );
}
