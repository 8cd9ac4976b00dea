import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type RefObject } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { entryForm, fileField, getMyEntry, submitEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { removeEntryFile, uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { storedFile, type StoredFile } from "@conquest/shared/contracts/media/files";
import { keyOf, useCall } from "@conquest/shared/singletons/api-hooks";
import { call } from "@conquest/shared/singletons/call";
import { basisOf, useFormDraft } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { useUploads, type SendFile, type Upload } from "@conquest/shared/ui/files/use-uploads";
import { entryDraft, useReplacedEntry } from "./use-replaced-entry";

/** Files with all that is shown of them, so that a draft has them too; their ids are what is sent. */
const typedEntry = entryForm.omit({ files: true }).extend({ attached: z.array(storedFile) });

type TypedEntry = z.input<typeof typedEntry>;

const idsOf = (files: readonly StoredFile[]) => files.map(({ _id }) => _id);

/** Why an entry waits for its files; what did not get there is named whole, or it would be refused once for each. */
function whyNotYet(uploads: readonly Upload[]): string {
  const failed = uploads.filter(({ state }) => state === "failed");
  if (failed.length === 0) return "Your files are still on their way. Please wait until they are there.";
  const [were, them] = failed.length > 1 ? ["were", "them"] : ["was", "it"];
  const what = failed.some(({ mayRetry }) => mayRetry) ? `Try again, or remove ${them}.` : `Please remove ${them}.`;
  return `${failed.map(({ name }) => `“${name}”`).join(", ")} ${were} not uploaded. ${what}`;
}

/** Whether what stands in the form is what is in: handed in from here and the answer lost, or from the same draft in another tab. */
const isSame = (typed: TypedEntry, entry: MyEntry) =>
  typed.text.trim().normalize("NFC") === entry.text &&
  (typed.link ?? "").trim() === entry.link &&
  typed.showIfWins === entry.showIfWins &&
  idsOf(typed.attached).join() === idsOf(entry.files).join();

const named = (files: readonly StoredFile[]) => files.map(({ name }) => `“${name}”`).join(", ");

const sayGone = (gone: readonly StoredFile[]) =>
  `${named(gone)} ${gone.length === 1 ? "is" : "are"} no longer here: what is uploaded waits a day for its entry. Please add it again, or hand in without it.`;

const sendFile: SendFile<StoredFile> = (body, name, options) =>
  call(uploadEntryFile, { query: { name }, body }, options);

/** Nobody waits for it: what is used nowhere goes by itself. */
const takeBack = ({ _id }: StoredFile) => void call(removeEntryFile, { params: { id: _id } }).catch(() => undefined);

export interface EntryOfForm {
  contestId: string;
  /** What is in, as the page knows it now. */
  entry: MyEntry | null;
  /** It can no longer be submitted: that came about while it was written. */
  isClosed: boolean;
  onDone: () => void;
  /** There is nothing to write any longer: what stands here is in, or nothing was typed and something else is. */
  onOver: () => void;
}

/** What is typed of an entry and where it goes: kept in this tab, with its files on their way, handed in, refused or given up. */
export function useEntryForm(
  { contestId, entry, isClosed, onDone, onOver }: EntryOfForm,
  place: RefObject<HTMLFormElement | null>,
) {
  const submit = useCall(submitEntry);
  const cache = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [late, setLate] = useState<ApiError["late"]>();
  const [gone, setGone] = useState<readonly string[]>([]);
  const { replaces, basis, accept } = useReplacedEntry(contestId, entry);
  const form = useForm({
    resolver: zodResolver(typedEntry),
    defaultValues: {
      text: entry?.text ?? "",
      link: entry?.link ?? "",
      attached: entry?.files ?? [],
      showIfWins: entry?.showIfWins ?? true,
    },
  });
  const draft = useFormDraft(entryDraft(contestId), form, [], basis);
  const { isSubmitting, isDirty, dirtyFields } = form.formState;
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

  // What is just handed in from here is read again before its own answer is there.
  const newer = entry && entry.sha256 !== replaces && !isClosed && !isSubmitting ? entry : null;
  useEffect(() => {
    if (!newer || uploads.list.length > 0) return;
    const hasTyped = isDirty || basisOf(entryDraft(contestId)) !== undefined;
    // Not what was drawn: what this tab kept has come back since.
    if (hasTyped && !isSame(form.getValues(), newer)) return;
    draft.forget();
    if (place.current?.contains(document.activeElement)) onDone();
    else onOver();
  });

  const send = (over: string | null) =>
    form.handleSubmit(async ({ attached: files, showIfWins, ...words }) => {
      setFailure(null);
      setLate(undefined);
      setGone([]);
      if (uploads.list.length > 0) {
        form.setError("attached", { message: whyNotYet(uploads.list) });
        return;
      }
      try {
        // Said elsewhere since, the answer to this question stays, unless it was changed here.
        const asked = !entry || dirtyFields.showIfWins ? { showIfWins } : {};
        await submit.mutateAsync({
          params: { contestId },
          body: { ...words, ...asked, files: idsOf(files), replaces: over },
        });
        draft.forget();
        toast.success(over === null ? "Entry submitted" : "Entry updated");
        onDone();
      } catch (error) {
        setFailure(error instanceof Error ? error.message : "Please try again.");
        if (error instanceof ApiError) await refused(error, files);
      }
    });

  async function refused({ code, fields, late }: ApiError, files: readonly StoredFile[]) {
    setLate(late);
    // The contest has closed; the server stored the late text.
    if (late) {
      void cache.invalidateQueries({ queryKey: keyOf(getMyEntry, { params: { contestId } }) });
      void cache.invalidateQueries({ queryKey: keyOf(getContestDetails, { params: { id: contestId } }) });
    }
    // What is in is shown beside what stands here.
    if (code === "changed_elsewhere")
      await cache.refetchQueries({ queryKey: keyOf(getMyEntry, { params: { contestId } }) }, { cancelRefetch: false });
    for (const field of ["text", "link"] as const) {
      if (fields[field]) form.setError(field, { message: fields[field] });
    }
    const missing = files.filter((_, at) => fields[fileField(at)]);
    setGone(idsOf(missing));
    if (fields["files"])
      form.setError("attached", { message: missing.length > 0 ? sayGone(missing) : fields["files"] });
  }

  function remove(files: readonly StoredFile[]) {
    attach(form.getValues("attached").filter(({ _id }) => !files.some((each) => each._id === _id)));
    for (const file of files) if (!isOfEntry(file) && !gone.includes(file._id)) takeBack(file);
  }

  function discard() {
    for (const file of form.getValues("attached")) if (!isOfEntry(file)) takeBack(file);
    form.reset();
    draft.forget();
    onDone();
  }

  return {
    form,
    attached,
    /** Ids of files that the server has no longer. */
    gone,
    uploads: { ...uploads, retry: forget(uploads.retry), remove: forget(uploads.remove) },
    /** Why the last try was refused. */
    failure,
    /** Deadline and arrival, if the entry was rejected as late. */
    late,
    /** What came in elsewhere since the writing began. */
    newer,
    isFirst: replaces === null,
    submit: send(replaces),
    /** Over what came in elsewhere, which the person has seen. */
    replace: (over: MyEntry) => {
      accept(over.sha256);
      void send(over.sha256)();
    },
    remove,
    discard,
  };
}
