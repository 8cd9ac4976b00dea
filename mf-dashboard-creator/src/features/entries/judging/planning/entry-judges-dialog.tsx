import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listEntryJudges, setEntryJudges, type EntryJudges } from "@conquest/shared/contracts/judging/planning";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { msg, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { labelOf } from "@conquest/shared/ui/format/labels";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { ErrorNote } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";

interface Props {
  contestId: string;
  entryId: string;
  label: string;
  onClose: () => void;
}

type EntryJudge = EntryJudges["judges"][number];

const STATES: Record<EntryJudge["state"], string> = {
  none: "",
  assigned: msg("Not rated"),
  rated: msg("Rated, so the entry stays with them"),
  recused: msg("Recused"),
};

const isAsked = ({ state }: EntryJudge) => state === "assigned" || state === "rated";

/** Checkboxes of all judges; those who rated or recused themselves can't be changed. */
export default function EntryJudgesDialog({ contestId, entryId, label, onClose }: Props) {
  const params = { contestId, entryId };
  const judges = useQuery({ ...query(listEntryJudges, { params }), staleTime: 0 });
  const assign = useCall(setEntryJudges);
  const [changes, setChanges] = useState<Readonly<Record<string, boolean>>>({});
  const isChosen = (judge: EntryJudge) => changes[judge._id] ?? isAsked(judge);
  const save = () =>
    assign.mutate(
      { params, body: { judgeIds: (judges.data?.judges ?? []).filter(isChosen).map(({ _id }) => _id) } },
      {
        onSuccess: () => {
          toast.success(t("Judges of the entry saved"));
          onClose();
        },
      },
    );
  const fieldError = assign.error instanceof ApiError ? assign.error.fields["judgeIds"] : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={t("Judges of {entry}", { entry: label })}
      submitLabel={t("Save")}
      isBusy={assign.isPending || judges.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="dc:flex dc:flex-col dc:gap-4">
      <ErrorNote>{fieldError ?? assign.error?.message}</ErrorNote>
      <p className="cq-hint">
        {t("Your choice stays when entries are shared again, until you let all judges rate every entry.")}
      </p>
      <QueryView query={judges} skeleton={<SkeletonRows label={t("Loading the judges")} count={3} />}>
        {(data) => (
          <ul className="dc:flex dc:flex-col">
            {data.judges.map((judge) => (
              <li key={judge._id}>
                <label className="dc:flex dc:min-h-11 dc:cursor-pointer dc:items-center dc:gap-3">
                  <input
                    type="checkbox"
                    className="checkbox checkbox-primary dc:shrink-0"
                    checked={isChosen(judge)}
                    disabled={judge.state === "rated" || judge.state === "recused"}
                    onChange={({ target }) => setChanges({ ...changes, [judge._id]: target.checked })}
                  />
                  <span className="dc:min-w-0 dc:flex-1 dc:wrap-anywhere" dir="auto" lang={langOf(judge.name)}>
                    {judge.name || t("Unnamed judge")}
                  </span>
                  <span className="cq-hint">
                    {isChosen(judge) || judge.state === "recused" ? t(labelOf(STATES, judge.state)) : ""}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </FormDialog>
  );
}
