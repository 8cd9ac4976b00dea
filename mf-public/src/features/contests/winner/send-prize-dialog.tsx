import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { prizeForm, sendPrize, type Award } from "@conquest/shared/contracts/awards";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { storedFile, type StoredFile } from "@conquest/shared/contracts/media/files";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { call } from "@conquest/shared/singletons/call";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { FilesField } from "@conquest/shared/ui/files/files-field";
import { useUploads, type SendFile } from "@conquest/shared/ui/files/use-uploads";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { serverNow } from "@conquest/shared/ui/format/time";
import { ErrorNote } from "@conquest/shared/ui/note";

export interface SendPrizeDialogProps {
  award: Award;
  onClose: () => void;
}

const typedForm = prizeForm.pick({ on: true }).extend({ note: z.string(), proofs: z.array(storedFile) });

const sendFile: SendFile<StoredFile> = (body, name, options) =>
  call(uploadEntryFile, { query: { name }, body }, options);

/** Today in the viewer's time zone. */
function today(): string {
  const now = new Date(serverNow());
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

export default function SendPrizeDialog({ award: { contest, place, sent }, onClose }: SendPrizeDialogProps) {
  const send = useCall(sendPrize);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(typedForm),
    defaultValues: {
      on: sent?.on ?? today(),
      note: sent?.note ?? "",
      proofs: sent?.proof ? [sent.proof] : ([] as StoredFile[]),
    },
  });
  const draft = useFormDraft(`prize:${contest._id}:${place}`, form);
  const proofs = useWatch({ control: form.control, name: "proofs" });
  const attach = (files: StoredFile[]) => {
    form.clearErrors("proofs");
    form.setValue("proofs", files, { shouldDirty: true });
  };
  const uploads = useUploads(sendFile, (file) => attach([file]));

  const submit = form.handleSubmit(async ({ on, note, proofs: files }) => {
    setFailure(null);
    if (uploads.list.some(({ state }) => state !== "failed"))
      return setFailure(t("Your file is still uploading. Try again when it's done."));
    try {
      await send.mutateAsync({
        params: { contestId: contest._id },
        body: { place, on, note, proofId: files[0]?._id ?? null },
      });
    } catch (error) {
      return setFailure(showFieldErrors(form, error, "on", "note"));
    }
    draft.forget();
    toast.success(t(sent ? "Details updated" : "Marked as sent"));
    onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      title={t(sent ? "Edit the details of the prize" : "Mark the prize as sent")}
      size="lg"
      submitLabel={t(sent ? "Save details" : "Mark as sent")}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      className="cq-form">
      {!sent && (
        <p className="cq-running-text">
          {t("We'll ask the winner to confirm. Only the winner, you and admins see these details.")}
        </p>
      )}
      <TextField {...fieldOf(form, "on")} label={t("Sent on")} type="date" required max={today()} />
      <TextAreaField
        {...fieldOf(form, "note")}
        label={t("Message to the winner")}
        isOptional
        hint={t("For example how you sent it, and a tracking number.")}
        rows={3}
      />
      <FilesField
        label={t("Proof of sending")}
        files={proofs}
        onRemove={() => attach([])}
        uploads={uploads}
        most={1}
        hint={t("For example a photo of the postal receipt.")}
        error={form.formState.errors.proofs?.message}
      />
      <ErrorNote title={t("Couldn't save this")}>{failure}</ErrorNote>
    </FormDialog>
  );
}
