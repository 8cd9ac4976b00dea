import { useId, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import { formatCost } from "@conquest/shared/ui/contest/cost";
import { TagLabel } from "@conquest/shared/ui/contest/tag";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { RelativeTime } from "@conquest/shared/ui/format/time";

/** One column per contest; a single card is no wider than its text needs. */
const COLUMNS: Readonly<Record<number, string>> = {
  1: "pu:max-w-2xl",
  2: "pu:md:grid-cols-2",
  3: "pu:md:grid-cols-2 pu:lg:grid-cols-3",
};

export const FeaturedContests = ({ contests, note }: { contests: readonly ContestCard[]; note: ReactNode }) => (
  <section aria-labelledby="featured" className="cq-section">
    <SectionHeading id="featured" title="Featured" subtitle="Picked by the people who run Conquest" note={note} />
    <ul className={`pu:grid pu:gap-5 ${COLUMNS[contests.length] ?? COLUMNS[3]}`}>
      {contests.map((contest, index) => (
        <li key={contest._id} className="pu:grid">
          <FeaturedCard contest={contest} isUrgent={index === 0} />
        </li>
      ))}
    </ul>
  </section>
);

/** The picture is cropped at the sides, so its width follows from its height. */
function FeaturedCard({
  contest: { _id, name, image, tags, prize, amountDue, deadline },
  isUrgent,
}: {
  contest: ContestCard;
  isUrgent: boolean;
}) {
  const nameId = useId();
  return (
    <article aria-labelledby={nameId} className="cq-card cq-contest-card pu:flex-row">
      <div className="pu:w-24 pu:shrink-0 pu:self-stretch pu:border-r-4 pu:border-gold pu:sm:w-36">
        <Picture src={image} alt="" isUrgent={isUrgent} sizes="18rem" className="pu:h-full pu:w-full" />
      </div>
      <div className="pu:flex pu:min-w-0 pu:flex-1 pu:flex-col pu:gap-1.5 pu:p-4">
        <TagLabel tag={tags} isShort />
        <h3 id={nameId} dir="auto" className="cq-contest-card-name">
          {name}
        </h3>
        <p className="cq-hint">
          <span className="cq-money">
            Prize <strong className="pu:text-ink">{formatTaka(prize)}</strong> ·
          </span>{" "}
          <span className="cq-money">
            To join <strong className="pu:text-ink">{formatCost(amountDue)}</strong>
          </span>
        </p>
        <p className="cq-hint">
          Closes <RelativeTime at={deadline} isDeadline />
        </p>
        <Link
          className="cq-contest-card-link cq-icon cq-icon-arrow-right pu:mt-auto"
          to={`/contest-details/${_id}`}
          aria-describedby={nameId}>
          Details
        </Link>
      </div>
    </article>
  );
}
