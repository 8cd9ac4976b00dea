import { useQuery } from "@tanstack/react-query";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getMyTeam } from "@conquest/shared/contracts/teams";
import { query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { Section } from "@conquest/shared/ui/page/section";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { HelpLink } from "@conquest/shared/ui/help-link";
import { useFocusHashTarget } from "../use-focus-hash-target";
import { canChangeTeam } from "./lazy-team";
import { CreateTeam } from "./create-team";
import { TeamInvitation } from "./team-invitation";
import { TeamPanel } from "./team-panel";

const HEADING = "team-heading";

interface Props {
  contest: ContestDetails;
}

/** The caller's team, an invitation to one, and creating one. Nothing for people without any of these. */
export default function TeamSection({ contest }: Props) {
  const myTeam = useQuery(query(getMyTeam, { params: { contestId: contest._id } }));
  useFocusHashTarget("#team", HEADING);
  const hasJoined = contest.viewer?.hasJoined ?? false;
  const canCreate = contest.may.createTeam?.isAllowed === true;
  // People who have not joined are shown an invitation at most, so they do not see the query's states.
  const isShown = hasJoined
    ? canChangeTeam(contest) || !myTeam.data || myTeam.data.team !== null
    : Boolean(myTeam.data?.invitation);
  if (!isShown) return null;
  return (
    <Section id="team" headingId={HEADING} title={t("Your team")} className="cq-panel pu:flex pu:flex-col pu:gap-5">
      <QueryView query={myTeam} skeleton={<SkeletonTeam />}>
        {({ team, invitation }) =>
          team ? (
            <TeamPanel contest={contest} team={team} />
          ) : (
            <>
              {invitation && <TeamInvitation contest={contest} invitation={invitation} />}
              {canCreate && <CreateTeam contest={contest} isOnlyChoice={!invitation} />}
            </>
          )
        }
      </QueryView>
      <p>
        <HelpLink to="participants#team">{t("Enter as a team")}</HelpLink>
      </p>
    </Section>
  );
}

const SkeletonTeam = () => (
  <div role="status" aria-busy="true" className="pu:flex pu:min-h-40 pu:flex-col pu:gap-4">
    <span className="cq-visually-hidden">{t("Loading your team")}</span>
    <div aria-hidden="true" className="cq-bone cq-bone-line cq-bone-short" />
    <div aria-hidden="true" className="cq-bone cq-bone-line cq-bone-long" />
  </div>
);
