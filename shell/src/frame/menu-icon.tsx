import {
  Bell,
  Blocks,
  CircleDot,
  CirclePlus,
  CircleUserRound,
  Flag,
  FolderOpen,
  Gavel,
  Inbox,
  LayoutDashboard,
  Mail,
  ReceiptText,
  ShieldCheck,
  Trophy,
  UserRoundPen,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { MenuEntry } from "@conquest/shared/contracts/parts/remote";

const ICONS: Record<string, LucideIcon> = {
  bell: Bell,
  blocks: Blocks,
  "circle-plus": CirclePlus,
  "circle-user-round": CircleUserRound,
  flag: Flag,
  "folder-open": FolderOpen,
  gavel: Gavel,
  inbox: Inbox,
  "layout-dashboard": LayoutDashboard,
  mail: Mail,
  "receipt-text": ReceiptText,
  "shield-check": ShieldCheck,
  trophy: Trophy,
  "user-round-pen": UserRoundPen,
  users: Users,
};

const STROKE_ATTRIBUTES = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** Renders unknown icons as a dot, since a remote may be newer than this shell. */
export function MenuIcon({ icon, shapes }: Pick<MenuEntry, "icon" | "shapes">) {
  if (shapes)
    return (
      <svg aria-hidden="true" width={20} height={20} viewBox="0 0 24 24" {...STROKE_ATTRIBUTES}>
        {shapes.map(({ shape: Shape, ...form }, index) => (
          <Shape key={index} {...form} />
        ))}
      </svg>
    );
  const Icon = ICONS[icon] ?? CircleDot;
  return <Icon aria-hidden="true" size={20} />;
}
