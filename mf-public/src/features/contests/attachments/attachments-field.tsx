import { useState } from "react";
import { attachFile, MAX_ATTACHMENTS, removeAttachment } from "@conquest/shared/contracts/attachments";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { call } from "@conquest/shared/singletons/call";
import { t } from "@conquest/shared/singletons/language";
import { FileList } from "@conquest/shared/ui/files/file-list";
import { FilesField } from "@conquest/shared/ui/files/files-field";
import { useUploads, type SendFile } from "@conquest/shared/ui/files/use-uploads";
import { errorMessage } from "@conquest/shared/ui/format/text";

const sendFile: SendFile<StoredFile> = (body, name, options) =>
  call(uploadEntryFile, { query: { name }, body }, options);

interface Props {
  contestId: string;
  files: readonly StoredFile[];
}

export default function AttachmentsField({ contestId, files }: Props) {
  const attach = useCall(attachFile);
  const remove = useCall(removeAttachment);
  // The page's own answer arrives a moment later.
  const [changed, setChanged] = useState<{ from: readonly StoredFile[]; to: readonly StoredFile[] }>();
  const [failure, setFailure] = useState<string>();
  const shown = changed?.from === files ? changed.to : files;
  const apply = (change: Promise<{ attachments: StoredFile[] }>) => {
    setFailure(undefined);
    change.then(
      ({ attachments }) => setChanged({ from: files, to: attachments }),
      (error: unknown) => setFailure(errorMessage(error)),
    );
  };
  const uploads = useUploads(sendFile, ({ _id: fileId }) =>
    apply(attach.mutateAsync({ params: { contestId }, body: { fileId } })),
  );
  return (
    <div className="pu:flex pu:flex-col pu:gap-3">
      <FileList files={shown} label={t("Attachments")} />
      <FilesField
        label={t("Your attachments")}
        files={shown}
        onRemove={(removed) =>
          removed.forEach(({ _id: fileId }) => apply(remove.mutateAsync({ params: { contestId, fileId } })))
        }
        uploads={uploads}
        most={MAX_ATTACHMENTS}
        hint={t("For example a logo, data or a template. Everyone who can see the contest can download them at once.")}
        error={failure}
      />
    </div>
  );
}
