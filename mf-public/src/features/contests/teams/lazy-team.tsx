import { Suspense } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { NO_TEAMS } from "@conquest/shared/contracts/team-size";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const TeamSection = lazyComponent(() => import(/* webpackChunkName: "team-section" */ "./team-section"));

export const hasTeams = ({ maxTeamSize = NO_TEAMS }: ContestDetails) => maxTeamSize > NO_TEAMS;

/** For participants, and for others who may have been invited. */
export const LazyTeam = ({ contest }: { contest: ContestDetails }) =>
  hasTeams(contest) && contest.viewer && !contest.viewer.isOwner && !contest.viewer.isJudge ? (
    <Suspense>
      <TeamSection contest={contest} />
    </Suspense>
  ) : null;
