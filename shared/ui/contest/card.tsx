import { memo, useId, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { ContestCard as Contest } from "@conquest/shared/contracts/contests";
import { digits, t } from "@conquest/shared/singletons/language";
import { PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { formatCost } from "@conquest/shared/ui/contest/cost";
import { TagLabel } from "@conquest/shared/ui/contest/tag";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { truncate } from "@conquest/shared/ui/format/text";
import { RelativeTime } from "@conquest/shared/ui/format/time";

const DESCRIPTION_LENGTH = 80;

interface Props {
  contest: Contest;
  showCount?: boolean;
  isUrgent?: boolean;
  rank?: number;
  /** 3 below a section heading, 2 directly below the page heading. */
  headingLevel?: 2 | 3;
  act?: ReactNode;
}

/** A contest in a grid. The whole card is clickable through its only link. */
export const ContestCard = memo(function ContestCard({
  contest,
  showCount = true,
  isUrgent,
  rank,
  headingLevel = 3,
  act,
}: Props) {
  const Heading = `h${headingLevel}` as const;
  const nameId = useId();
  const { _id, name, image, description, tags, phase, prize, amountDue, participantCount, deadline, spotsLeft } =
    contest;
  return (
    <article className="cq-card cq-contest-card" aria-labelledby={nameId}>
      <div className="cq-contest-card-media">
        <Picture src={image} alt="" isUrgent={isUrgent} />
        <span className="cq-contest-card-phase">
          <PhaseBadge phase={phase} participantCount={participantCount} spotsLeft={spotsLeft} />
        </span>
        {rank !== undefined && (
          <span className="cq-rank">
            <span className="cq-visually-hidden">{t("Rank")} </span>
            {digits(rank)}
          </span>
        )}
      </div>
      <div className="cq-contest-card-body">
        <TagLabel tag={tags} />
        <Heading className="cq-contest-card-name" id={nameId} dir="auto" lang={langOf(name)}>
          {name}
        </Heading>
        <p className="cq-contest-card-text" dir="auto" lang={langOf(description)}>
          {truncate(description, DESCRIPTION_LENGTH)}
        </p>
        <dl className="cq-contest-card-facts">
          <div>
            <dt className="cq-icon cq-icon-trophy">{t("Prize")}</dt>
            <dd className="cq-money">{formatTaka(prize)}</dd>
          </div>
          <div>
            <dt>{t("Entry fee")}</dt>
            <dd>{formatCost(amountDue)}</dd>
          </div>
          {phase !== "cancelled" && (
            <div>
              <dt>{t(phase === "open" ? "Closes" : "Closed")}</dt>
              <dd>
                <RelativeTime at={deadline} isDeadline={phase === "open"} />
              </dd>
            </div>
          )}
        </dl>
        <div className="cq-contest-card-foot">
          {showCount && (
            <span className="cq-contest-card-count cq-icon cq-icon-users">
              {t("{n, plural, one {# participant} other {# participants}}", { n: participantCount })}
              {spotsLeft && phase === "open"
                ? ` · ${t("{n, plural, one {# spot left} other {# spots left}}", { n: spotsLeft })}`
                : ""}
            </span>
          )}
          <Link
            className="cq-contest-card-link cq-icon cq-icon-arrow-right"
            to={`/contest-details/${_id}`}
            aria-describedby={nameId}>
            {t("Details")}
          </Link>
        </div>
        {act && <div className="cq-contest-card-act">{act}</div>}
      </div>
    </article>
  );
});
