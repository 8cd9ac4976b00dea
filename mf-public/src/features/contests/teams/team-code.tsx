import { Copy } from "lucide-react";
import { useId } from "react";
import { joinCodePath } from "@conquest/shared/contracts/join-codes";
import { removeTeamCode, renewTeamCode } from "@conquest/shared/contracts/teams";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, IconButton } from "@conquest/shared/ui/button";
import { ErrorNote } from "@conquest/shared/ui/note";
import type { Team } from "./team-panel";

interface Props {
  contestId: string;
  team: Team;
  manages: boolean;
}

export function TeamCode({ contestId, team: { code }, manages }: Props) {
  const id = useId();
  const renew = useCall(renewTeamCode);
  const remove = useCall(removeTeamCode);
  const params = { contestId };
  const link = code === null ? "" : location.origin + joinCodePath(code);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success(t("Link copied")),
      () => toast.error(t("Couldn't copy it. Select the text to copy it yourself.")),
    );
  return (
    <div className="pu:flex pu:flex-col pu:gap-3">
      {code === null ? (
        <p className="cq-hint">
          {manages ? t("There's no invite link.") : t("There's no invite link. The captain can make one.")}
        </p>
      ) : (
        <div className="pu:flex pu:flex-col">
          <span id={id} className="cq-hint">
            {t("Invite link. Only people you give it to can join the team.")}
          </span>
          <span className="pu:flex pu:items-center pu:gap-2">
            <code
              aria-labelledby={id}
              className="pu:min-w-0 pu:flex-1 pu:rounded-md pu:bg-sunk pu:px-3 pu:py-2 pu:wrap-anywhere">
              {link}
            </code>
            <IconButton
              label={t("Copy the invite link")}
              icon={<Copy aria-hidden="true" size={18} />}
              onClick={() => void copy()}
            />
          </span>
        </div>
      )}
      <ErrorNote>{renew.error?.message ?? remove.error?.message}</ErrorNote>
      {manages && (
        <div className="pu:flex pu:flex-wrap pu:gap-3">
          <Button
            variant="secondary"
            size="sm"
            isBusy={renew.isPending}
            onClick={() => renew.mutate({ params }, { onSuccess: () => toast.success(t("New invite link")) })}>
            {code === null ? t("Make an invite link") : t("Replace the link")}
          </Button>
          {code !== null && (
            <Button
              variant="ghost"
              size="sm"
              isBusy={remove.isPending}
              onClick={() => remove.mutate({ params }, { onSuccess: () => toast.success(t("Invite link removed")) })}>
              {t("Remove the link")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
