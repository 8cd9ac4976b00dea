import { useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { joinTeam, type MyTeam } from "@conquest/shared/contracts/teams";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { ErrorNote } from "@conquest/shared/ui/note";

interface Props {
  contest: ContestDetails;
  invitation: NonNullable<MyTeam["invitation"]>;
}

export function TeamInvitation({ contest, invitation }: Props) {
  const { name, captain, memberCount, isFull, withdrawsEntry } = invitation;
  const join = useCall(joinTeam);
  const [isAsking, setIsAsking] = useState(false);
  const permission = contest.may.joinTeam;
  const hasJoined = contest.viewer?.hasJoined ?? false;
  const confirm = async () => {
    try {
      await join.mutateAsync({ params: { contestId: contest._id }, body: { withdrawsEntry } });
      toast.success(t("You joined the team"));
    } catch {
      // Shown as `join.error`.
    }
    setIsAsking(false);
  };
  return (
    <div className="pu:flex pu:flex-col pu:items-start pu:gap-3">
      <p>
        <T
          text="You're invited to the team {team} of {captain}."
          team={<strong dir="auto">{name}</strong>}
          captain={<bdi>{captain}</bdi>}
        />{" "}
        {t("{n, plural, one {It has # member.} other {It has # members.}}", { n: memberCount })}
      </p>
      {isFull ? (
        <p>{t("This team is full. Someone has to leave it before you can join.")}</p>
      ) : !hasJoined ? (
        <p>
          {contest.spotsLeft === 0
            ? t("This contest is full. Join the waiting list, and then the team once you have a spot.")
            : t("Join this contest first. You can then join the team here.")}
        </p>
      ) : permission?.isAllowed ? (
        <>
          {withdrawsEntry && (
            <p>
              <strong>{t("Your own entry and its files will be deleted.")}</strong>{" "}
              {t("A team submits one entry together.")}
            </p>
          )}
          <ErrorNote title={t("Couldn't join the team")}>{join.error?.message}</ErrorNote>
          <Button
            isBusy={join.isPending && !isAsking}
            onClick={() => (withdrawsEntry ? setIsAsking(true) : void confirm())}>
            {t("Join team")}
          </Button>
        </>
      ) : (
        <p>{permission?.because}</p>
      )}
      {isAsking && (
        <ConfirmDialog
          onClose={() => setIsAsking(false)}
          onConfirm={() => void confirm()}
          isBusy={join.isPending}
          title={t("Join the team and withdraw your entry?")}
          confirmLabel={t("Join team and withdraw entry")}>
          <p>
            {t("Your own entry and its files will be deleted.")} {t("This can't be undone.")}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
