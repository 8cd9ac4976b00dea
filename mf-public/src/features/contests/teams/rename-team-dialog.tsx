import { useState } from "react";
import { useForm } from "react-hook-form";
import { renameTeam } from "@conquest/shared/contracts/teams";
import { MAX_TEAM_NAME_LENGTH } from "@conquest/shared/contracts/team-size";
import { textError } from "@conquest/shared/contracts/text/names";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { ErrorNote } from "@conquest/shared/ui/note";

interface Props {
  contestId: string;
  name: string;
  onClose: () => void;
}

export function RenameTeamDialog({ contestId, name, onClose }: Props) {
  const rename = useCall(renameTeam);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { name } });
  const { isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      await rename.mutateAsync({ params: { contestId }, body });
      toast.success(t("Team renamed"));
      onClose();
    } catch (error) {
      setFailure(showFieldErrors(form, error, "name"));
    }
  });
  return (
    <FormDialog
      title={t("Rename the team")}
      submitLabel={t("Save name")}
      isBusy={isSubmitting}
      onSubmit={send}
      onClose={onClose}
      className="pu:flex pu:flex-col pu:gap-4">
      <TextField
        label={t("Team name")}
        hint={t("Everyone sees it with your entry if it wins or is published.")}
        autoComplete="off"
        readOnly={isSubmitting}
        {...fieldOf(form, "name", { validate: (typed) => textError(typed, MAX_TEAM_NAME_LENGTH) || true })}
      />
      <ErrorNote title={t("Couldn't rename the team")}>{failure}</ErrorNote>
    </FormDialog>
  );
}
