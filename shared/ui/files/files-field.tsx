import { useCallback, useId, useRef } from "react";
import clsx from "clsx";
import { CircleAlert, Paperclip, Trash2 } from "lucide-react";
import { ACCEPTED_FILES, MAX_FILE_BYTES, type StoredFile } from "@conquest/shared/contracts/media/files";
import { t } from "@conquest/shared/singletons/language";
import { Button, IconButton, buttonClass } from "@conquest/shared/ui/button";
import { describedBy } from "@conquest/shared/ui/form/field-frame";
import { FileThumbnail } from "@conquest/shared/ui/files/file-thumbnail";
import { describeFile, formatBytes } from "@conquest/shared/ui/files/describe-file";
import { reportSkippedFiles, useDrop, UploadRow } from "@conquest/shared/ui/files/upload-row";
import type { Upload, Uploads } from "@conquest/shared/ui/files/use-uploads";

interface Props {
  label: string;
  files: readonly StoredFile[];
  gone?: readonly string[];
  onRemove: (files: readonly StoredFile[]) => void;
  uploads: Uploads;
  most: number;
  hint: string;
  error?: string;
  readOnly?: boolean;
}

export function FilesField({ label, files, gone = [], onRemove, uploads, most, hint, error, readOnly = false }: Props) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const remaining = Math.max(0, most - files.length - uploads.list.filter(countsTowardLimit).length);
  const { add, leftOut } = uploads;

  const take = useCallback((chosen: File[]) => add(chosen, remaining), [add, remaining]);
  const isOver = useDrop(place, take, readOnly);

  function afterRemoval(freesSlot = true) {
    if (freesSlot) uploads.forgetLeftOut();
    // The focused button is gone.
    input.current?.focus();
  }

  const missing = files.filter(({ _id }) => gone.includes(_id));
  const problem =
    error ??
    (leftOut.length > 0
      ? t("{n, plural, one {# file} other {# files}} at most: {skipped}", {
          n: most,
          skipped: reportSkippedFiles(leftOut),
        })
      : undefined);
  const limits = `${t("Images, PDF, text, Office or ZIP files, {size} each.", { size: formatBytes(MAX_FILE_BYTES) })} ${hint}`;
  if (readOnly && files.length + uploads.list.length === 0) return null;
  return (
    <fieldset
      className={clsx("cq-field", problem && "cq-field-invalid")}
      aria-describedby={describedBy(id, problem, limits)}>
      <legend className="cq-label">
        {label}
        <span className="cq-label-note"> {t("(optional, up to {n})", { n: most })}</span>
      </legend>
      <div ref={place} className={clsx("cq-drop", isOver && "cq-drop-over")}>
        {files.length + uploads.list.length > 0 && (
          <ul className="cq-uploads" aria-label={t("{label} added", { label })}>
            {files.map((file) => (
              <li key={file._id} className="cq-upload">
                <FileThumbnail file={file} />
                <span className="cq-file-words">
                  <span className="cq-file-name" dir="auto">
                    {file.name}
                  </span>
                  {gone.includes(file._id) ? (
                    <span className="cq-upload-failed">{t("Expired")}</span>
                  ) : (
                    <span className="cq-hint">{describeFile(file)}</span>
                  )}
                </span>
                {!readOnly && (
                  <IconButton
                    label={t("Remove {name}", { name: file.name })}
                    icon={<Trash2 aria-hidden="true" size={18} />}
                    onClick={() => {
                      onRemove([file]);
                      afterRemoval();
                    }}
                  />
                )}
              </li>
            ))}
            {uploads.list.map((upload) => (
              <li key={upload.key}>
                <UploadRow
                  upload={upload}
                  onRetry={() => uploads.retry(upload.key)}
                  onRemove={() => {
                    uploads.remove(upload.key);
                    afterRemoval(countsTowardLimit(upload));
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        {!readOnly && missing.length > 0 && (
          <div>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                onRemove(missing);
                afterRemoval();
              }}>
              <Trash2 aria-hidden="true" size={16} /> {t("Remove expired files")}
            </Button>
          </div>
        )}
        {!readOnly && (
          <div className="cq-drop-foot">
            <label className={clsx(buttonClass({ variant: "secondary", size: "sm" }), "cq-file-choice")}>
              <Paperclip aria-hidden="true" size={16} /> {t("Add files")}
              <input
                ref={input}
                className="cq-visually-hidden"
                type="file"
                name="files"
                multiple
                accept={ACCEPTED_FILES}
                aria-describedby={describedBy(id, problem, limits)}
                onChange={({ target }) => {
                  take([...(target.files ?? [])]);
                  // Allows choosing the same file again.
                  target.value = "";
                }}
              />
            </label>
            <span className="cq-hint">{t("or drop them here")}</span>
          </div>
        )}
      </div>
      <p className="cq-hint" id={`${id}-hint`}>
        {limits}
      </p>
      <p className="cq-error" id={`${id}-error`} aria-live="polite">
        {problem && (
          <>
            <CircleAlert aria-hidden="true" size={15} />
            <span>{problem}</span>
          </>
        )}
      </p>
      <p className="cq-visually-hidden" aria-live="polite">
        {files.length > 0 && t("{n, plural, one {# file} other {# files}} uploaded.", { n: files.length })}
      </p>
    </fieldset>
  );
}

/** Rejected files don't count toward the limit. */
const countsTowardLimit = ({ state, canRetry }: Upload) => state !== "failed" || canRetry;
