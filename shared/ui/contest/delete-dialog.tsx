import { useState } from "react";
import type { MyContest } from "@conquest/shared/contracts/contests";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { lengthError } from "@conquest/shared/contracts/text/length-error";
import { MAX_REASON_LENGTH } from "@conquest/shared/contracts/text/fields";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { formatTaka } from "@conquest/shared/ui/format/money";

export type DeletedContest = Pick<MyContest, "_id" | "name" | "paidCount" | "paidTotal" | "may">;

export default function DeleteContestDialog({ contest, onClose }: { contest: DeletedContest; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const remove = useCall(deleteContest);
  const { _id, name, paidCount, paidTotal, may } = contest;
  const paid = { n: paidCount, amount: formatTaka(paidTotal) };
  // If someone joins while the dialog is open, the question changes.
  const [how, setHow] = useState(may.remove.how);
  const isCancelling = how === "cancel";
  const isLate = how !== may.remove.how;
  const cancelLabel = isLate
    ? t("Cancel contest and refund everyone")
    : paidTotal > 0
      ? t("{n, plural, one {Cancel contest and refund # person} other {Cancel contest and refund # people}}", paid)
      : t("Cancel contest");

  const tooLong = lengthError(reason, MAX_REASON_LENGTH);

  const confirm = () =>
    !tooLong &&
    remove.mutate(
      { params: { id: _id }, body: { reason, how } },
      {
        onError: (error) => {
          if (error instanceof ApiError && error.code === "was_paid_for") setHow("cancel");
        },
        onSuccess: (result) => {
          onClose();
          toast.success(resultMessage(result));
        },
      },
    );

  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={t(isCancelling ? "Cancel “{name}”?" : "Delete “{name}”?", { name })}
      confirmLabel={isCancelling ? cancelLabel : t("Delete contest")}
      isBusy={remove.isPending}
      error={remove.error}>
      {isCancelling ? (
        <>
          <p>
            {isLate
              ? t("This will refund everyone who has paid and notify everyone who joined.")
              : paidTotal > 0
                ? t(
                    "{n, plural, one {This will refund # person, {amount} in total, and notify everyone who joined.} other {This will refund # people, {amount} in total, and notify everyone who joined.}}",
                    paid,
                  )
                : paidCount > 0
                  ? t(
                      "{n, plural, one {This will notify the # person who joined. It was free, so no one is refunded.} other {This will notify the # people who joined. It was free, so no one is refunded.}}",
                      paid,
                    )
                  : t("Everyone who paid has already been refunded.")}{" "}
            {t(
              "The contest disappears from All Contests. You and the people who joined still see it as cancelled. This can't be undone.",
            )}
          </p>
          <TextAreaField
            label={t("Reason")}
            name="reason"
            isOptional
            hint={t(paidCount > 0 || isLate ? "Everyone who joined sees this." : "This is shown on the contest page.")}
            rows={3}
            error={tooLong || undefined}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      ) : (
        <p>{t("No one has paid for this contest. It will be permanently deleted. This can't be undone.")}</p>
      )}
    </ConfirmDialog>
  );
}

function resultMessage({ cancelled, refundedCount, refundedTotal }: ResponseOf<typeof deleteContest>): string {
  if (!cancelled) return t("Successfully deleted");
  if (refundedTotal === 0) return t("Contest cancelled.");
  return t(
    "{n, plural, one {Contest cancelled. # person refunded, {amount}.} other {Contest cancelled. # people refunded, {amount}.}}",
    { n: refundedCount, amount: formatTaka(refundedTotal) },
  );
}
