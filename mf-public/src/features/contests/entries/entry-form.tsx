import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { entryForm, submitEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField, TextField } from "@conquest/shared/ui/field";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { Note } from "@conquest/shared/ui/note";
import { ShowIfWinsField } from "./show-if-wins";

const MAX_TEXT = 5000;

interface Props {
  contestId: string;
  /** What was submitted before, to be changed. */
  entry: MyEntry | null;
  /** Why it can no longer be submitted, where that came about while it was written; else "". */
  closedBecause: string;
  onDone: () => void;
}

export function EntryForm({ contestId, entry, closedBecause, onDone }: Props) {
  const isClosed = closedBecause !== "";
  const submit = useCall(submitEntry);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(entryForm),
    defaultValues: { text: entry?.text ?? "", link: entry?.link ?? "", showIfWins: entry?.showIfWins ?? true },
  });
  const draft = useFormDraft(`entry:${contestId}`, form);
  const { setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  const length = useWatch({ control: form.control, name: "text" }).length;

  useEffect(() => {
    // The Edit button that had the focus gave way to this form.
    if (entry) setFocus("text");
    // Only when the form appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const send = form.handleSubmit(async (typed) => {
    setFailure(null);
    try {
      await submit.mutateAsync({ params: { contestId }, body: typed });
      draft.forget();
      toast.success(entry ? "Entry updated" : "Entry submitted");
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "Please try again.");
      const fields = error instanceof ApiError ? error.fields : {};
      for (const field of ["text", "link"] as const) {
        if (fields[field]) form.setError(field, { message: fields[field] });
      }
    }
  });

  function discard() {
    form.reset();
    draft.forget();
    onDone();
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="cq-form">
      {failure && (
        <Note tone="danger" isAlert title="Your entry was not saved">
          {failure} What you wrote is still here.
        </Note>
      )}
      {isClosed && (
        <Note tone="warning" isAlert title={closedBecause}>
          What stands here can no longer be submitted. You can still copy it.
        </Note>
      )}
      <TextAreaField
        label="Text"
        rows={10}
        required
        readOnly={isClosed}
        hint={`${length} of ${MAX_TEXT} characters. A draft is kept in this tab until you submit.`}
        error={errors.text?.message}
        {...form.register("text")}
      />
      <TextField
        label="Link"
        isOptional
        readOnly={isClosed}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Where your work can be seen, if it does not fit into the text."
        error={errors.link?.message}
        {...form.register("link")}
      />
      <ShowIfWinsField disabled={isClosed} {...form.register("showIfWins")} />
      <div className="pu:flex pu:flex-wrap pu:gap-3">
        {!isClosed && (
          <Button type="submit" isBusy={isSubmitting}>
            {entry ? "Save entry" : "Submit entry"}
          </Button>
        )}
        {entry && (
          <Button variant="ghost" onClick={discard}>
            Keep the old one
          </Button>
        )}
      </div>
      <p className="pu:text-sm pu:text-muted">You can change your entry until the deadline. The creator sees it together with your name.</p>
    </form>
  );
}
