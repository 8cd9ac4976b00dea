import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import type { ApiError } from "@conquest/shared/singletons/http";
import { ButtonLink } from "@conquest/shared/ui/button";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import type { EntrySaves } from "../entry-saves";
import { isWordKept, wordBasis, wordDraft } from "../unsent-words";

export interface Props {
  why: ApiError;
  /** What was read, and may have words that can be sent no more. */
  rows?: readonly JudgedEntry[];
  saves?: EntrySaves;
}

/** In place of the entries. */
export default function JudgingOver({ why, rows = [], saves }: Props) {
  // It comes under the hands of who judges, and what had the focus is gone.
  useEffect(() => focusHeadingIfLost(), []);
  return (
    <div role="alert" className="dc:flex dc:flex-col dc:gap-6">
      <EmptyState title={why.code === "judges_no_more" ? "You no longer judge this contest" : "Not to be judged"} action={<ButtonLink to="/dashboard/judging">Back to Judging</ButtonLink>}>
        <p>{why.message}</p>
      </EmptyState>
      {rows.map(({ _id, label }) => {
        const word = saves!.valueOf("word", _id, "");
        return (word || isWordKept(_id)) && <UnsentWord key={_id} entryId={_id} label={label} word={word} />;
      })}
    </div>
  );
}

/** `word` is what was refused; "" where it was not sent yet, and is in this tab alone. */
function UnsentWord({ entryId, label, word }: { entryId: string; label: string; word: string }) {
  const form = useForm({ defaultValues: { word } });
  useFormDraft(wordDraft(entryId), form, [], wordBasis);
  return <TextAreaField label={`Your word for the author of ${label}, which was not sent`} rows={3} readOnly {...form.register("word")} />;
}
