import { RotateCcw, Trash2, X } from "lucide-react";
import { t } from "@conquest/shared/singletons/language";
import { IconButton } from "@conquest/shared/ui/button";
import { formatBytes } from "@conquest/shared/ui/files/describe-file";
import type { Upload } from "@conquest/shared/ui/files/use-uploads";
import { useEffect, useState, type RefObject } from "react";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";

interface Props {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

export function UploadRow({ upload: { name, bytes, state, share, because, canRetry }, onRetry, onRemove }: Props) {
  const percent = Math.floor(share * 100);
  return (
    <div className="cq-upload">
      <span className="cq-file-words">
        <span className="cq-file-name" dir="auto">
          {name}
        </span>
        {state === "failed" ? (
          <span className="cq-upload-failed" role="alert">
            {because}
          </span>
        ) : (
          <>
            <span className="cq-hint">
              {state === "waiting" && t("Waiting, {size}", { size: formatBytes(bytes) })}
              {state === "sending" && t("{percent}% of {size} uploaded", { percent, size: formatBytes(bytes) })}
              {state === "arrived" && t("Uploaded. Checking the file…")}
            </span>
            <progress
              className="cq-progress"
              aria-label={t("Uploading {name}", { name })}
              max={100}
              value={state === "waiting" ? 0 : percent}
            />
          </>
        )}
      </span>
      {state === "failed" && canRetry && (
        <IconButton
          label={t("Retry {name}", { name })}
          icon={<RotateCcw aria-hidden="true" size={18} />}
          onClick={onRetry}
        />
      )}
      <IconButton
        label={t(state === "failed" ? "Remove {name}" : "Cancel {name}", { name })}
        icon={state === "failed" ? <Trash2 aria-hidden="true" size={18} /> : <X aria-hidden="true" size={18} />}
        onClick={onRemove}
      />
    </div>
  );
}

/** Handles files dropped onto an element. Returns true while files are dragged over it. */
export function useDrop(
  place: RefObject<HTMLElement | null>,
  onFiles: (files: File[]) => void,
  isOff = false,
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isOff) return;
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // Otherwise the browser would open the file instead of the page.
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // Ignores moves to descendants.
      if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      setOver(false);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    element.addEventListener("dragover", onDragOver);
    element.addEventListener("dragleave", onDragLeave);
    element.addEventListener("drop", onDrop);
    return () => {
      element.removeEventListener("dragover", onDragOver);
      element.removeEventListener("dragleave", onDragLeave);
      element.removeEventListener("drop", onDrop);
    };
  }, [place, onFiles, isOff]);
  return isOver && !isOff;
}

const MAX_NAMES = 3;

/** Lists the files that exceeded the limit: "“a.png” and 2 more weren't added." */
export function reportSkippedFiles(files: readonly File[]): string {
  const named = files.slice(0, MAX_NAMES).map(({ name }) => `“${name}”`);
  const names = named.join(", ");
  const more = files.length - named.length;
  return isolateQuotedText(
    more > 0
      ? t("{names} and {more} more weren't added.", { names, more })
      : t(files.length === 1 ? "{names} wasn't added." : "{names} weren't added.", { names }),
  );
}
