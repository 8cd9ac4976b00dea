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
  ShieldCheck,
  Trophy,
  UserRoundPen,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { MenuEntry } from "@conquest/shared/contracts/parts/remote";

/** The icons that a remote.json may name. */
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
  "shield-check": ShieldCheck,
  trophy: Trophy,
  "user-round-pen": UserRoundPen,
  users: Users,
};

/** What all of the set have, for those that remotes bring. */
const LINES = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** A remote may be newer than this shell: an icon that is not known here is a dot. */
export function MenuIcon({ icon, shapes }: Pick<MenuEntry, "icon" | "shapes">) {
  if (shapes) {
    return (
      <svg aria-hidden="true" width={20} height={20} viewBox="0 0 24 24" {...LINES}>
        {shapes.map(({ shape: Shape, ...form }, index) => (
          <Shape key={index} {...form} />
        ))}
      </svg>
    );
  }
  const Icon = ICONS[icon] ?? CircleDot;
  return <Icon aria-hidden="true" size={20} />;
}
