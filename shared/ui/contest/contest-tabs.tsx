import type { ContestDetails } from "@conquest/shared/contracts/contests";
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
