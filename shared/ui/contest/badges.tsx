import type { ContestStatus, MyContest, Phase } from "@conquest/shared/contracts/contests";
import { msg, t } from "@conquest/shared/singletons/language";
import { Badge, ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { badgeOf } from "@conquest/shared/ui/format/labels";

const PHASES: Record<Phase, BadgeContent> = {
  in_review: { label: msg("In review"), tone: "warning", icon: "cq-icon cq-icon-hourglass" },
  changes_requested: { label: msg("Changes requested"), tone: "warning", icon: "cq-icon cq-icon-pencil-line" },
  rejected: { label: msg("Rejected"), tone: "danger", icon: "cq-icon cq-icon-circle-x" },
  open: { label: msg("Open"), tone: "success", icon: "cq-icon cq-icon-flag" },
  judging: { label: msg("Judging"), tone: "info", icon: "cq-icon cq-icon-gavel" },
  overdue: { label: msg("Winner overdue"), tone: "danger", icon: "cq-icon cq-icon-clock" },
  completed: { label: msg("Completed"), tone: "gold", icon: "cq-icon cq-icon-trophy" },
  cancelled: { label: msg("Cancelled"), tone: "neutral", icon: "cq-icon cq-icon-ban" },
};

export const phaseLabel = (phase: Phase): string => t(badgeOf(PHASES, phase).label);

interface PhaseProps {
  phase: Phase;
  participantCount?: number;
  spotsLeft?: number | undefined;
}

/** With `participantCount`, shows that no one joined instead of waiting for a winner. */
export const PhaseBadge = ({ phase, participantCount, spotsLeft }: PhaseProps) =>
  spotsLeft === 0 && phase === "open" ? (
    <Badge tone="warning" icon="cq-icon cq-icon-ban">
      {t("Full")}
    </Badge>
  ) : participantCount === 0 && (phase === "judging" || phase === "overdue") ? (
    <Badge icon="cq-icon cq-icon-ban">{t("No participants")}</Badge>
  ) : (
    <ValueBadge of={PHASES} value={phase} />
  );

const OPENED_PHASES: readonly Phase[] = ["open", "judging", "overdue", "completed"];

/** For opened contests that the public can't see. */
export const NotPublicBadge = ({ phase, hiddenAt, isPublic }: Pick<MyContest, "phase" | "hiddenAt" | "isPublic">) =>
  isPublic || !OPENED_PHASES.includes(phase) ? null : (
    <Badge tone="danger">{t(hiddenAt ? "Hidden" : "Temporarily hidden")}</Badge>
  );

export const PAYMENT_STATUSES: Readonly<Record<"paid" | "refunded", BadgeContent>> = {
  paid: { label: msg("Paid"), tone: "success" },
  refunded: { label: msg("Refunded"), tone: "neutral" },
};

const STATUSES: Record<ContestStatus, BadgeContent> = {
  pending: { label: msg("pending"), tone: "warning", icon: "cq-icon cq-icon-hourglass" },
  open: { label: msg("open"), tone: "success", icon: "cq-icon cq-icon-circle-check" },
};

/** Shows the stored status in its API spelling; CSS capitalizes it like a phase. */
const StatusBadge = ({ status }: { status: ContestStatus }) => (
  <ValueBadge of={STATUSES} value={status} isCapitalized />
);

const isImpliedByStatus = (phase: Phase) => phase === "in_review" || phase === "open";

interface State {
  status: ContestStatus;
  phase: Phase;
  participantCount?: number;
}

export function StateBadge({ status, phase, participantCount, spotsLeft }: State & Pick<PhaseProps, "spotsLeft">) {
  if (phase === "open" && spotsLeft === 0) return <PhaseBadge phase={phase} spotsLeft={spotsLeft} />;
  if (isImpliedByStatus(phase)) return <StatusBadge status={status} />;
  return <PhaseBadge phase={phase} participantCount={participantCount} />;
}

/** For admins, who change the stored status. It is only a hint, since a finished contest is still stored as open. */
export function StatusBadges({ status, phase, participantCount }: State) {
  if (isImpliedByStatus(phase)) return <StatusBadge status={status} />;
  const stored = t("Stored status: {status}", { status: t(status) });
  return (
    <span title={stored}>
      <PhaseBadge phase={phase} participantCount={participantCount} />
      <span className="cq-visually-hidden">. {stored}</span>
    </span>
  );
}
