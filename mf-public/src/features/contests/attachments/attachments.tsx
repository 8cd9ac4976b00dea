import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { t } from "@conquest/shared/singletons/language";
import { FileList } from "@conquest/shared/ui/files/file-list";

/** For everyone who can see the contest. */
export default function Attachments({ files }: { files: readonly StoredFile[] }) {
  return <FileList files={files} label={t("Attachments")} />;
}
