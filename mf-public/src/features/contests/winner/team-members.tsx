import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { ReportButton } from "../reporting/report-button";

interface ReportProps {
  winner: Pick<NonNullable<ContestDetails["winner"]>, "name" | "reportable">;
}

/** Reports a team's name here if its entry isn't published. */
export const ReportTeam = ({ winner: { name, reportable } }: ReportProps) =>
  reportable ? (
    <ReportButton
      reported={{ kind: "entry", id: reportable.entryId }}
      may={reportable.may.report}
      hasReported={reportable.hasReported}
      label={t("Report the entry by {name}", { name })}
    />
  ) : null;

/** Names all members, if a team won. The first one, the captain, receives the prize. */
export const TeamMembers = ({ members }: { members: readonly string[] | undefined }) =>
  members ? (
    <p className="pu:text-sm" dir="auto">
      {members
        .map((member) => member || t("Unnamed participant"))
        .map((name, index) => (index === 0 ? t("{name} (captain)", { name }) : name))
        .join(", ")}
    </p>
  ) : null;
