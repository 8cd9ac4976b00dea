import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { MAX_ENTRY_FILES, entryForm, removeEntryFile, submitEntry, uploadEntryFile, type MyEntry } from "@conquest/shared/contracts/entries";
import { storedFile, type StoredFile } from "@conquest/shared/contracts/files";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { call } from "@conquest/shared/singletons/call";
import { ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField, TextField } from "@conquest/shared/ui/field";
import { FilesField } from "@conquest/shared/ui/files/files-field";
import { useUploads, type SendFile } from "@conquest/shared/ui/files/use-uploads";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { Note } from "@conquest/shared/ui/note";
import { ShowIfWinsField } from "./show-if-wins";

const MAX_TEXT = 5000;

/** Files with all that is shown of them, so that a draft has them too; their ids are what is sent. */
const typedEntry = entryForm.omit({ files: true }).extend({ attached: z.array(storedFile) });

const sendFile: SendFile<StoredFile> = (body, name, options) => call(uploadEntryFile, { query: { name }, body }, options);

/** Nobody waits for it: what is used nowhere goes by itself. */
const takeBack = ({ _id }: StoredFile) => void call(removeEntryFile, { params: { id: _id } }).catch(() => undefined);

interface Props {
  contestId: string;
  /** Judges see no names until the winner is chosen. */
  hidesNames: boolean;
  /** What was submitted before, to be changed. */
  entry: MyEntry | null;
  /** Why it can no longer be submitted, where that came about while it was written; else "". */
  closedBecause: string;
  onDone: () => void;
}

export function EntryForm({ contestId, hidesNames, entry, closedBecause, onDone }: Props) {
  const isClosed = closedBecause !== "";
  const submit = useCall(submitEntry);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(typedEntry),
    defaultValues: { text: entry?.text ?? "", link: entry?.link ?? "", attached: entry?.files ?? [], showIfWins: entry?.showIfWins ?? true },
  });
  const draft = useFormDraft(`entry:${contestId}`, form);
  const { setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  const length = useWatch({ control: form.control, name: "text" }).length;
  const attached = useWatch({ control: form.control, name: "attached" });
  const attach = (files: StoredFile[]) => {
    form.clearErrors("attached");
    form.setValue("attached", files, { shouldDirty: true });
  };
  const uploads = useUploads(sendFile, (file) => attach([...form.getValues("attached"), file]));
  /** What was said of one of them is over. */
  const forget = (act: (key: number) => void) => (key: number) => {
    form.clearErrors("attached");
    act(key);
  };
  const isOfEntry = ({ _id }: StoredFile) => entry?.files.some((each) => each._id === _id) ?? false;

  useEffect(() => {
    // The Edit button that had the focus gave way to this form.
    if (entry) setFocus("text");
    // Only when the form appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const send = form.handleSubmit(async ({ attached: files, ...typed }) => {
    setFailure(null);
    const late = uploads.list[0];
    if (late) {
      form.setError("attached", { message: late.state === "failed" ? `“${late.name}” was not uploaded. ${late.mayRetry ? "Try it again, or remove it." : "Please remove it."}` : "Your files are still on their way. Please wait until they are there." });
      return;
    }
    try {
      await submit.mutateAsync({ params: { contestId }, body: { ...typed, files: files.map(({ _id }) => _id) } });
      draft.forget();
      toast.success(entry ? "Entry updated" : "Entry submitted");
      onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "Please try again.");
      const fields = error instanceof ApiError ? error.fields : {};
      for (const field of ["text", "link"] as const) {
        if (fields[field]) form.setError(field, { message: fields[field] });
      }
      if (fields["files"]) form.setError("attached", { message: fields["files"] });
    }
  });

  function remove(file: StoredFile) {
    attach(form.getValues("attached").filter(({ _id }) => _id !== file._id));
    if (!isOfEntry(file)) takeBack(file);
  }

  function discard() {
    for (const file of form.getValues("attached")) if (!isOfEntry(file)) takeBack(file);
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
      <FilesField
        label="Files"
        files={attached}
        onRemove={remove}
        uploads={{ ...uploads, retry: forget(uploads.retry), remove: forget(uploads.remove) }}
        most={MAX_ENTRY_FILES}
        readOnly={isClosed}
        hint="Of pictures we keep no place, date or camera."
        error={errors.attached?.message}
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
      <p className="pu:text-sm pu:text-muted">
        You can change your entry until the deadline.{" "}
        {hidesNames
          ? "Until the winner is chosen the creator sees neither your name nor those of your files: please leave yours out of what you write, and out of what is inside them."
          : "The creator sees it together with your name."}
      </p>
    </form>
  );
}
