import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Flag,
  Gavel,
  Hourglass,
  PencilLine,
  Trophy,
  type LucideIcon,
} from "lucide-react";
import type { ContestStatus, Phase } from "@conquest/shared/contracts/contests";
import { Badge, type Tone } from "@conquest/shared/ui/badge";

interface Shown {
  label: string;
  tone: Tone;
  Icon: LucideIcon;
}

const PHASES: Record<Phase, Shown> = {
  in_review: { label: "In review", tone: "warning", Icon: Hourglass },
  changes_requested: { label: "Changes requested", tone: "warning", Icon: PencilLine },
  rejected: { label: "Rejected", tone: "danger", Icon: CircleX },
  open: { label: "Open", tone: "success", Icon: Flag },
  judging: { label: "Judging", tone: "info", Icon: Gavel },
  overdue: { label: "Winner overdue", tone: "danger", Icon: Clock },
  completed: { label: "Completed", tone: "gold", Icon: Trophy },
  cancelled: { label: "Cancelled", tone: "neutral", Icon: Ban },
};

/** The words for a phase, as the whole site uses them. */
export const phaseLabel = (phase: Phase): string => PHASES[phase].label;

export function PhaseBadge({ phase }: { phase: Phase }) {
  const { label, tone, Icon } = PHASES[phase];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" size={14} />}>
      {label}
    </Badge>
  );
}

const STATUSES: Record<ContestStatus, Shown> = {
  pending: { label: "pending", tone: "warning", Icon: Hourglass },
  open: { label: "open", tone: "success", Icon: CircleCheck },
};

/** The stored status, in the words of the wire; only drawn with a capital, as the phases have one. */
function StatusBadge({ status }: { status: ContestStatus }) {
  const { label, tone, Icon } = STATUSES[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" size={14} />} isCapitalized>
      {label}
    </Badge>
  );
}

/** The stored status, and beside it the phase where that says more. */
export function StatusBadges({ status, phase }: { status: ContestStatus; phase: Phase }) {
  return (
    <span className="cq-badges">
      <StatusBadge status={status} />
      {phase !== "open" && <PhaseBadge phase={phase} />}
    </span>
  );
}
