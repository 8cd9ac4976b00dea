import { Trophy } from "lucide-react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { ReportTeam, TeamMembers } from "./team-members";
import { PlacementsList } from "./placements-list";
import { UserText } from "@conquest/shared/ui/format/user-text";

export interface WinnerCardProps {
  contest: ContestDetails;
  winner: NonNullable<ContestDetails["winner"]>;
  isViewer: boolean;
  /** Others can open the shared page. */
  isPublic: boolean;
}

export default function WinnerCard({ contest, winner, isViewer, isPublic }: WinnerCardProps) {
  const format = useDateTimeFormat();
  return (
    <section aria-labelledby="winner" className="cq-panel pu:flex pu:flex-col pu:gap-4">
      <h2 id="winner" className="cq-section-title pu:flex pu:items-center pu:gap-2">
        <Trophy aria-hidden size={24} className="pu:text-gold-ink" /> {t(isViewer ? "You won this contest" : "Winner")}
      </h2>
      <div className="pu:flex pu:flex-wrap pu:items-center pu:gap-x-4 pu:gap-y-2">
        <Avatar src={winner.photo} name={winner.name} size={56} alt="" />
        <div className="pu:min-w-0 pu:flex-[1_1_8rem] pu:wrap-anywhere">
          <p className="pu:text-left pu:text-lg pu:font-semibold" dir="auto" lang={langOf(winner.name)}>
            {winner.name}
          </p>
          <TeamMembers members={winner.members} />
          <ReportTeam winner={winner} />
          <p className="pu:text-sm pu:text-muted">
            {t(winner.byAdmin ? "Picked by an admin on {time}" : "Picked on {time}", { time: format(winner.at) })}
          </p>
        </div>
      </div>
      {winner.note && (
        <blockquote className="pu:border-l-4 pu:border-gold pu:pl-4">
          <UserText>{winner.note}</UserText>
        </blockquote>
      )}
      <PlacementsList contest={contest} headingId="more-prizes" level="h3" />
      <Link to={`/contest-details/${contest._id}/winner`} className="cq-link pu:self-start">
        {t(isViewer && isPublic ? "Share your win" : "Winner page")}
      </Link>
    </section>
  );
}
