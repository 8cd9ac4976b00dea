import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import clsx from "clsx";
import { Camera, Upload as UploadIcon } from "lucide-react";
import { MAX_FILE_BYTES } from "@conquest/shared/contracts/media/files";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { call } from "@conquest/shared/singletons/call";
import { buttonLook } from "@conquest/shared/ui/button";
import { formatBytes } from "@conquest/shared/ui/files/describe-file";
import { reportSkippedFiles } from "@conquest/shared/ui/files/report-skipped-files";
import { UploadRow } from "@conquest/shared/ui/files/upload-row";
import { useDrop } from "@conquest/shared/ui/files/use-drop";
import { useUploads, type SendFile } from "@conquest/shared/ui/files/use-uploads";

const sendPicture: SendFile<string> = async (body, name, options) =>
  (await call(uploadPicture, { query: { name }, body }, options)).address;

interface Props {
  /** The address of what is chosen so far; once it is another, what is still being uploaded is given up. */
  chosen: string;
  /** Gets the address of the picture that was uploaded. */
  onPicture: (address: string) => void;
  /** Which camera of a phone is meant. */
  camera: "user" | "environment";
  /** Other ways, beside these. */
  more?: ReactNode;
  /** What the picture looks like so far: a place to drop another one onto. */
  children?: ReactNode;
}

/** Ways to a picture besides its address: uploaded, dropped, or taken with a phone. */
export function PictureSource({ chosen, onPicture, camera, more, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  const { list, leftOut, add, forgetLeftOut, retry, remove } = useUploads(sendPicture, (address) => {
    setSaid("The picture is there.");
    onPicture(address);
  });

  const under = useRef(list);
  useEffect(() => {
    under.current = list;
  }, [list]);
  const giveUp = useCallback(() => {
    for (const { key } of under.current) remove(key);
  }, [remove]);
  useEffect(giveUp, [giveUp, chosen]);
  const take = useCallback(
    (files: File[]) => {
      // The one before was a slip.
      giveUp();
      forgetLeftOut();
      setSaid("");
      add(files, 1);
    },
    [add, forgetLeftOut, giveUp],
  );
  const isOver = useDrop(place, take);

  const choice = (label: string, icon: ReactNode, given: { capture?: "user" | "environment"; className?: string }) => (
    <label className={clsx(buttonLook({ variant: "secondary", size: "sm" }), "cq-file-choice", given.className)}>
      {icon} {label}
      <input
        ref={given.capture ? undefined : first}
        className="cq-visually-hidden"
        type="file"
        accept="image/*"
        capture={given.capture}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // So that the same file can be chosen once more.
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
          One picture is taken: {reportSkippedFiles(leftOut)}
        </p>
      )}
      <div className="cq-drop-foot">
        {choice("Upload a picture", <UploadIcon aria-hidden="true" size={16} />, {})}
        {choice("Take a photo", <Camera aria-hidden="true" size={16} />, {
          capture: camera,
          className: "cq-with-camera",
        })}
        {more}
      </div>
      <p className="cq-hint">
        Or drop one here: JPEG, PNG, WebP, AVIF or GIF, {formatBytes(MAX_FILE_BYTES)} at most. Where and when it was
        taken is not kept.
      </p>
      <p className="cq-visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  );
}
export default PictureSource;
