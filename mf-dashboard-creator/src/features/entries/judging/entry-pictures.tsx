import { ChevronLeft, ChevronRight, Download, Maximize2 } from "lucide-react";
import { Suspense, useState } from "react";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { t } from "@conquest/shared/singletons/language";
import { IconButton, buttonClass } from "@conquest/shared/ui/button";
import { describeFile } from "@conquest/shared/ui/files/describe-file";
import { fileSrcSet, fileUrl } from "@conquest/shared/ui/files/file-url";
import { SaveFile } from "@conquest/shared/ui/files/save-file";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";

const PictureViewer = lazyComponent(
  () => import(/* webpackChunkName: "picture-viewer" */ "@conquest/shared/ui/files/picture-viewer"),
);

interface Props {
  /** At least one. */
  pictures: readonly StoredFile[];
  label: string;
}

export function EntryPictures({ pictures, label }: Props) {
  const [index, setIndex] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [brokenId, setBrokenId] = useState<string>();
  usePreload(true, PictureViewer);
  // The selected picture may have been removed.
  const at = Math.min(index, pictures.length - 1);
  const picture = pictures[at]!;
  return (
    <div>
      <button
        type="button"
        aria-label={t("Preview {name}", { name: picture.name })}
        onClick={() => setOpen(true)}
        // Does not depend on the picture, so that the buttons below stay in place.
        className="dc:aspect-square dc:max-h-[60dvh] dc:sm:aspect-4/3 dc:relative dc:grid dc:w-full dc:place-items-center dc:overflow-hidden dc:rounded-md dc:border dc:border-line dc:bg-sunk dc:hover:border-brand">
        {brokenId === picture._id ? (
          <span className="cq-hint">{t("Couldn't show this image")}</span>
        ) : (
          <img
            key={picture._id}
            className="dc:absolute dc:inset-0 dc:size-full dc:object-contain"
            src={fileUrl(picture, 1280)}
            srcSet={fileSrcSet(picture)}
            sizes="(min-width: 64rem) 44rem, 92vw"
            alt=""
            decoding="async"
            onError={() => setBrokenId(picture._id)}
          />
        )}
        <span className="dc:absolute dc:right-2 dc:bottom-2 dc:rounded-sm dc:border dc:border-line dc:bg-surface dc:p-1.5">
          <Maximize2 aria-hidden="true" size={16} />
        </span>
      </button>
      <div className="dc:mt-1 dc:flex dc:flex-wrap dc:items-center dc:gap-x-3">
        {pictures.length > 1 && (
          <div
            role="group"
            aria-label={t("Images of {entry}", { entry: label })}
            className="dc:flex dc:items-center dc:gap-1">
            <IconButton
              label={t("Previous image")}
              icon={<ChevronLeft aria-hidden="true" size={20} />}
              disabled={at === 0}
              onClick={() => setIndex(at - 1)}
            />
            <span className="cq-hint dc:tabular-nums" aria-live="polite">
              {t("{n} of {all}", { n: at + 1, all: pictures.length })}
            </span>
            <IconButton
              label={t("Next image")}
              icon={<ChevronRight aria-hidden="true" size={20} />}
              disabled={at === pictures.length - 1}
              onClick={() => setIndex(at + 1)}
            />
          </div>
        )}
        <p className="cq-hint dc:order-last dc:basis-full dc:wrap-anywhere">
          <bdi>{picture.name}</bdi>, {describeFile(picture)}
        </p>
        <SaveFile
          file={picture}
          label={t("Download {name}", { name: picture.name })}
          className={buttonClass({ variant: "ghost", size: "sm" }, "dc:ml-auto")}>
          <Download aria-hidden="true" size={16} /> {t("Download")}
        </SaveFile>
      </div>
      <Suspense>
        {isOpen && <PictureViewer pictures={pictures} first={picture} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}
