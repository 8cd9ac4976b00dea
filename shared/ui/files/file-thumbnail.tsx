import { useState } from "react";
import { FileArchive, FileText, Image as ImageIcon } from "lucide-react";
import type { FileKind, StoredFile } from "@conquest/shared/contracts/media/files";
import { fileUrl } from "@conquest/shared/ui/files/file-url";
import { officeOf } from "@conquest/shared/ui/files/describe-file";

const ICONS: Record<FileKind, typeof FileText> = {
  picture: ImageIcon,
  pdf: FileText,
  text: FileText,
  zip: FileArchive,
};

export function FileThumbnail({ file }: { file: StoredFile }) {
  const [broken, setBroken] = useState<string>();
  const Icon = officeOf(file) ? FileText : ((ICONS as Partial<typeof ICONS>)[file.kind] ?? FileText);
  if (file.kind !== "picture" || broken === file._id) {
    return (
      <span className="cq-file-face">
        <Icon aria-hidden="true" size={28} />
      </span>
    );
  }
  return (
    <span className="cq-file-face">
      <img src={fileUrl(file, 320)} alt="" loading="lazy" decoding="async" onError={() => setBroken(file._id)} />
    </span>
  );
}
