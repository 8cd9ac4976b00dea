import { message } from "@conquest/shared/contracts/text/message";
import { NO_TEAMS } from "@conquest/shared/contracts/team-size";
import { deny, type Denial } from "../../../platform/policy";
import { requireOpen, type ContestFacts, type ContestRelation } from "../../contests/domain/contest-policy";

const requireTeams = ({ maxTeamSize }: ContestFacts): Denial =>
  maxTeamSize > NO_TEAMS ? null : deny("no_teams", message("This contest has no teams."));

type Member = Pick<ContestRelation, "team">;

/** Applies to creating and to joining a team. */
export function canEnterTeam(
  contest: ContestFacts,
  who: Member & Pick<ContestRelation, "hasJoined">,
  now: Date,
): Denial {
  if (who.team) return deny("in_team", message("You're already in a team. Leave it first."));
  return (
    requireTeams(contest) ??
    requireOpen(contest, now) ??
    (who.hasJoined ? null : deny("not_joined", message("Join this contest first, then its team.")))
  );
}

const requireTeam = ({ team }: Member): Denial =>
  team ? null : deny("not_in_team", message("You aren't in a team of this contest."));

/** An entry stays with the team only if someone else can win with it. */
export const canLeaveTeam = (
  contest: ContestFacts,
  who: Member & Pick<ContestRelation, "hasSubmitted">,
  now: Date,
): Denial =>
  requireTeam(who) ??
  requireOpen(contest, now) ??
  (who.hasSubmitted && who.team!.memberCount > 1 && !who.team!.hasActiveMate
    ? deny(
        "last_active_member",
        message("The other members' accounts are blocked or deleted. Remove these members before you leave the team."),
      )
    : null);

/** Renaming the team, inviting and removing members. */
export const canManageTeam = (contest: ContestFacts, who: Member, now: Date): Denial =>
  requireTeam(who) ??
  (who.team!.isCaptain ? null : deny("not_captain", message("Only the team's captain can do this."))) ??
  requireOpen(contest, now);
