import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { listBestCreators } from "@conquest/shared/contracts/listing";
import { query } from "@conquest/shared/singletons/api-hooks";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { pluralize, truncate } from "@conquest/shared/ui/format/text";
import { SkeletonPeople } from "./skeleton-people";

const MAX_DESCRIPTION_LENGTH = 30;

export function BestCreators() {
  const creators = useQuery(query(listBestCreators));

  return (
    <section aria-labelledby="best-creators" className="cq-section">
      <SectionHeading
        id="best-creators"
        title="Best Contest Creator"
        subtitle="The people whose contests bring the most of us together"
      />
      <QueryView query={creators} skeleton={<SkeletonPeople label="Loading creators" />}>
        {(people) =>
          people.length === 0 ? (
            <EmptyState title="No creators yet">Creators stand here once people have joined their contests.</EmptyState>
          ) : (
            <ul className="cq-grid">
              {people.map(({ _id, name, photo, participantCount, bestContest }) => (
                <li key={_id} className="cq-card pu:flex pu:flex-col pu:gap-4 pu:p-5">
                  <div className="pu:flex pu:items-center pu:gap-4">
                    <Avatar src={photo} name={name} size={56} alt={name ? "" : "Photo of a creator"} />
                    <div className="pu:min-w-0">
                      {name && (
                        <h3 className="pu:truncate pu:text-left pu:text-lg pu:font-semibold" dir="auto">
                          <Link to={`/creators/${_id}`} className="cq-link">
                            {name}
                          </Link>
                        </h3>
                      )}
                      <p className="pu:text-sm pu:text-muted">
                        {pluralize(participantCount, "participant", "participants")}
                      </p>
                    </div>
                  </div>
                  <div className="pu:border-t pu:border-line pu:pt-4">
                    <p className="pu:text-xs pu:text-muted">Best contest</p>
                    <Link to={`/contest-details/${bestContest._id}`} dir="auto" className="cq-link pu:font-semibold">
                      {bestContest.name}
                    </Link>
                    <p className="pu:mt-1 pu:text-sm pu:text-muted" dir="auto">
                      {truncate(bestContest.description, MAX_DESCRIPTION_LENGTH)}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}
