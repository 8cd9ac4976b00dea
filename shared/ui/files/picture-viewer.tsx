import { useEffect, useState } from "react";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { digits, t } from "@conquest/shared/singletons/language";
import { Button, IconButton, buttonClass } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { fileUrl, fileSrcSet } from "@conquest/shared/ui/files/file-url";
import { describeFile } from "@conquest/shared/ui/files/describe-file";
import { SaveFile } from "@conquest/shared/ui/files/save-file";
import { Note } from "@conquest/shared/ui/note";
import { isReservedKey } from "@conquest/shared/ui/page/latin-key";

interface Props {
  pictures: readonly StoredFile[];
  first: StoredFile;
  onClose: () => void;
}

export default function PictureViewer({ pictures, first, onClose }: Props) {
  const [id, setId] = useState(first._id);
  const found = pictures.findIndex(({ _id }) => _id === id);
  // If the picture was removed, another one takes its position.
  const at = Math.max(0, found);
  const picture = pictures[at] ?? first;
  const [before, after] = [pictures[at - 1], pictures[at + 1]];

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Alt with an arrow is the browser's Back and Forward.
      if (event.defaultPrevented || isReservedKey(event)) return;
      const { key } = event;
      const next = key === "ArrowLeft" ? before : key === "ArrowRight" ? after : undefined;
      if (next) setId(next._id);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [before, after]);

  return (
    <Dialog
      onClose={onClose}
      title={picture.name}
      size="xl"
      actions={
        <>
          {pictures.length > 1 && (
            <div className="cq-viewer-turn" role="group" aria-label={t("Images")}>
              <IconButton
                variant="secondary"
                label={t("Previous image")}
                icon={<ChevronLeft aria-hidden="true" size={20} />}
                disabled={!before}
                onClick={() => before && setId(before._id)}
              />
              <span aria-live="polite">{t("{n} of {all}", { n: at + 1, all: pictures.length })}</span>
              <IconButton
                variant="secondary"
                label={t("Next image")}
                icon={<ChevronRight aria-hidden="true" size={20} />}
                disabled={!after}
                onClick={() => after && setId(after._id)}
              />
            </div>
          )}
          <SaveFile file={picture} className={buttonClass({ variant: "primary" })}>
            <Download aria-hidden="true" size={18} /> {t("Download image")}
          </SaveFile>
        </>
      }>
      <PictureView key={picture._id} picture={picture} />
      <p className="cq-hint">
        {describeFile(picture)},{" "}
        {t("{width} × {height} pixels", {
          width: digits(String(picture.width)),
          height: digits(String(picture.height)),
        })}
      </p>
    </Dialog>
  );
}

function PictureView({ picture }: { picture: StoredFile }) {
  const [tries, setTries] = useState(1);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <Note tone="danger" role="alert" title={t("Couldn't show this image")}>
        <p>{t("Check your connection and try again. The image may also have been deleted.")}</p>
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            setBroken(false);
            setTries(tries + 1);
          }}>
          {t("Retry")}
        </Button>
      </Note>
    );
  }
  return (
    <img
      key={tries}
      className="cq-viewer-picture"
      src={fileUrl(picture, 1280)}
      srcSet={fileSrcSet(picture)}
      sizes="(min-width: 84rem) 78rem, 94vw"
      alt={picture.name}
      width={picture.width ?? undefined}
      height={picture.height ?? undefined}
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
