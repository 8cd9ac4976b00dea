import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { createTeam } from "@conquest/shared/contracts/teams";
import { MAX_TEAM_NAME_LENGTH, NO_TEAMS } from "@conquest/shared/contracts/team-size";
import { textError } from "@conquest/shared/contracts/text/names";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { Form } from "@conquest/shared/ui/form/form";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { ErrorNote } from "@conquest/shared/ui/note";

interface Props {
  contest: ContestDetails;
  isOnlyChoice: boolean;
}

export function CreateTeam({ contest, isOnlyChoice }: Props) {
  const create = useCall(createTeam);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { name: "" } });
  const { isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      await create.mutateAsync({ params: { contestId: contest._id }, body });
      toast.success(t("Team created"));
    } catch (error) {
      setFailure(showFieldErrors(form, error, "name"));
    }
  });
  return (
    <Form onSubmit={send} className="pu:flex pu:flex-col pu:gap-4">
      <p>
        {isOnlyChoice
          ? t("You can submit an entry alone, or in a team of up to {n}. To join a team, open its invite link.", {
              n: contest.maxTeamSize ?? NO_TEAMS,
            })
          : t("Or create a team of your own.")}{" "}
        {contest.viewer?.hasSubmitted ? t("Your entry becomes the team's.") : ""}
      </p>
      <TextField
        label={t("Team name")}
        hint={t("Everyone sees it with your entry if it wins or is published.")}
        autoComplete="off"
        readOnly={isSubmitting}
        {...fieldOf(form, "name", { validate: (typed) => textError(typed, MAX_TEAM_NAME_LENGTH) || true })}
      />
      <ErrorNote title={t("Couldn't create the team")}>{failure}</ErrorNote>
      <Button type="submit" variant="secondary" isBusy={isSubmitting} className="pu:self-start">
        {t("Create team")}
      </Button>
    </Form>
  );
}
