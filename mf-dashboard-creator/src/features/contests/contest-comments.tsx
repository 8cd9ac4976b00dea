import type { ContestComment } from "@conquest/shared/contracts/contests";
import { Badge, type Tone } from "@conquest/shared/ui/badge";
import { badgeOf } from "@conquest/shared/ui/format/labels";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";

const DECISIONS: Record<ContestComment["decision"], { label: string; tone: Tone }> = {
  comment: { label: "Comment", tone: "info" },
  changes_requested: { label: "Changes requested", tone: "warning" },
  rejected: { label: "Rejected", tone: "danger" },
};

/** Outcome for a contest that was already open. */
const RETURN = { label: "Back in review", tone: "warning" } as const;

export function ContestComments({ comments }: { comments: readonly ContestComment[] }) {
  if (comments.length === 0) return null;
  const newestFirst = comments.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <section aria-label="Comments from the admins" className="dc:flex dc:flex-col dc:gap-3">
      {newestFirst.map(({ _id, text, decision, isReturn, author, at }) => (
        <article key={_id} className="dc:flex dc:flex-col dc:gap-2 dc:rounded-md dc:bg-sunk dc:p-4">
          <p className="dc:flex dc:flex-wrap dc:items-center dc:gap-2">
            <DecisionBadge {...(isReturn ? RETURN : badgeOf(DECISIONS, decision))} />
            <span className="cq-hint">
              {author}, <RelativeTime at={at} />
            </span>
          </p>
          <UserText>{text}</UserText>
        </article>
      ))}
    </section>
  );
}

const DecisionBadge = ({ label, tone }: { label: string; tone: Tone }) => <Badge tone={tone}>{label}</Badge>;
