import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { getJudgingPlan } from "@conquest/shared/contracts/judging/planning";
import { lengthError } from "@conquest/shared/contracts/text/length-error";
import { MAX_NOTE_LENGTH, declareWinner } from "@conquest/shared/contracts/winners";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { PlacementsFields, useOtherEntries } from "./placements-fields";
import { unsavedLabel } from "./saving/unsaved-names";
import { type Unsaved } from "./saving/use-rating-autosave";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";

interface DeclareWinnerDialogProps {
  contest: ContestDetails;
  entry: Pick<ContestEntry, "_id" | "label">;
  seesJudges: boolean;
  areNamesHidden: boolean;
  unratedCount: number;
  unsaved: readonly Unsaved[];
  onClose: () => void;
}

const REQUIRED = msg("Say in a sentence why this entry won");
const REQUIRED_OF_ALL = msg("Say in a sentence why these entries won");

export default function DeclareWinnerDialog({
  contest,
  entry,
  seesJudges,
  areNamesHidden,
  unratedCount,
  unsaved,
  onClose,
}: DeclareWinnerDialogProps) {
  const { label } = entry;
  const hasCriteria = contest.criteria.length > 0;
  const declare = useCall(declareWinner);
  const { morePrizes = [] } = contest;
  const hasMorePrizes = morePrizes.length > 0;
  const hasPrize = contest.prize > 0 || morePrizes.some(({ amount }) => amount > 0);
  const others = useOtherEntries(contest._id, entry._id, seesJudges, morePrizes.length);
  const { placeCount } = others;
  const form = useForm({ defaultValues: { note: "", entryIds: morePrizes.map(() => "") } });
  const draft = useFormDraft(`winner:${entry._id}`, form);
  // An entry in the draft may no longer be able to win.
  const entryIds = useWatch({ control: form.control, name: "entryIds" }).map((entryId, index) =>
    index < placeCount && others.entries?.some(({ _id }) => _id === entryId) ? entryId : "",
  );
  const [arePlacesMissing, setPlacesMissing] = useState(false);
  const areAllPlaced = entryIds.filter(Boolean).length >= placeCount;
  const confirm = form.handleSubmit(async ({ note }) => {
    if (!areAllPlaced) return;
    const placements = entryIds.flatMap((entryId, index) => (entryId ? [{ place: index + 2, entryId }] : []));
    try {
      await declare.mutateAsync({
        params: { contestId: contest._id },
        body: { entryId: entry._id, note, ...(hasMorePrizes && { placements }) },
      });
    } catch (error) {
      const message = showFieldErrors(form, error, "note");
      return message === null ? undefined : form.setError("root", { message });
    }
    draft.forget();
    toast.success(hasMorePrizes ? t("Winners picked") : t("{entry} is the winner", { entry: label }));
    onClose();
    focusHeadingIfLost();
  });
  const { errors, isSubmitting } = form.formState;
  const otherCount = contest.participantCount - 1 - placeCount;
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => {
        setPlacesMissing(!areAllPlaced);
        void confirm();
      }}
      title={hasMorePrizes ? t("Pick the winners?") : t("Pick {entry} as the winner?", { entry: label })}
      confirmLabel={hasMorePrizes ? t("Pick the winners") : t("Pick {entry} as the winner", { entry: label })}
      isBusy={isSubmitting}
      tone="primary"
      error={errors.root}>
      <p>
        <T
          text="{entry} wins {prize} in “{name}”. This decision is final."
          entry={label}
          prize={formatTaka(contest.prize)}
          name={<bdi>{contest.name}</bdi>}
        />
        {hasPrize &&
          ` ${t(
            contest.viewer?.isOwner
              ? "Payments and prizes are simulated: Conquest pays no prizes. You send them and mark them as sent on the contest's page."
              : "Payments and prizes are simulated: Conquest pays no prizes. The creator sends them.",
          )}`}
      </p>
      {hasMorePrizes && (
        <PlacementsFields
          prizes={morePrizes}
          others={others}
          seesJudges={seesJudges}
          chosen={entryIds}
          errors={morePrizes.map((_, index) =>
            arePlacesMissing && index < placeCount && !entryIds[index]
              ? t("Choose an entry for this prize")
              : undefined,
          )}
          onChange={(index, entryId) => form.setValue(`entryIds.${index}`, entryId, { shouldDirty: true })}
        />
      )}
      <ul className="dc:my-3 dc:list-disc dc:ps-5">
        <li>
          {t(
            hasMorePrizes
              ? "We'll notify the winners and show them your note."
              : "We'll notify the winner and show them your note.",
          )}
        </li>
        {otherCount > 0 && (
          <li>
            {t("We'll tell {n, plural, one {# other participant} other {# other participants}} who won.", {
              n: otherCount,
            })}
          </li>
        )}
        <li>
          {t(
            seesJudges
              ? "Each participant sees all judges' ratings and feedback on their own entry."
              : "Each participant sees your rating and feedback on their own entry.",
          )}
          {hasCriteria && ` ${t("Ratings by criterion are included.")}`}
        </li>
        <li>
          {t(
            hasMorePrizes
              ? "Everyone who can see the contest sees the winners' names and your note, and the entries of winners who agreed."
              : "Everyone who can see the contest sees the winner's name and your note, and the entry if the winner agreed.",
          )}
        </li>
        {areNamesHidden && <li>{t("You'll see all names.")}</li>}
      </ul>
      {unsaved.length > 0 && (
        <Note tone="warning" title={t("You have unsaved changes")}>
          {t("Go back and save {changes}. You can't do that after picking a winner.", {
            changes: unsaved.map(unsavedLabel).join(", "),
          })}
        </Note>
      )}
      {unratedCount > 0 && (
        <Note title={t("You haven't rated {n, plural, one {# entry} other {# entries}}", { n: unratedCount })}>
          {hasCriteria && `${t("An entry counts as rated once every criterion is rated.")} `}
          {t("You can't rate entries after picking a winner.")}
        </Note>
      )}
      <UnfinishedJudges contest={contest} />
      <TextAreaField
        label={t("Note")}
        hint={t(
          hasMorePrizes
            ? "Why these entries won. Shown with the result."
            : "Why this entry won. Shown with the result.",
        )}
        rows={4}
        {...fieldOf(form, "note", {
          validate: (note) =>
            (note.trim() === "" ? t(hasMorePrizes ? REQUIRED_OF_ALL : REQUIRED) : lengthError(note, MAX_NOTE_LENGTH)) ||
            true,
        })}
      />
    </ConfirmDialog>
  );
}

/** Names the judges whose ratings are missing; only the creator can read their progress. */
function UnfinishedJudges({ contest: { _id: contestId, viewer, may } }: Pick<DeclareWinnerDialogProps, "contest">) {
  const plan = useQuery({
    ...query(getJudgingPlan, { params: { contestId } }),
    enabled: viewer?.isOwner === true && may.planJudging !== undefined,
  });
  const unfinished = plan.data?.judges.filter(({ ratedCount, assignedCount }) => ratedCount < assignedCount) ?? [];
  if (unfinished.length === 0) return null;
  return (
    <Note
      title={t("{n, plural, one {# judge still has entries to rate} other {# judges still have entries to rate}}", {
        n: unfinished.length,
      })}>
      <ul className="dc:list-disc dc:ps-5">
        {unfinished.map(({ _id, name, ratedCount, assignedCount }) => (
          <li key={_id}>
            <bdi>{name || t("Unnamed user")}</bdi>:{" "}
            {t("{rated} of {all} rated", { rated: ratedCount, all: assignedCount })}
          </li>
        ))}
      </ul>
      {t("They can't rate entries after you pick a winner.")}
    </Note>
  );
}
