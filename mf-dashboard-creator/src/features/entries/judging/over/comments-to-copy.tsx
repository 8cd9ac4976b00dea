import { useForm } from "react-hook-form";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { t } from "@conquest/shared/singletons/language";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { hasCommentDraft, commentBasis, commentDraftKey, type Unsaved } from "../saving/use-rating-autosave";

export const CommentsToCopy = ({ unsaved }: { unsaved: readonly Unsaved[] }) =>
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
    <TextAreaField
      label={t("Your unsaved feedback for {entry}", { entry: label })}
      rows={3}
      readOnly
      {...form.register("word")}
    />
  );
}
