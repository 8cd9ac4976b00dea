import { removeQuestion, type ContestQuestion } from "@conquest/shared/contracts/questions";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { truncate } from "@conquest/shared/ui/format/text";

export interface RemoveQuestionProps {
  question: ContestQuestion;
  onClose: () => void;
}

export default function RemoveQuestionDialog({
  question: { _id: id, text, isOwn, answer },
  onClose,
}: RemoveQuestionProps) {
  const remove = useCall(removeQuestion);

  const close = () => {
    onClose();
    setTimeout(() => document.getElementById("questions-heading")?.focus());
  };
  // After an error the question may be gone from the refetched list, so the focus moves as after a removal.
  const cancel = () => (remove.isError ? close() : onClose());

  // Awaited instead of using a mutate callback: this dialog unmounts when the list is refetched.
  const confirm = async () => {
    try {
      await remove.mutateAsync({ params: { id } });
    } catch {
      return;
    }
    toast.success(t(isOwn ? "Question deleted" : "Question removed"));
    close();
  };
  return (
    <ConfirmDialog
      onClose={cancel}
      onConfirm={() => void confirm()}
      isBusy={remove.isPending}
      title={t(isOwn ? "Delete your question?" : "Remove this question?")}
      confirmLabel={t(isOwn ? "Delete question" : answer ? "Remove question and answer" : "Remove question")}
      error={remove.error}>
      <p>“{truncate(text, 120)}”</p>
      <p>
        {t(
          isOwn
            ? "It will be removed from this page."
            : answer
              ? "The question and its answer will be removed from this page. We'll notify the person who asked."
              : "It will be removed from this page. We'll notify the person who asked.",
        )}{" "}
        {t("This can't be undone.")}
      </p>
    </ConfirmDialog>
  );
}
