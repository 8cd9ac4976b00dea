import { Pencil, UserMinus } from "lucide-react";
import { useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { leaveTeam, removeTeamMember, type MyTeam, type TeamMember } from "@conquest/shared/contracts/teams";
import { NO_TEAMS } from "@conquest/shared/contracts/team-size";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Badge } from "@conquest/shared/ui/badge";
import { Button, IconButton } from "@conquest/shared/ui/button";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { ErrorNote } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { RenameTeamDialog } from "./rename-team-dialog";
import { TeamCode } from "./team-code";

export type Team = NonNullable<MyTeam["team"]>;

interface Props {
  contest: ContestDetails;
  team: Team;
}

export function TeamPanel({ contest, team }: Props) {
  const { _id: contestId, may, maxTeamSize = NO_TEAMS } = contest;
  const [removed, setRemoved] = useState<TeamMember | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const manages = may.manageTeam?.isAllowed === true;
  // A captain who may not leave learns in the dialog what to do first.
  const isOpen = manages || may.leaveTeam?.isAllowed === true;
  const isFull = team.members.length >= maxTeamSize;
  return (
    <>
      <div className="pu:flex pu:flex-wrap pu:items-baseline pu:gap-x-3">
        <h3 className="pu:text-lg pu:font-semibold pu:wrap-anywhere" dir="auto" lang={langOf(team.name)}>
          {team.name}
        </h3>
        {manages && (
          <IconButton
            className="pu:self-center"
            label={t("Rename the team")}
            icon={<Pencil aria-hidden="true" size={18} />}
            onClick={() => setIsRenaming(true)}
          />
        )}
        <span className="cq-hint">{t("{n} of {max} members", { n: team.members.length, max: maxTeamSize })}</span>
      </div>
      <ul className="pu:flex pu:flex-col pu:gap-3">
        {team.members.map((member) => (
          <li key={member._id} className="pu:flex pu:items-center pu:gap-3">
            <Avatar src={member.photo} name={member.name} size={40} alt="" />
            <span className="pu:min-w-0 pu:wrap-anywhere">
              <bdi lang={langOf(member.name)}>{member.name || t("Unnamed participant")}</bdi>
              {member.isViewer && ` ${t("(you)")}`}
            </span>
            {member.isCaptain && <Badge tone="brand">{t("Captain")}</Badge>}
            {manages && !member.isViewer && (
              <IconButton
                className="pu:ms-auto"
                label={t("Remove {name} from the team", { name: member.name })}
                icon={<UserMinus aria-hidden="true" size={18} />}
                onClick={() => setRemoved(member)}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="cq-hint">
        {t("Every member can submit and edit the team's entry. The captain receives the prize for the team.")}
      </p>
      {isOpen && !isFull && <TeamCode contestId={contestId} team={team} manages={manages} />}
      {isOpen && (
        <Button variant="secondary" size="sm" className="pu:self-start" onClick={() => setIsLeaving(true)}>
          {t("Leave team")}
        </Button>
      )}
      {isRenaming && <RenameTeamDialog contestId={contestId} name={team.name} onClose={() => setIsRenaming(false)} />}
      {isLeaving && <LeaveTeamDialog contestId={contestId} team={team} onClose={() => setIsLeaving(false)} />}
      {removed && <RemoveDialog contestId={contestId} member={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

interface LeaveProps {
  contestId: string;
  team: Team;
  onClose: () => void;
}

function LeaveTeamDialog({ contestId, team, onClose }: LeaveProps) {
  const leave = useCall(leaveTeam);
  const isLast = team.members.length === 1;
  // Awaited instead of using a mutate callback: this dialog unmounts when the team is refetched.
  const confirm = async () => {
    try {
      await leave.mutateAsync({ params: { contestId } });
      toast.success(t("You left the team"));
      onClose();
      focusHeadingIfLost();
    } catch {
      // The dialog stays open and shows `leave.error`.
    }
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => void confirm()}
      isBusy={leave.isPending}
      title={t("Leave “{team}”?", { team: team.name })}
      confirmLabel={t("Leave team")}>
      <p>
        {isLast
          ? team.hasSubmitted
            ? t("You're the last member, so the team will be deleted. Its entry becomes yours alone.")
            : t("You're the last member, so the team will be deleted.")
          : team.hasSubmitted
            ? t("The team keeps the entry, and you can't see or edit it any more.")
            : t("You can then submit an entry of your own or join another team.")}{" "}
        {t("You stay in the contest.")}
      </p>
      <ErrorNote title={t("Couldn't leave the team")}>{leave.error?.message}</ErrorNote>
    </ConfirmDialog>
  );
}

interface RemoveProps {
  contestId: string;
  member: TeamMember;
  onClose: () => void;
}

function RemoveDialog({ contestId, member, onClose }: RemoveProps) {
  const remove = useCall(removeTeamMember);
  const confirm = async () => {
    try {
      await remove.mutateAsync({ params: { contestId, id: member._id } });
      toast.success(t("Member removed"));
      onClose();
      focusHeadingIfLost();
    } catch {
      // The dialog stays open and shows `remove.error`.
    }
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => void confirm()}
      isBusy={remove.isPending}
      title={t("Remove {name} from the team?", { name: member.name })}
      confirmLabel={t("Remove member")}>
      <p>
        {t("They can't see or edit the team's entry any more. The invite link stops working, because they know it.")}
      </p>
      <ErrorNote title={t("Couldn't remove the member")}>{remove.error?.message}</ErrorNote>
    </ConfirmDialog>
  );
}
