import { useQuery } from "@tanstack/react-query";
import { Trophy } from "lucide-react";
import { Link } from "react-router-dom";
import { listWinners } from "@conquest/shared/contracts/winners";
import { query } from "@conquest/shared/singletons/api-hooks";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { pluralize } from "@conquest/shared/ui/format/text";
import { SkeletonPeople } from "./skeleton-people";

export function WinnersCircle() {
  const winners = useQuery(query(listWinners));

  return (
    <section id="winners" aria-labelledby="winners-circle" className="cq-section">
      <SectionHeading id="winners-circle" title="Winner's Circle" subtitle="People whose work was chosen" />
      <QueryView query={winners} skeleton={<SkeletonPeople label="Loading winners" />}>
        {(people) =>
          people.length === 0 ? (
            <EmptyState
              title="No winners yet"
              icon={<Trophy size={40} />}
              action={
                <ButtonLink to="/all_contests" variant="secondary">
                  Find a contest
                </ButtonLink>
              }>
              The first winner of a contest will be celebrated here. It could be you.
            </EmptyState>
          ) : (
            <ul className="cq-grid">
              {people.map((winner) => (
                <li key={winner._id} className="cq-card pu:flex pu:flex-col pu:gap-4 pu:p-5">
                  <div className="pu:flex pu:items-center pu:gap-4">
                    <Avatar src={winner.photo} name={winner.name} size={56} alt="" />
                    <div className="pu:min-w-0">
                      <h3 className="pu:truncate pu:text-left pu:text-lg pu:font-semibold" dir="auto">
                        {winner.name}
                      </h3>
                      <p className="pu:truncate pu:text-sm pu:text-muted">{winner.email}</p>
                    </div>
                  </div>
                  <p className="cq-pennant pu:flex pu:items-center pu:gap-2 pu:self-start pu:bg-gold pu:py-1.5 pu:pr-7 pu:pl-3 pu:font-semibold pu:text-on-gold">
                    <Trophy aria-hidden size={18} />
                    {pluralize(winner.timesWon, "time won", "times won")}
                  </p>
                  <p className="pu:mt-auto pu:text-sm pu:text-muted">
                    Latest:{" "}
                    <Link to={`/contest-details/${winner.lastContest._id}`} dir="auto" className="cq-link">
                      {winner.lastContest.name}
                    </Link>
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}
