import type { ReviewEvent } from "@conquest/shared/contracts/review";
import { msg } from "@conquest/shared/contracts/text/message";
import { t } from "@conquest/shared/singletons/language";
import { Badge, type BadgeContent } from "@conquest/shared/ui/badge";
import { badgeOf, labelOf } from "@conquest/shared/ui/format/labels";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { FIELD_NAMES } from "./comparison/round-comparison";
import { Section } from "@conquest/shared/ui/page/section";

const EVENTS: Record<ReviewEvent["what"], BadgeContent> = {
  kept: { label: msg("Review history starts here"), tone: "neutral" },
  submitted: { label: msg("Submitted"), tone: "brand", icon: "cq-icon cq-icon-hourglass" },
  edited: { label: msg("Edited by the creator"), tone: "neutral", icon: "cq-icon cq-icon-pencil-line" },
  changes_requested: { label: msg("Changes requested"), tone: "warning", icon: "cq-icon cq-icon-pencil-line" },
  rejected: { label: msg("Rejected"), tone: "danger", icon: "cq-icon cq-icon-circle-x" },
  confirmed: { label: msg("Approved"), tone: "success", icon: "cq-icon cq-icon-circle-check" },
  returned: { label: msg("Back to review"), tone: "warning", icon: "cq-icon cq-icon-hourglass" },
  comment: { label: msg("Comment"), tone: "info" },
  cancelled: { label: msg("Cancelled"), tone: "neutral", icon: "cq-icon cq-icon-ban" },
};

export function ReviewHistory({ history }: { history: readonly ReviewEvent[] }) {
  return (
    <Section headingId="history" title={t("History")} className="da:flex da:flex-col da:gap-4">
      {history.length === 0 ? (
        <p>{t("No history: this contest is older than our review history.")}</p>
      ) : (
        <ol className="da:flex da:flex-col da:gap-5">
          {history.map((event, index) => (
            <Event key={event._id} event={event} label={nameOf(event, history.slice(0, index))} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function nameOf({ what }: ReviewEvent, before: readonly ReviewEvent[]): string {
  const { label } = badgeOf(EVENTS, what);
  return what === "submitted" && before.some((event) => event.what !== "comment") ? t("Submitted again") : t(label);
}

function Event({ event: { what, at, by, text, changed }, label }: { event: ReviewEvent; label: string }) {
  const { tone, icon } = badgeOf(EVENTS, what);
  return (
    <li className="da:flex da:flex-col da:gap-2 da:border-s-2 da:border-line da:ps-4">
      <p>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </p>
      <p className="cq-hint">
        {by !== null && (
          <>
            <bdi>{by}</bdi>,{" "}
          </>
        )}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {what === "kept" && <p>{t("Earlier versions and decisions weren't recorded.")}</p>}
      {changed.length > 0 && (
        <p>{t("Changed: {fields}", { fields: changed.map((field) => t(labelOf(FIELD_NAMES, field))).join(", ") })}</p>
      )}
      {text && (
        <div className="da:rounded-md da:bg-sunk da:p-3">
          <UserText>{text}</UserText>
        </div>
      )}
    </li>
  );
}
