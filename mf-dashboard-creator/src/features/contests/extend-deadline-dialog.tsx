import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Controller, useForm, useWatch, type Control } from "react-hook-form";
import type { ContestDetails, MyContest } from "@conquest/shared/contracts/contests";
import { LEAVE_WINDOW_HOURS, MAX_EXTENSION_DAYS, extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { DATE_NOT_VALID, MAX_REASON_LENGTH, REQUIRED, parseInstant } from "@conquest/shared/contracts/text/fields";
import { textError } from "@conquest/shared/contracts/text/names";
import { getJudgingPlan } from "@conquest/shared/contracts/judging/planning";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { TextAreaField, charactersUsed } from "@conquest/shared/ui/form/text-area-field";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Note, ErrorNote } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { errorMessage } from "@conquest/shared/ui/format/text";
import { formatDateTime, serverNow } from "@conquest/shared/ui/format/time";
import { toIsoSeconds } from "./deadline";
import DeadlineField from "./deadline-field";
import { fieldOf } from "@conquest/shared/ui/form/form-fields";
import { ApiError } from "@conquest/shared/singletons/http";

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;

interface Props {
  contest: Pick<MyContest, "_id" | "name" | "paidTotal">;
  onClose: () => void;
}

export default function ExtendDeadlineDialog({ contest, onClose }: Props) {
  const details = useQuery(query(getContestDetails, { params: { id: contest._id } }));
  const [isBusy, setIsBusy] = useState(false);
  // Stored here, because the form remounts when the deadline has changed.
  const [failure, setFailure] = useState<string | null>(null);
  const formId = useId();
  const canExtend = details.data?.may.extend.isAllowed ?? false;
  return (
    <Dialog
      onClose={onClose}
      title={t("Extend the deadline of “{name}”", { name: contest.name })}
      size="lg"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("Go back")}
          </Button>
          {canExtend && (
            <Button type="submit" form={formId} isBusy={isBusy}>
              {t("Extend and notify {n, plural, one {# person} other {# people}}", {
                n: details.data!.participantCount,
              })}
            </Button>
          )}
        </>
      }>
      <QueryView query={details} skeleton={<Spinner label={t("Loading the contest")} />}>
        {(data) => (
          <div className="dc:flex dc:flex-col dc:gap-5">
            <ErrorNote title={t("Couldn't extend the deadline")}>
              {failure && `${failure} ${t("Your text is still here.")}`}
            </ErrorNote>
            {data.may.extend.isAllowed ? (
              <ExtendForm
                key={data.deadline}
                id={formId}
                contest={contest}
                details={data}
                onBusy={setIsBusy}
                onFailure={(sentence) => {
                  setFailure(sentence);
                  // The shown contest may be outdated.
                  if (sentence) void details.refetch();
                }}
                onClose={onClose}
              />
            ) : (
              <Note tone="warning">{data.may.extend.because}</Note>
            )}
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}

interface FormProps extends Props {
  id: string;
  details: ContestDetails;
  onBusy: (isBusy: boolean) => void;
  /** Receives errors that are not shown at a field; null on a new attempt. */
  onFailure: (sentence: string | null) => void;
}

function ExtendForm({
  id,
  contest: { _id, paidTotal },
  details: { deadline, participantCount, may },
  onBusy,
  onFailure,
  onClose,
}: FormProps) {
  const extend = useCall(extendDeadline);
  const aWeekLater = toIsoSeconds(new Date(Date.parse(deadline) + DAYS_PER_WEEK * DAY_MS));
  const form = useForm({ defaultValues: { deadline: aWeekLater, reason: "" }, mode: "onTouched" });
  const draft = useFormDraft(`extension:${_id}`, form);
  const { errors, isSubmitting } = form.formState;
  const reason = useWatch({ control: form.control, name: "reason" });
  // Older servers have no plans.
  const plan = useQuery({
    ...query(getJudgingPlan, { params: { contestId: _id } }),
    enabled: may.planJudging !== undefined,
  });
  const ratingsDueAt = plan.data?.ratingsDueAt;
  const latest = new Date(Date.parse(deadline) + MAX_EXTENSION_DAYS * DAY_MS);

  const send = form.handleSubmit(async (body) => {
    onFailure(null);
    onBusy(true);
    try {
      const { toldCount } = await extend.mutateAsync({ params: { id: _id }, body: { ...body, from: deadline } });
      draft.forget();
      toast.success(t("Deadline extended. {n, plural, one {# person} other {# people}} notified", { n: toldCount }));
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      for (const name of ["deadline", "reason"] as const)
        if (fields[name]) form.setError(name, { message: fields[name] }, { shouldFocus: true });
      if (!fields["deadline"] && !fields["reason"]) onFailure(errorMessage(error));
    } finally {
      onBusy(false);
    }
  });

  return (
    <form id={id} noValidate onSubmit={(event) => void send(event)} className="dc:flex dc:flex-col dc:gap-5">
      <p>
        {t("The contest closes {date}.", { date: formatDateTime(deadline) })}{" "}
        {t(
          may.extend.left > 1
            ? "You can extend the deadline by up to {n} days, now and once more."
            : "You can extend the deadline by up to {n} days, one last time.",
          { n: MAX_EXTENSION_DAYS },
        )}
      </p>
      <Note tone="warning" title={t("{n, plural, one {# person} other {# people}} can leave", { n: participantCount })}>
        {t("We'll notify {n, plural, one {# participant} other {# participants}}.", { n: participantCount })}{" "}
        {paidTotal > 0
          ? t("For {n} hours they can leave with a refund (up to {amount} in total), even if they've submitted.", {
              n: LEAVE_WINDOW_HOURS,
              amount: formatTaka(paidTotal),
            })
          : t("For {n} hours they can leave, even if they've submitted.", { n: LEAVE_WINDOW_HOURS })}{" "}
        {t("People who join later can't.")}
      </Note>
      <Controller
        name="deadline"
        control={form.control}
        rules={{ validate: (value) => deadlineError(value, { deadline, latest }) ?? true }}
        render={({ field }) => (
          <DeadlineField
            {...field}
            label={t("New deadline")}
            error={errors.deadline?.message}
            earliest={new Date(deadline)}
            latest={latest}
          />
        )}
      />
      {ratingsDueAt && (
        <MovedRatingsDate control={form.control} ratingsDueAt={ratingsDueAt} from={deadline} latest={latest} />
      )}
      <TextAreaField
        label={t("Reason")}
        rows={4}
        required
        readOnly={isSubmitting}
        hint={t("{used}. All participants get it as an announcement, and it's shown on the contest's page.", {
          used: charactersUsed(reason, MAX_REASON_LENGTH),
        })}
        {...fieldOf(form, "reason", { validate: (typed) => textError(typed, MAX_REASON_LENGTH) || true })}
      />
    </form>
  );
}

interface MovedRatingsDateProps {
  control: Control<{ deadline: string; reason: string }>;
  ratingsDueAt: string;
  from: string;
  latest: Date;
}

/** Says that the date for ratings moves as far as the deadline. */
function MovedRatingsDate({ control, ratingsDueAt, from, latest }: MovedRatingsDateProps) {
  const chosen = useWatch({ control, name: "deadline" });
  if (deadlineError(chosen, { deadline: from, latest })) return null;
  const moved = Date.parse(ratingsDueAt) + Date.parse(chosen) - Date.parse(from);
  return (
    <Note title={t("The date for ratings moves too")}>
      {t("Ratings are due {date}. With the new deadline, they are due {newDate}.", {
        date: formatDateTime(ratingsDueAt),
        newDate: formatDateTime(new Date(moved).toISOString()),
      })}
    </Note>
  );
}

function deadlineError(value: string, { deadline, latest }: { deadline: string; latest: Date }): string | null {
  if (value === "") return REQUIRED;
  const chosen = parseInstant(value);
  if (!chosen) return DATE_NOT_VALID;
  if (chosen.getTime() <= Date.parse(deadline)) return t("Choose a date after the current deadline");
  if (chosen > latest) return t("You can extend the deadline by at most {n} days", { n: MAX_EXTENSION_DAYS });
  return chosen.getTime() < serverNow() + LEAVE_WINDOW_HOURS * 3_600_000
    ? t("Choose a deadline at least {n} hours from now, so people have time to leave", { n: LEAVE_WINDOW_HOURS })
    : null;
}
