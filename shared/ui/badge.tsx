import type { ReactNode } from "react";

export type Tone = "neutral" | "brand" | "success" | "warning" | "danger" | "info" | "gold";

interface BadgeProps {
  tone?: Tone;
  icon?: ReactNode;
  isCapitalized?: boolean;
  children: ReactNode;
}

/** A state in words; its colour and icon only repeat them. */
export function Badge({ tone = "neutral", icon, isCapitalized = false, children }: BadgeProps) {
  return (
    <span className={`cq-badge cq-tone-${tone}${isCapitalized ? " cq-badge-capitalized" : ""}`}>
      {icon}
      {children}
    </span>
  );
}

/** How many there are. `label` says of what, for those who do not see the heading beside it. */
export function CountBadge({ count, label, isAtLeast = false }: { count: number; label: string; isAtLeast?: boolean }) {
  return (
    <span className="cq-count">
      {isAtLeast ? `${count}+` : count}
      <span className="cq-visually-hidden"> {label}</span>
    </span>
  );
}
