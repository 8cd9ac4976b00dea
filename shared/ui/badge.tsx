import type { ReactNode } from "react";
import { grouped } from "@conquest/shared/ui/format/text";

export type Tone = "neutral" | "brand" | "success" | "warning" | "danger" | "info" | "gold";

/** The icons that a class draws before an element's words, see styles/components/icon.css. */
type IconName =
  "ban" | "circle-check" | "circle-x" | "clock" | "flag" | "gavel" | "hourglass" | "pencil-line" | "trophy";

/** Nobody reads it out: the words must say the same. */
export type BadgeIcon = `cq-icon cq-icon-${IconName}`;

interface BadgeProps {
  tone?: Tone;
  icon?: BadgeIcon;
  isCapitalized?: boolean;
  children: ReactNode;
}

/** A state in words; its colour and icon only repeat them. */
export function Badge({ tone = "neutral", icon, isCapitalized = false, children }: BadgeProps) {
  return (
    <span
      className={`cq-badge cq-tone-${tone}${isCapitalized ? " cq-badge-capitalized" : ""}${icon ? ` ${icon}` : ""}`}>
      {children}
    </span>
  );
}

/** How many there are. `label` says of what, for those who do not see the heading beside it. */
export function CountBadge({ count, label, isAtLeast = false }: { count: number; label: string; isAtLeast?: boolean }) {
  return (
    <span className="cq-count">
      {grouped(count)}
      {isAtLeast && "+"}
      <span className="cq-visually-hidden"> {label}</span>
    </span>
  );
}

/** Keeps the room of a {@link CountBadge} until the count is known: beside a long title it may take a line of its own. */
export const CountBadgeSpace = () => <span className="cq-count cq-count-unknown" aria-hidden="true" />;
