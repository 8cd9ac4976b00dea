import { useState } from "react";
import { MAX_JUDGES } from "@conquest/shared/contracts/judging/judges";
import { assignEntries } from "@conquest/shared/contracts/judging/planning";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { digits, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { ErrorNote } from "@conquest/shared/ui/note";

interface Props {
  contestId: string;
  judgesPerEntry: number | null;
  judgeCount: number;
  onClose: () => void;
}

const ALL = "all";

export default function AssignmentDialog({ contestId, judgesPerEntry, judgeCount, onClose }: Props) {
  const assign = useCall(assignEntries);
  const [chosen, setChosen] = useState(judgesPerEntry === null ? ALL : String(judgesPerEntry));
  const most = Math.max(Math.min(judgeCount, MAX_JUDGES), judgesPerEntry ?? 1);
  const save = () =>
    assign.mutate(
      { params: { contestId }, body: { judgesPerEntry: chosen === ALL ? null : Number(chosen) } },
      {
        onSuccess: () => {
          toast.success(t("Judging plan saved"));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={t("Assign entries")}
      submitLabel={t("Save")}
      isBusy={assign.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="dc:flex dc:flex-col dc:gap-4">
      <ErrorNote>{assign.error?.message}</ErrorNote>
      <SelectField
        label={t("Judges per entry")}
        name="judges-per-entry"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        options={[
          { value: ALL, label: t("All judges rate every entry") },
          ...Array.from({ length: most }, (_, index) => ({ value: String(index + 1), label: digits(index + 1) })),
        ]}
      />
      <ul className="dc:list-disc dc:ps-5">
        <li>{t("Judges get almost the same number of entries, at random. They see only their own.")}</li>
        <li>{t("Entries are assigned after the deadline, and shared again when judges join or leave.")}</li>
        <li>{t("Rated entries stay with their judges. No rating is lost.")}</li>
        <li>{t("You still read all entries and can rate any of them.")}</li>
      </ul>
    </FormDialog>
  );
}
