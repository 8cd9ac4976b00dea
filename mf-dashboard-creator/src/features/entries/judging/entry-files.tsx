import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { t } from "@conquest/shared/singletons/language";
import { FileList } from "@conquest/shared/ui/files/file-list";
import { EntryPictures } from "./entry-pictures";
import { TextPreview } from "./text-preview";

export interface Props {
  files: readonly StoredFile[];
  label: string;
}

export default function EntryFiles({ files, label }: Props) {
  const pictures = files.filter(({ kind }) => kind === "picture");
  return (
    <>
      {pictures.length > 0 && <EntryPictures pictures={pictures} label={label} />}
      <FileList
        files={files.filter(({ kind }) => kind !== "picture")}
        label={t("Files of {entry}", { entry: label })}
      />
      {files.map((file) => file.kind === "text" && <TextPreview key={file._id} file={file} />)}
    </>
  );
}
