import { useForm } from "react-hook-form";
import { LONGEST_REASON, REQUIRED } from "@conquest/shared/contracts/fields";
import { decideReport, type AdminReportCase } from "@conquest/shared/contracts/reports";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog";
import { TextAreaField } from "@conquest/shared/ui/field";
import { formatTaka } from "@conquest/shared/ui/money";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page-heading";
import { counted } from "@conquest/shared/ui/text";

export interface DecisionDialogProps {
  report: AdminReportCase;
  decision: "dismiss" | "uphold";
  onClose: () => void;
}

/** Says what a decision brings about, and asks for a word to those whom it concerns. */
export default function DecisionDialog({ report, decision, onClose }: DecisionDialogProps) {
  const { _id: id, kind, contest, isHidden } = report;
  const decide = useCall(decideReport);
  const form = useForm({ defaultValues: { note: "" } });
  const draft = useFormDraft(`report-${decision}:${id}`, form);
  const { errors, isSubmitting } = form.formState;
  const isUpheld = decision === "uphold";
  const { title, label, consequence } = isUpheld ? upheld(report) : { title: `Nothing wrong with ${kind === "contest" ? `“${contest.name}”` : "this entry"}?`, label: "Nothing wrong", consequence: isHidden ? "It is on show again." : "It stays as it is." };

  const send = form.handleSubmit(async ({ note }) => {
    try {
      await decide.mutateAsync({ params: { id }, body: { decision, note: note.trim() } });
    } catch (error) {
      return form.setError("root", { message: error instanceof Error ? error.message : "Please try again." });
    }
    draft.forget();
    toast.success(isUpheld ? "Decided: it was taken down" : "Decided: nothing is wrong with it");
    onClose();
    // Decided, it may be on the list no longer.
    focusHeadingIfLost();
  });
  return (
    <ConfirmDialog isOpen onClose={onClose} onConfirm={() => void send()} title={title} confirmLabel={label} tone={isUpheld ? "danger" : "primary"} isBusy={isSubmitting}>
      <p>{consequence} Its author and who reported it are told. It cannot be undone.</p>
      <div className="da:mt-4">
        <TextAreaField
          {...form.register("note", { validate: (value) => !isUpheld || value.trim() !== "" || REQUIRED })}
          label={isUpheld ? "Reason" : "Your word to them"}
          isOptional={!isUpheld}
          required={isUpheld}
          hint="Its author reads it, and so does who reported it. It stays in the audit trail."
          rows={3}
          maxLength={LONGEST_REASON}
          error={errors.note?.message}
        />
      </div>
      {errors.root?.message && (
        <Note tone="danger" isAlert>
          {errors.root.message}
        </Note>
      )}
    </ConfirmDialog>
  );
}

function upheld({ kind, contest, may: { uphold } }: AdminReportCase): { title: string; label: string; consequence: string } {
  if (uphold.how === "hide") {
    const what = kind === "contest" ? `“${contest.name}”` : "this entry";
    return { title: `Take ${what} down for good?`, label: "Take it down", consequence: kind === "contest" ? "The public does not see it any more; what was won and paid stays." : "It is in no gallery any more, also if its author publishes it." };
  }
  const { refundedCount, refundedTotal } = uphold;
  const people = refundedCount === 0 ? "Nobody has joined." : `${counted(refundedCount, "person gets", "people get")} back ${formatTaka(refundedTotal)}, and ${refundedCount === 1 ? "is" : "are"} told.`;
  return { title: `Cancel “${contest.name}”?`, label: refundedCount === 0 ? "Cancel contest" : `Cancel contest and refund ${counted(refundedCount, "person", "people")}`, consequence: `The contest is cancelled. ${people}` };
}
