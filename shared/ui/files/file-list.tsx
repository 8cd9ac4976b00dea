import { Suspense, useState } from "react";
import { Download } from "lucide-react";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { t } from "@conquest/shared/singletons/language";
import { FileThumbnail } from "@conquest/shared/ui/files/file-thumbnail";
import { describeFile } from "@conquest/shared/ui/files/describe-file";
import { SaveFile } from "@conquest/shared/ui/files/save-file";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";

const PictureViewer = lazyComponent(
  () => import(/* webpackChunkName: "picture-viewer" */ "@conquest/shared/ui/files/picture-viewer"),
);

export function FileList({ files, label }: { files: readonly StoredFile[]; label: string }) {
  const [seen, setSeen] = useState<StoredFile>();
  const pictures = files.filter(({ kind }) => kind === "picture");
  const hasPictures = pictures.length > 0;
  usePreload(hasPictures, PictureViewer);
  if (files.length === 0) return null;
  return (
    <>
      <ul className="cq-files" aria-label={label}>
        {files.map((file) => (
          <li key={file._id} className="cq-file">
            {file.kind === "picture" ? (
              <button
                type="button"
                className="cq-file-look"
                aria-label={t("Preview {name}", { name: file.name })}
                onClick={() => setSeen(file)}>
                <FileThumbnail file={file} />
              </button>
            ) : (
              <FileThumbnail file={file} />
            )}
            <span className="cq-file-words">
              <span className="cq-file-name" dir="auto" title={file.name}>
                {file.name}
              </span>
              <span className="cq-hint">{describeFile(file)}</span>
            </span>
            <SaveFile file={file} className="cq-link cq-file-save" label={t("Download {name}", { name: file.name })}>
              <Download aria-hidden="true" size={16} /> {t("Download")}
            </SaveFile>
          </li>
        ))}
      </ul>
      <Suspense>
        {seen && <PictureViewer pictures={pictures} first={seen} onClose={() => setSeen(undefined)} />}
      </Suspense>
    </>
  );
}
