import { useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog";
import { TextAreaField } from "@conquest/shared/ui/field";
import { formatTaka } from "@conquest/shared/ui/money";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page-heading";
import { counted } from "@conquest/shared/ui/text";

interface DeclareWinnerDialogProps {
  contest: ContestDetails;
  entry: { _id: string; name: string };
  /** Of how many entries the judge has said nothing; more of them may not be on the screen yet. */
  unrated: { count: number; isAtLeast: boolean };
  /** For whom there are words that were typed and not saved. */
  unsavedFor: readonly string[];
  onClose: () => void;
}

export function DeclareWinnerDialog({ contest, entry, unrated, unsavedFor, onClose }: DeclareWinnerDialogProps) {
  const [note, setNote] = useState("");
  const declare = useCall(declareWinner);
  const confirm = () =>
    declare.mutate(
      { params: { contestId: contest._id }, body: { entryId: entry._id, note } },
      {
        onSuccess: () => {
          toast.success(`${entry.name} is the winner`);
          onClose();
          focusHeadingIfLost();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`Choose ${entry.name} as the winner?`}
      confirmLabel={`Declare ${entry.name} the winner`}
      isBusy={declare.isPending}
      tone="primary"
    >
      <p>
        {entry.name} wins {formatTaka(contest.prize)} in “{contest.name}”. Everyone who took part is told, and every author reads what you said of their entry. This is done once
        and cannot be changed.
      </p>
      {unsavedFor.length > 0 && (
        <Note tone="warning" title={`Your word for ${listed(unsavedFor)} is not saved`}>
          Go back and save it first: after the choice it can no longer be.
        </Note>
      )}
      {unrated.count > 0 && (
        <Note title={`${counted(unrated.count, "entry has", "entries have", unrated.isAtLeast)} no rating and no word from you`}>Afterwards there is no way to add one.</Note>
      )}
      <TextAreaField
        label="Note"
        name="note"
        isOptional
        hint="Why this entry won. It is shown with the result."
        rows={4}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {declare.error && (
        <Note tone="danger" isAlert>
          {declare.error.message}
        </Note>
      )}
    </ConfirmDialog>
  );
}

/** "Ann", "Ann and Bob", "Ann, Bob and Mina". */
const listed = (names: readonly string[]) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
