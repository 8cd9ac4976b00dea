import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { NotPublicBadge, PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { pluralize } from "@conquest/shared/ui/format/text";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { TabLinks } from "@conquest/shared/ui/page/tab-links";

interface Props {
  contest: ContestDetails;
  current: "Progress" | "Entries";
}

/** The pages of one contest. */
export function ContestTabs({ contest: { _id, may }, current }: Props) {
  const tabs = [
    { label: "Progress", to: `/dashboard/contest_progress/${_id}` },
    ...(may.readEntries.isAllowed || current === "Entries"
      ? [{ label: "Entries", to: `/dashboard/contest_submitted/${_id}` }]
      : []),
    { label: "Contest page", to: `/contest-details/${_id}` },
  ];
  return <TabLinks label="Contest" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.label === current }))} />;
}

/** The line below the name, the same on all of these pages. */
export function ContestFacts({ contest }: { contest: ContestDetails }) {
  const { deadline, prize, participantCount, cancelledAt } = contest;
  // A cancelled contest has no participants left, but keeps its entries.
  const joined = cancelledAt ? "" : ` · ${pluralize(participantCount, "person", "people")} joined`;
  return (
    <span className="cq-badges">
      <PhaseBadge {...contest} />
      <NotPublicBadge {...contest} />
      <span>{`Deadline ${formatDateTime(deadline)} · Prize ${formatTaka(prize)}${joined}`}</span>
    </span>
  );
}
