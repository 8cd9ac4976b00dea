import type { ReactNode } from "react";
import { t } from "@conquest/shared/singletons/language";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { badgeOf } from "@conquest/shared/ui/format/labels";

export type Tone = "neutral" | "brand" | "success" | "warning" | "danger" | "info" | "gold";

/** Icons that a class draws before an element's text, see styles/components/icon.css. */
type IconName =
  "ban" | "circle-check" | "circle-x" | "clock" | "flag" | "gavel" | "hourglass" | "pencil-line" | "trophy";

/** Hidden from screen readers, so the text must say the same. */
export type BadgeIcon = `cq-icon cq-icon-${IconName}`;

interface BadgeProps {
  tone?: Tone;
  icon?: BadgeIcon;
  isCapitalized?: boolean;
  children: ReactNode;
}

/** A state as text; color and icon only repeat it. */
export function Badge({ tone = "neutral", icon, isCapitalized = false, children }: BadgeProps) {
  return (
    <span
      className={`cq-badge cq-tone-${tone}${isCapitalized ? " cq-badge-capitalized" : ""}${icon ? ` ${icon}` : ""}`}>
      {children}
    </span>
  );
}

export interface BadgeContent {
  label: string;
  tone: Tone;
  icon?: BadgeIcon;
}

interface ValueBadgeProps {
  of: Readonly<Record<string, BadgeContent>>;
  value: string;
  isCapitalized?: boolean;
}

/** A server value as a badge; its label is a message. Unknown values of newer servers are shown in words. */
export function ValueBadge({ of: badges, value, isCapitalized }: ValueBadgeProps) {
  const { label, ...look } = badgeOf(badges, value);
  return (
    <Badge {...look} isCapitalized={isCapitalized}>
      {t(label)}
    </Badge>
  );
}

export function CountBadge({ count, label, isAtLeast = false }: { count: number; label: string; isAtLeast?: boolean }) {
  return (
    <span className="cq-count">
      {formatNumber(count)}
      {isAtLeast && "+"}
      <span className="cq-visually-hidden"> {label}</span>
    </span>
  );
}

/** Reserves space for a {@link CountBadge}: next to a long title it may need its own line. */
export const CountBadgeSpace = () => <span className="cq-count cq-count-unknown" aria-hidden="true" />;
