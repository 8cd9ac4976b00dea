import { useForm } from "react-hook-form";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { wordBasis, wordDraft } from "../unsent-words";

interface Props {
  entryId: string;
  label: string;
  /** What was refused; "" where it was not sent yet, and is in this tab alone. */
  word: string;
}

/** A word that can be sent no more, to be copied. */
export function UnsentWord({ entryId, label, word }: Props) {
  const form = useForm({ defaultValues: { word } });
  useFormDraft(wordDraft(entryId), form, [], wordBasis);
  return <TextAreaField label={`Your word for the author of ${label}, which was not sent`} rows={3} readOnly {...form.register("word")} />;
}
