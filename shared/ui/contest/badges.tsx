import type { ContestStatus, Phase } from "@conquest/shared/contracts/contests";
import { Badge, type BadgeIcon, type Tone } from "@conquest/shared/ui/badge";
import { badgeOf } from "@conquest/shared/ui/format/labels";

interface Shown {
  label: string;
  tone: Tone;
  icon?: BadgeIcon;
}

const PHASES: Record<Phase, Shown> = {
  in_review: { label: "In review", tone: "warning", icon: "cq-icon cq-icon-hourglass" },
  changes_requested: { label: "Changes requested", tone: "warning", icon: "cq-icon cq-icon-pencil-line" },
  rejected: { label: "Rejected", tone: "danger", icon: "cq-icon cq-icon-circle-x" },
  open: { label: "Open", tone: "success", icon: "cq-icon cq-icon-flag" },
  judging: { label: "Judging", tone: "info", icon: "cq-icon cq-icon-gavel" },
  overdue: { label: "Winner overdue", tone: "danger", icon: "cq-icon cq-icon-clock" },
  completed: { label: "Completed", tone: "gold", icon: "cq-icon cq-icon-trophy" },
  cancelled: { label: "Cancelled", tone: "neutral", icon: "cq-icon cq-icon-ban" },
};

/** The words for a phase, as the whole site uses them. */
export const phaseLabel = (phase: Phase): string => badgeOf(PHASES, phase).label;

/** What stands in place of a phase in which the winner is chosen. */
const NOBODY_JOINED: Shown = { label: "Nobody joined", tone: "neutral", icon: "cq-icon cq-icon-ban" };

/** With the number of participants it says so where a contest waits for no winner because nobody joined. */
export function PhaseBadge({ phase, participantCount }: { phase: Phase; participantCount?: number }) {
  const { label, tone, icon } =
    participantCount === 0 && (phase === "judging" || phase === "overdue") ? NOBODY_JOINED : badgeOf(PHASES, phase);
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

const OPENED: readonly Phase[] = ["open", "judging", "overdue", "completed"];

/** Beside the phase of a contest that was opened and that the public does not see all the same. */
export const OffShowBadge = ({
  phase,
  hiddenAt,
  isPublic,
}: {
  phase: Phase;
  hiddenAt: string | null;
  isPublic: boolean;
}) => (isPublic || !OPENED.includes(phase) ? null : <Badge tone="danger">{hiddenAt ? "Hidden" : "Not on show"}</Badge>);

const STATUSES: Record<ContestStatus, Shown> = {
  pending: { label: "pending", tone: "warning", icon: "cq-icon cq-icon-hourglass" },
  open: { label: "open", tone: "success", icon: "cq-icon cq-icon-circle-check" },
};

/** The stored status, in the words of the wire; only drawn with a capital, as the phases have one. */
function StatusBadge({ status }: { status: ContestStatus }) {
  const { label, tone, icon } = badgeOf(STATUSES, status);
  return (
    <Badge tone={tone} icon={icon} isCapitalized>
      {label}
    </Badge>
  );
}

/** Phases that say no more than the stored status does. */
const isSaidByStatus = (phase: Phase) => phase === "in_review" || phase === "open";

interface State {
  status: ContestStatus;
  phase: Phase;
  participantCount?: number;
}

/** What has become of a contest, in one badge. */
export function StateBadge({ status, phase, participantCount }: State) {
  if (isSaidByStatus(phase)) return <StatusBadge status={status} />;
  return <PhaseBadge phase={phase} {...(participantCount !== undefined && { participantCount })} />;
}

/**
 * For those who change the stored status: that, and beside it the phase where it says more. A contest that is over is stored as
 * open, which in a badge would say the contrary.
 */
export function StatusBadges({ status, phase, participantCount }: State) {
  if (isSaidByStatus(phase)) return <StatusBadge status={status} />;
  return (
    <span className="cq-badges">
      {status === "pending" && <StatusBadge status={status} />}
      <PhaseBadge phase={phase} {...(participantCount !== undefined && { participantCount })} />
      {status === "open" && <span className="cq-hint">stored as open</span>}
    </span>
  );
}
