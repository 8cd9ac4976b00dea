import { useEffect } from "react";
import type { ApiError } from "@conquest/shared/singletons/http";
import { ButtonLink } from "@conquest/shared/ui/button";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import {
  hasCommentDraft,
  commentBasis,
  commentDraftKey,
  unsavedLabel,
  type Unsaved,
} from "../saving/use-rating-autosave";
import { useForm } from "react-hook-form";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { Note } from "@conquest/shared/ui/note";

export interface Props {
  why: ApiError;
  /** May contain comments that can no longer be sent. */
  unsaved?: readonly Unsaved[];
}

export default function JudgingOver({ why, unsaved = [] }: Props) {
  // Appears while the user is judging, so the focused element may be gone.
  useEffect(() => focusHeadingIfLost(), []);
  return (
    <div role="alert" className="dc:flex dc:flex-col dc:gap-6">
      <EmptyState
        title={why.code === "judges_no_more" ? "You no longer judge this contest" : "Not to be judged"}
        action={<ButtonLink to="/dashboard/judging">Back to Judging</ButtonLink>}>
        <p>{why.message}</p>
      </EmptyState>
      <CommentsToCopy unsaved={unsaved} />
    </div>
  );
}

const CommentsToCopy = ({ unsaved }: { unsaved: readonly Unsaved[] }) =>
  unsaved.map(
    ({ entryId, label, what, value }) =>
      what === "word" &&
      (value || hasCommentDraft(entryId)) && (
        <CommentToCopy key={entryId} entryId={entryId} label={label} word={value as string} />
      ),
  );

/** `word` is the rejected text, or "" if it was not sent and exists only in this tab. */
function CommentToCopy({ entryId, label, word }: { entryId: string; label: string; word: string }) {
  const form = useForm({ defaultValues: { word } });
  useFormDraft(commentDraftKey(entryId), form, [], commentBasis);
  return (
    <TextAreaField label={`Your word on ${label}, which was not sent`} rows={3} readOnly {...form.register("word")} />
  );
}

export interface CannotRateProps {
  contest: ContestDetails;
  unsaved: readonly Unsaved[];
}

/** Ratings and comments that were not saved before rating was closed. They do not count; comments can be copied. */
export function CannotRate({ contest: { phase, may }, unsaved }: CannotRateProps) {
  // Otherwise judging continues, perhaps with this judge again.
  const isTooLate = phase === "completed" || phase === "cancelled";
  return (
    <div className="dc:mb-6 dc:flex dc:flex-col dc:gap-4">
      <Note
        tone="danger"
        isAlert
        title={`${isTooLate ? "Came too late to be saved" : "Not saved"}: ${unsaved.map(unsavedLabel).join(", ")}`}>
        {!isTooLate && "You may not rate now. "}
        {may.rateEntries.because}
      </Note>
      <CommentsToCopy unsaved={unsaved} />
    </div>
  );
}
