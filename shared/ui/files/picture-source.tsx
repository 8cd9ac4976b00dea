import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import clsx from "clsx";
import { Camera, Upload as UploadIcon } from "lucide-react";
import { MAX_FILE_BYTES } from "@conquest/shared/contracts/media/files";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { call } from "@conquest/shared/singletons/call";
import { t } from "@conquest/shared/singletons/language";
import { buttonClass } from "@conquest/shared/ui/button";
import { formatBytes } from "@conquest/shared/ui/files/describe-file";
import { reportSkippedFiles, UploadRow, useDrop } from "@conquest/shared/ui/files/upload-row";
import { useUploads, type SendFile } from "@conquest/shared/ui/files/use-uploads";

const sendPicture: SendFile<string> = async (body, name, options) =>
  (await call(uploadPicture, { query: { name }, body }, options)).address;

interface Props {
  /** The current picture's URL; if it changes, pending uploads are cancelled. */
  chosen: string;
  onPicture: (address: string) => void;
  camera: "user" | "environment";
  more?: ReactNode;
  /** A preview of the current picture; new ones can be dropped on it. */
  children?: ReactNode;
}

/** Ways to provide a picture besides its URL: upload, drop, or camera. */
export function PictureSource({ chosen, onPicture, camera, more, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const { list, leftOut, add, forgetLeftOut, retry, remove } = useUploads(sendPicture, (address) => {
    setAnnouncement(t("Image uploaded"));
    onPicture(address);
  });

  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);
  const cancelAll = useCallback(() => {
    for (const { key } of latest.current) remove(key);
  }, [remove]);
  useEffect(cancelAll, [cancelAll, chosen]);
  const take = useCallback(
    (files: File[]) => {
      cancelAll();
      forgetLeftOut();
      setAnnouncement("");
      add(files, 1);
    },
    [add, forgetLeftOut, cancelAll],
  );
  const isOver = useDrop(place, take);

  const choice = (
    label: string,
    icon: ReactNode,
    options: { capture?: "user" | "environment"; className?: string },
  ) => (
    <label className={clsx(buttonClass({ variant: "secondary", size: "sm" }), "cq-file-choice", options.className)}>
      {icon} {label}
      <input
        ref={options.capture ? undefined : first}
        className="cq-visually-hidden"
        type="file"
        accept="image/*"
        capture={options.capture}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // Allows choosing the same file again.
          target.value = "";
        }}
      />
    </label>
  );

  return (
    <div ref={place} className={clsx("cq-drop", isOver && "cq-drop-over")}>
      {children}
      {list.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => retry(upload.key)}
          onRemove={() => {
            remove(upload.key);
            first.current?.focus();
          }}
        />
      ))}
      {leftOut.length > 0 && (
        <p className="cq-hint" role="status">
          {t("Only 1 image is allowed: {skipped}", { skipped: reportSkippedFiles(leftOut) })}
        </p>
      )}
      <div className="cq-drop-foot">
        {choice(t("Upload an image"), <UploadIcon aria-hidden="true" size={16} />, {})}
        {choice(t("Take a photo"), <Camera aria-hidden="true" size={16} />, {
          capture: camera,
          className: "cq-with-camera",
        })}
        {more}
      </div>
      <p className="cq-hint">
        {t("Or drop one here: JPEG, PNG, WebP, AVIF or GIF, up to {size}.", { size: formatBytes(MAX_FILE_BYTES) })}{" "}
        {t("We remove location, date and camera data.")}
      </p>
      <p className="cq-visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}
export default PictureSource;
