import { Suspense } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { NO_TEAMS } from "@conquest/shared/contracts/team-size";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const TeamSection = lazyComponent(() => import(/* webpackChunkName: "team-section" */ "./team-section"));

export const hasTeams = ({ maxTeamSize = NO_TEAMS }: ContestDetails) => maxTeamSize > NO_TEAMS;

export const canChangeTeam = ({ may }: ContestDetails): boolean =>
  may.createTeam?.isAllowed === true || may.leaveTeam?.isAllowed === true;

/** For participants, and for others who may have been invited. */
export const LazyTeam = ({ contest }: { contest: ContestDetails }) =>
  hasTeams(contest) && contest.viewer && !contest.viewer.isOwner && !contest.viewer.isJudge ? (
    <Suspense
      fallback={
        canChangeTeam(contest) && <div id="team" className="cq-panel cq-bone pu:min-h-48" aria-hidden="true" />
      }>
      <TeamSection contest={contest} />
    </Suspense>
  ) : null;
