import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type RefObject, type SyntheticEvent } from "react";
import { useForm, useWatch, type FieldErrors, type Resolver } from "react-hook-form";
import { z } from "zod";
import { answerField } from "@conquest/shared/contracts/check-answers";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import { entryForm, fileField, getMyEntry, submitEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { removeEntryFile, uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { storedFile, type StoredFile } from "@conquest/shared/contracts/media/files";
import { keyOf, useCall } from "@conquest/shared/singletons/api-hooks";
import { call } from "@conquest/shared/singletons/call";
import { draftBasis, useFormDraft } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { isPending, useUploads, type SendFile, type Upload } from "@conquest/shared/ui/files/use-uploads";
import {
  answerErrors,
  equalsAnswers,
  identityOf,
  moveAnswers,
  toSentAnswers,
  toTypedAnswers,
  type TypedAnswer,
} from "./typed-answers";
import { entryDraftKey, useReplacedEntry } from "./use-replaced-entry";
import { errorMessage } from "@conquest/shared/ui/format/text";

/** Includes the files' display data for drafts; only their ids are sent. */
const typedEntry = entryForm.omit({ files: true }).extend({ attached: z.array(storedFile) });

/** With the answers to the entry form, by position, and the fields that they answer. */
export type TypedEntry = z.input<typeof typedEntry> & { answers: TypedAnswer[]; answered: string[] };
export type CheckedEntry = z.output<typeof typedEntry> & Pick<TypedEntry, "answers">;

const check = zodResolver(typedEntry);

/** Checks the answers too, without a schema, which would cost bytes. */
const checkWith =
  (fields: readonly EntryField[]): Resolver<TypedEntry, unknown, CheckedEntry> =>
  async (values, context, options) => {
    const { answers } = values;
    const checked = await check(values, context, options as never);
    const errors = answerErrors(fields, answers);
    return errors || Object.keys(checked.errors).length > 0
      ? { values: {}, errors: { ...checked.errors, ...(errors && { answers: errors }) } as FieldErrors<TypedEntry> }
      : { values: { ...(checked.values as z.output<typeof typedEntry>), answers }, errors: {} };
  };

const idsOf = (files: readonly StoredFile[]) => files.map(({ _id }) => _id);

/** Names all failed files at once, so that each does not cost another attempt. */
function failedUploadsMessage(failed: readonly Upload[]): string {
  const names = failed.map(({ name }) => `“${name}”`).join(", ");
  const canRetry = failed.some((upload) => upload.canRetry);
  const n = failed.length;
  return canRetry
    ? t(
        "{n, plural, one {{names} wasn't uploaded. Try again or remove it.} other {{names} weren't uploaded. Try again or remove them.}}",
        { n, names },
      )
    : t(
        "{n, plural, one {{names} wasn't uploaded. Remove it to submit.} other {{names} weren't uploaded. Remove them to submit.}}",
        { n, names },
      );
}

/** Whether the form equals the submitted entry: its response was lost, or another tab submitted the same draft. */
const equalsEntry = (typed: TypedEntry, entry: MyEntry, fields: readonly EntryField[]) =>
  typed.text.trim().normalize("NFC") === entry.text &&
  (typed.link ?? "").trim() === entry.link &&
  typed.showIfWins === entry.showIfWins &&
  idsOf(typed.attached).join() === idsOf(entry.files).join() &&
  equalsAnswers(fields, typed.answers, entry.answers);

const named = (files: readonly StoredFile[]) => files.map(({ name }) => `“${name}”`).join(", ");

const missingFilesMessage = (gone: readonly StoredFile[]) =>
  t(
    "{n, plural, one {{names} expired: we keep uploads for 24 hours until you submit. Add it again or submit without it.} other {{names} expired: we keep uploads for 24 hours until you submit. Add them again or submit without them.}}",
    { n: gone.length, names: named(gone) },
  );

const sendFile: SendFile<StoredFile> = (body, name, options) =>
  call(uploadEntryFile, { query: { name }, body }, options);

/** Not awaited: the server deletes unused files itself. */
const deleteUpload = ({ _id }: StoredFile) =>
  void call(removeEntryFile, { params: { id: _id } }).catch(() => undefined);

export interface EntryFormOptions {
  contestId: string;
  fields: readonly EntryField[];
  entry: MyEntry | null;
  /** Submitting was closed while the entry was written. */
  isClosed: boolean;
  onDone: () => void;
  /** Nothing is left to write: the form equals the submitted entry, or nothing was typed and another entry exists. */
  onOver: () => void;
}

export function useEntryForm(
  { contestId, fields: entryFields, entry, isClosed, onDone, onOver }: EntryFormOptions,
  formRef: RefObject<HTMLFormElement | null>,
) {
  const submit = useCall(submitEntry);
  const cache = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [late, setLate] = useState<ApiError["late"]>();
  const [gone, setGone] = useState<readonly string[]>([]);
  const { replaces, basis, accept } = useReplacedEntry(contestId, entry);
  const form = useForm<TypedEntry, unknown, CheckedEntry>({
    resolver: checkWith(entryFields),
    defaultValues: {
      text: entry?.text ?? "",
      link: entry?.link ?? "",
      attached: entry?.files ?? [],
      showIfWins: entry?.showIfWins ?? true,
      answers: toTypedAnswers(entryFields, entry?.answers),
      answered: entryFields.map(identityOf),
    },
  });
  const draft = useFormDraft(entryDraftKey(contestId), form, [], basis);
  // After the draft was restored, whose answers may be to an earlier entry form.
  useEffect(() => {
    const [answers, answered] = form.getValues(["answers", "answered"]);
    const moved = moveAnswers(entryFields, answered, answers);
    if (!moved) return;
    form.setValue("answered", entryFields.map(identityOf));
    form.setValue("answers", moved, { shouldDirty: true });
  }, [form, entryFields]);
  const { isSubmitting, isDirty } = form.formState;
  const attached = useWatch({ control: form.control, name: "attached" });
  const attach = (files: StoredFile[]) => {
    form.clearErrors("attached");
    form.setValue("attached", files, { shouldDirty: true });
  };
  const uploads = useUploads(sendFile, (file) => attach([...form.getValues("attached"), file]));
  /** The shown error may be about this upload. */
  const clearingError = (act: (key: number) => void) => (key: number) => {
    form.clearErrors("attached");
    setFailure(null);
    act(key);
  };
  const isOfEntry = ({ _id }: StoredFile) => entry?.files.some((each) => each._id === _id) ?? false;

  // While submitting, a refetch may already return the new entry.
  const newer = entry && entry.sha256 !== replaces && !isClosed && !isSubmitting ? entry : null;
  useEffect(() => {
    if (!newer || uploads.list.length > 0) return;
    const hasTyped = isDirty || draftBasis(entryDraftKey(contestId)) !== undefined;
    // Compare the current values: the draft may have been restored after this render.
    if (hasTyped && !equalsEntry(form.getValues(), newer, entryFields)) return;
    draft.forget();
    if (formRef.current?.contains(document.activeElement)) onDone();
    else onOver();
  });

  const send = (over: string | null, hasWaited = false): ((event?: SyntheticEvent) => Promise<void>) =>
    form.handleSubmit(async ({ attached: files, showIfWins, answers, ...words }) => {
      setFailure(null);
      setLate(undefined);
      setGone([]);
      const failed = await uploads.settled();
      // The user may replace a file that they removed.
      if (!failed) return;
      if (failed.length > 0) {
        const message = failedUploadsMessage(failed);
        form.setError("attached", { message });
        setFailure(message);
        return;
      }
      // Sends what was typed while the files were uploading.
      if (!hasWaited && uploads.list.some(isPending)) return send(over, true)();
      try {
        // Sent only if changed here: the answer may have been changed outside this form.
        const publicity = !entry || form.getFieldState("showIfWins").isDirty ? { showIfWins } : {};
        await submit.mutateAsync({
          params: { contestId },
          body: {
            ...words,
            ...publicity,
            files: idsOf(files),
            replaces: over,
            // Without an entry form the request is as it always was.
            ...(entryFields.length > 0 && { answers: toSentAnswers(entryFields, answers) }),
          },
        });
        draft.forget();
        toast.success(t(over === null ? "Entry submitted" : "Entry updated"));
        onDone();
      } catch (error) {
        setFailure(errorMessage(error));
        if (error instanceof ApiError) await handleError(error, files);
      }
    });

  async function handleError({ code, fields, late }: ApiError, files: readonly StoredFile[]) {
    setLate(late);
    // The contest has closed; the server stored the late text.
    if (late) void cache.invalidateQueries({ queryKey: keyOf(getMyEntry, { params: { contestId } }) });
    if (fields["answers"]) setFailure(fields["answers"]);
    // Otherwise the page knows another entry form than the server.
    if (late || fields["answers"] || code === "entry_form_missing") {
      void cache.invalidateQueries({ queryKey: keyOf(getContestDetails, { params: { id: contestId } }) });
    }
    // Refetch to show the submitted entry beside the form.
    if (code === "changed_elsewhere")
      await cache.refetchQueries({ queryKey: keyOf(getMyEntry, { params: { contestId } }) }, { cancelRefetch: false });
    for (const field of ["text", "link"] as const) {
      if (fields[field]) form.setError(field, { message: fields[field] });
    }
    for (const position of entryFields.keys()) {
      const problem = fields[answerField(position)];
      if (problem) form.setError(`answers.${position}`, { message: problem });
    }
    const missing = files.filter((_, at) => fields[fileField(at)]);
    setGone(idsOf(missing));
    if (fields["files"])
      form.setError("attached", { message: missing.length > 0 ? missingFilesMessage(missing) : fields["files"] });
  }

  function remove(files: readonly StoredFile[]) {
    attach(form.getValues("attached").filter(({ _id }) => !files.some((each) => each._id === _id)));
    for (const file of files) if (!isOfEntry(file) && !gone.includes(file._id)) deleteUpload(file);
  }

  function discard() {
    for (const file of form.getValues("attached")) if (!isOfEntry(file)) deleteUpload(file);
    form.reset();
    draft.forget();
    onDone();
  }

  return {
    form,
    attached,
    gone,
    uploads: { ...uploads, retry: clearingError(uploads.retry), remove: clearingError(uploads.remove) },
    failure,
    late,
    /** Entry submitted elsewhere since editing began. */
    newer,
    isFirst: replaces === null,
    submit: send(replaces),
    /** Overwrites an entry submitted elsewhere that the user has seen. */
    replace: (over: MyEntry) => {
      accept(over.sha256);
      void send(over.sha256)();
    },
    remove,
    discard,
  };
}
