import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { NotPublicBadge, PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { VisibilityBadge } from "@conquest/shared/ui/contest/visibility-badge";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { TabLinks } from "@conquest/shared/ui/page/tab-links";

interface Props {
  contest: ContestDetails;
  current: "Progress" | "Entries";
}

export function ContestTabs({ contest: { _id, may }, current }: Props) {
  const tabs = [
    { label: t("Progress"), to: `/dashboard/contest_progress/${_id}`, isCurrent: current === "Progress" },
    ...(may.readEntries.isAllowed || current === "Entries"
      ? [{ label: t("Entries"), to: `/dashboard/contest_submitted/${_id}`, isCurrent: current === "Entries" }]
      : []),
    { label: t("Contest page"), to: `/contest-details/${_id}`, isCurrent: false },
  ];
  return <TabLinks label={t("Contest")} tabs={tabs} />;
}

export function ContestFacts({ contest }: { contest: ContestDetails }) {
  const { deadline, prize, participantCount, cancelledAt } = contest;
  const facts = { deadline: formatDateTime(deadline), prize: formatTaka(prize) };
  return (
    <span className="cq-badges">
      <PhaseBadge {...contest} />
      <NotPublicBadge {...contest} />
      <VisibilityBadge visibility={contest.visibility} />
      <span>
        {/* A cancelled contest has no participants left, but keeps its entries. */}
        {cancelledAt
          ? t("Deadline {deadline} · Prize {prize}", facts)
          : t(
              "{n, plural, one {Deadline {deadline} · Prize {prize} · # person joined} other {Deadline {deadline} · Prize {prize} · # people joined}}",
              { ...facts, n: participantCount },
            )}
      </span>
    </span>
  );
}
