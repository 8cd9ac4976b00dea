import { useForm } from "react-hook-form";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { lengthError } from "@conquest/shared/contracts/text/characters";
import { MAX_NOTE_LENGTH, declareWinner } from "@conquest/shared/contracts/winners";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { pluralize } from "@conquest/shared/ui/format/text";
import { unsavedLabel } from "./saving/unsaved-names";
import { type Unsaved } from "./saving/use-rating-autosave";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";

interface DeclareWinnerDialogProps {
  contest: ContestDetails;
  entry: Pick<ContestEntry, "_id" | "label">;
  seesJudges: boolean;
  areNamesHidden: boolean;
  unratedCount: number;
  unsaved: readonly Unsaved[];
  onClose: () => void;
}

const REQUIRED = "Say in a sentence why this entry won";

export default function DeclareWinnerDialog({
  contest,
  entry,
  seesJudges,
  areNamesHidden,
  unratedCount,
  unsaved,
  onClose,
}: DeclareWinnerDialogProps) {
  const { label } = entry;
  const hasCriteria = contest.criteria.length > 0;
  const declare = useCall(declareWinner);
  const form = useForm({ defaultValues: { note: "" } });
  const draft = useFormDraft(`winner:${entry._id}`, form);
  const confirm = form.handleSubmit(async ({ note }) => {
    try {
      await declare.mutateAsync({ params: { contestId: contest._id }, body: { entryId: entry._id, note } });
    } catch (error) {
      const message = showFieldErrors(form, error, "note");
      return message === null ? undefined : form.setError("root", { message });
    }
    draft.forget();
    toast.success(`${label} is the winner`);
    onClose();
    focusHeadingIfLost();
  });
  const { errors, isSubmitting } = form.formState;
  const others = contest.participantCount - 1;
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={`Pick ${label} as the winner?`}
      confirmLabel={`Pick ${label} as the winner`}
      isBusy={isSubmitting}
      tone="primary"
      error={errors.root}>
      <p>
        {label} wins {formatTaka(contest.prize)} in “<bdi>{contest.name}</bdi>”. This decision is final.
        {contest.prize > 0 && " Payments and prizes are simulated, so no prize is paid out."}
      </p>
      <ul className="dc:my-3 dc:list-disc dc:ps-5">
        <li>We'll notify the winner and show them your note.</li>
        {others > 0 && <li>We'll tell {pluralize(others, "other participant", "other participants")} who won.</li>}
        <li>
          {seesJudges
            ? "Each participant sees all judges' ratings and feedback on their own entry."
            : "Each participant sees your rating and feedback on their own entry."}
          {hasCriteria && " Ratings by criterion are included."}
        </li>
        <li>Everyone sees the winner's name and your note, and the entry if the winner agreed.</li>
        {areNamesHidden && <li>You'll see all names.</li>}
      </ul>
      {unsaved.length > 0 && (
        <Note tone="warning" title="You have unsaved changes">
          Go back and save {unsaved.map(unsavedLabel).join(", ")}. You can't do that after picking a winner.
        </Note>
      )}
      {unratedCount > 0 && (
        <Note title={`You haven't rated ${pluralize(unratedCount, "entry", "entries")}`}>
          {hasCriteria && "An entry counts as rated once every criterion is rated. "}You can't rate entries after
          picking a winner.
        </Note>
      )}
      <TextAreaField
        label="Note"
        hint="Why this entry won. Shown with the result."
        rows={4}
        {...fieldOf(form, "note", {
          validate: (note) => (note.trim() === "" ? REQUIRED : lengthError(note, MAX_NOTE_LENGTH)) || true,
        })}
      />
    </ConfirmDialog>
  );
}
