import { RotateCcw, Trash2, X } from "lucide-react";
import { IconButton } from "@conquest/shared/ui/button";
import { formatBytes } from "@conquest/shared/ui/files/describe-file";
import type { Upload } from "@conquest/shared/ui/files/use-uploads";

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
              {state === "waiting" && `Waiting, ${formatBytes(bytes)}`}
              {state === "sending" && `${percent} % of ${formatBytes(bytes)} sent`}
              {state === "arrived" && "Sent. We look at it…"}
            </span>
            <progress
              className="cq-progress"
              aria-label={`Sending ${name}`}
              max={100}
              value={state === "waiting" ? 0 : percent}
            />
          </>
        )}
      </span>
      {state === "failed" && canRetry && (
        <IconButton label={`Try ${name} again`} icon={<RotateCcw aria-hidden="true" size={18} />} onClick={onRetry} />
      )}
      <IconButton
        label={state === "failed" ? `Remove ${name}` : `Stop ${name}`}
        icon={state === "failed" ? <Trash2 aria-hidden="true" size={18} /> : <X aria-hidden="true" size={18} />}
        onClick={onRemove}
      />
    </div>
  );
}
