import { useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { REQUIRED } from "@conquest/shared/contracts/text/fields";
import { setRatingsDate } from "@conquest/shared/contracts/judging/planning";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { ErrorNote } from "@conquest/shared/ui/note";

interface Props {
  contest: Pick<ContestDetails, "_id" | "deadline" | "winnerDueAt">;
  ratingsDueAt: string | null;
  onClose: () => void;
}

const two = (part: number) => String(part).padStart(2, "0");
const toDay = (iso: string) => {
  const date = new Date(iso);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** Returns the end of the day in the viewer's zone, but at the latest when the winner is due. */
function toInstant(day: string, latest: string): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const end = new Date(year, month - 1, date, 23, 59).getTime();
  return new Date(Math.min(end, Date.parse(latest))).toISOString();
}

export default function RatingsDateDialog({
  contest: { _id: contestId, deadline, winnerDueAt },
  ratingsDueAt,
  onClose,
}: Props) {
  const change = useCall(setRatingsDate);
  const [day, setDay] = useState(ratingsDueAt ? toDay(ratingsDueAt) : "");
  const [isEmpty, setEmpty] = useState(false);
  const save = (date: string | null) =>
    change.mutate(
      { params: { contestId }, body: { ratingsDueAt: date } },
      {
        onSuccess: () => {
          toast.success(t(date === null ? "Date removed" : "Date saved"));
          onClose();
        },
      },
    );
  const fieldError = change.error instanceof ApiError ? change.error.fields["ratingsDueAt"] : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={t("Date for ratings")}
      submitLabel={t("Save")}
      isBusy={change.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(day === "");
        if (day !== "") save(toInstant(day, winnerDueAt));
      }}
      className="dc:flex dc:flex-col dc:gap-4">
      <ErrorNote>{fieldError === undefined && change.error?.message}</ErrorNote>
      <TextField
        type="date"
        name="ratings-due"
        label={t("Ask judges for all ratings by")}
        hint={t("From the deadline to {date}, when the winner is due. The day counts to its end.", {
          date: formatDateTime(winnerDueAt),
        })}
        value={day}
        min={toDay(deadline)}
        max={toDay(winnerDueAt)}
        error={isEmpty && day === "" ? REQUIRED : fieldError}
        onChange={({ target }) => setDay(target.value)}
      />
      <p>
        {t(
          "Judges with unrated entries are reminded half-way between the deadline and this date, and one day before it. They can still rate later.",
        )}
      </p>
      {ratingsDueAt !== null && (
        <div>
          <Button variant="ghost" size="sm" isBusy={change.isPending} onClick={() => save(null)}>
            {t("Remove the date")}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
