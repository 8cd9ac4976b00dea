import { AWARD_STATE_LABELS, type AwardState } from "@conquest/shared/contracts/awards";
import { ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";

const badge = (state: AwardState, look: Omit<BadgeContent, "label">): BadgeContent => ({
  label: AWARD_STATE_LABELS[state],
  ...look,
});

const AWARD_BADGES: Record<AwardState, BadgeContent> = {
  to_send: badge("to_send", { tone: "info", icon: "cq-icon cq-icon-hourglass" }),
  late: badge("late", { tone: "warning", icon: "cq-icon cq-icon-clock" }),
  sent: badge("sent", { tone: "brand", icon: "cq-icon cq-icon-hourglass" }),
  unconfirmed: badge("unconfirmed", { tone: "warning", icon: "cq-icon cq-icon-clock" }),
  disputed: badge("disputed", { tone: "danger", icon: "cq-icon cq-icon-flag" }),
  delivered: badge("delivered", { tone: "success", icon: "cq-icon cq-icon-circle-check" }),
  undelivered: badge("undelivered", { tone: "danger", icon: "cq-icon cq-icon-circle-x" }),
  void: badge("void", { tone: "neutral", icon: "cq-icon cq-icon-ban" }),
};

export const AwardBadge = ({ state }: { state: AwardState }) => <ValueBadge of={AWARD_BADGES} value={state} />;
