import { useForm } from "react-hook-form";
import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import type { EntrySaves } from "../entry-saves";
import { isWordKept, wordBasis, wordDraft } from "../unsent-words";

interface Props {
  rows: readonly JudgedEntry[];
  saves: EntrySaves;
}

/** The words for authors of these entries that can be sent no more, to be copied. */
export const UnsentWords = ({ rows, saves }: Props) =>
  rows.map(({ _id, label }) => {
    const word = saves.unsavedWord(_id);
    return (word || isWordKept(_id)) && <UnsentWord key={_id} entryId={_id} label={label} word={word} />;
  });

/** `word` is what was refused; "" where it was not sent yet, and is in this tab alone. */
function UnsentWord({ entryId, label, word }: { entryId: string; label: string; word: string }) {
  const form = useForm({ defaultValues: { word } });
  useFormDraft(wordDraft(entryId), form, [], wordBasis);
  return <TextAreaField label={`Your word for the author of ${label}, which was not sent`} rows={3} readOnly {...form.register("word")} />;
}
