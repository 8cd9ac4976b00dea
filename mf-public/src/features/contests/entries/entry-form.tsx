import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import { MAX_ENTRY_LENGTH, MAX_ENTRY_FILES, type MyEntry } from "@conquest/shared/contracts/entries";
import { T, t } from "@conquest/shared/singletons/language";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { FilesField } from "@conquest/shared/ui/files/files-field";
import { isPending } from "@conquest/shared/ui/files/use-uploads";
import { TextAreaField, charactersUsed } from "@conquest/shared/ui/form/text-area-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { DeferredComponent } from "@conquest/shared/ui/page/deferred-component";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Note } from "@conquest/shared/ui/note";
import type { AnswerFieldsProps } from "./answer-fields";
import { SendError } from "../send-error";
import { lateWords, EntryContent } from "./entry-content";
import { ShowIfWinsField } from "./show-if-wins";
import { EDIT_ENTRY } from "./use-replaced-entry";
import { useEntryForm, type EntryFormOptions } from "./use-entry-form";
import { formatDateTime } from "@conquest/shared/ui/format/time";

/** Loaded only if the contest has an entry form. */
const AnswerFields = lazyComponent<AnswerFieldsProps>(
  () => import(/* webpackChunkName: "answer-fields" */ "./answer-fields"),
);

interface Props extends Omit<EntryFormOptions, "isClosed"> {
  hidesNames: boolean;
  /** The entry shows the name of the user's team. */
  isByTeam: boolean;
  /** The form opens with a draft of this tab. */
  isResumed: boolean;
  /** Says what submitting a first entry gives up; may be empty. */
  leaving: string;
  /** The user has just opened the form. */
  takesFocus: boolean;
  /** Why the entry can no longer be submitted, if that changed while writing; otherwise empty. */
  closedBecause: string;
  canJoin: boolean;
}

export function EntryForm({
  hidesNames,
  isByTeam,
  isResumed,
  leaving,
  takesFocus,
  closedBecause,
  canJoin,
  ...options
}: Props) {
  const { contestId, entry, fields } = options;
  const isClosed = closedBecause !== "";
  const rootRef = useRef<HTMLFormElement>(null);
  const { form, failure, late, newer, ...writing } = useEntryForm({ ...options, isClosed }, rootRef);
  const { register, setFocus, control } = form;
  const { errors, isSubmitting } = form.formState;
  const isUploading = isSubmitting && writing.uploads.list.some(isPending);
  const text = useWatch({ control, name: "text" });

  useEffect(() => {
    // The Edit button that had the focus was replaced by this form.
    if (takesFocus) setFocus("text");
  }, [takesFocus, setFocus]);

  return (
    <form
      ref={rootRef}
      id={entry ? EDIT_ENTRY : undefined}
      onSubmit={(event) => void writing.submit(event)}
      noValidate
      className="cq-form">
      {/* Shown once: the error of the last submission is shown below. */}
      {isClosed && failure !== closedBecause && (
        <Note tone="warning" role="alert" title={closedBecause}>
          {t(
            canJoin
              ? "Your draft stays in this tab until you join."
              : "You can't submit this anymore, but you can still copy it.",
          )}
        </Note>
      )}
      {entry && isResumed && !newer && (
        <Note tone="warning" title={t("Unsaved changes")}>
          <T
            text="Your entry from {time} still counts until you save."
            time={<time dateTime={entry.submittedAt}>{formatDateTime(entry.submittedAt)}</time>}
          />
        </Note>
      )}
      <TextAreaField
        label={t("Text")}
        rows={10}
        required
        readOnly={isClosed}
        hint={t("{used}. Your draft stays in this tab until you submit or log out.", {
          used: charactersUsed(text, MAX_ENTRY_LENGTH),
        })}
        error={errors.text?.message}
        {...register("text")}
      />
      <TextField
        label={t("Link")}
        isOptional
        readOnly={isClosed}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint={t("Link to your work if it's hosted elsewhere.")}
        error={errors.link?.message}
        {...register("link")}
      />
      <FilesField
        label={t("Files")}
        files={writing.attached}
        gone={writing.gone}
        onRemove={writing.remove}
        uploads={writing.uploads}
        most={MAX_ENTRY_FILES}
        readOnly={isClosed}
        hint={t("We remove location, date and camera data from images.")}
        error={errors.attached?.message}
      />
      {fields.length > 0 && (
        <>
          <div>
            <h3 className="pu:text-lg pu:font-semibold">{t("Entry form")}</h3>
            <p className="cq-hint">
              {t("Only you, the creator, judges and admins can see your answers.")}{" "}
              {hidesNames && t("Judging is anonymous, so leave your name out of them.")}
            </p>
          </div>
          <DeferredComponent
            code={AnswerFields}
            props={{
              fields,
              register,
              errors: fields.map((_, position) => errors.answers?.[position]?.message),
              readOnly: isClosed,
            }}
            placeholder={fields.map(({ label }) => (
              <div key={label} aria-hidden="true" className="cq-bone pu:h-20" />
            ))}
          />
        </>
      )}
      <ShowIfWinsField isByTeam={isByTeam} disabled={isClosed} {...register("showIfWins")} />
      {leaving && !entry && !isClosed && <p className="pu:font-semibold">{leaving}</p>}
      {failure &&
        !newer &&
        (late ? (
          <SendError title={t("Late, not counted")} because={lateWords(late)} />
        ) : (
          <SendError title={t("Couldn't save your entry")} because={failure} />
        ))}
      {newer ? (
        <NewerEntry
          entry={newer}
          isFirst={writing.isFirst}
          onKeep={writing.discard}
          onReplace={() => writing.replace(newer)}
        />
      ) : (
        <div className="pu:flex pu:flex-wrap pu:gap-3">
          {!isClosed && (
            <Button type="submit" isBusy={isSubmitting}>
              {t(isUploading ? "Uploading…" : entry ? "Save entry" : "Submit entry")}
            </Button>
          )}
          {isClosed && canJoin && <JoinAgain contestId={contestId} />}
          {entry && (
            <Button variant="ghost" onClick={writing.discard}>
              {t("Discard changes")}
            </Button>
          )}
        </div>
      )}
      <p role="status" className="cq-hint pu:empty:hidden">
        {isUploading && t("We'll submit your entry when your files are uploaded.")}
      </p>
      <p className="pu:text-sm pu:text-muted">
        {t("You can change your entry until the deadline.")}{" "}
        {t(
          hidesNames
            ? "Judging is anonymous: the creator and judges won't see your name or file names until there's a winner. Leave your name out of your text and files."
            : isByTeam
              ? "The creator and judges will see it with your team's name."
              : "The creator and judges will see it with your name.",
        )}
      </p>
    </form>
  );
}

function JoinAgain({ contestId }: { contestId: string }) {
  const rootRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus was replaced by this.
    if (document.activeElement === document.body) rootRef.current?.querySelector("a")?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={rootRef}>
      <ButtonLink to={`/contest-details/${contestId}/payment`}>{t("Register")}</ButtonLink>
    </div>
  );
}

interface NewerEntryProps {
  entry: MyEntry;
  /** No entry existed when editing began. */
  isFirst: boolean;
  onKeep: () => void;
  onReplace: () => void;
}

/** Replaces the submit button after another entry was submitted, so that nothing is overwritten unasked. */
function NewerEntry({ entry, isFirst, onKeep, onReplace }: NewerEntryProps) {
  const rootRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus was replaced by this.
    if (document.activeElement === document.body) rootRef.current?.focus();
  }, []);
  return (
    <div ref={rootRef} tabIndex={-1}>
      <Note
        tone="warning"
        role="alert"
        title={
          entry.savedBy === undefined
            ? t(
                isFirst
                  ? "You submitted from another tab or device"
                  : "Your entry was updated in another tab or on another device",
              )
            : t("{name} saved another version of the team's entry", { name: entry.savedBy })
        }>
        <p>
          <T
            text="Your current entry was submitted on {time}. The version on this page hasn't been submitted."
            time={<time dateTime={entry.submittedAt}>{formatDateTime(entry.submittedAt)}</time>}
          />
        </p>
        <details className="pu:my-2">
          <summary className="cq-link pu:inline-flex pu:min-h-11 pu:cursor-pointer pu:items-center">
            {t("View submitted entry")}
          </summary>
          <div className="pu:flex pu:flex-col pu:gap-3 pu:py-2">
            <EntryContent entry={entry} label={t("Submitted files")} />
          </div>
        </details>
        <div className="pu:flex pu:flex-wrap pu:gap-3">
          <Button size="sm" variant="secondary" onClick={onKeep}>
            {t("Keep submitted entry")}
          </Button>
          <Button size="sm" variant="secondary" onClick={onReplace}>
            {t("Replace with this version")}
          </Button>
        </div>
      </Note>
    </div>
  );
}
