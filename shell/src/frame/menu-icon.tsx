import {
  Blocks,
  CircleDot,
  CirclePlus,
  CircleUserRound,
  Flag,
  FolderOpen,
  Inbox,
  LayoutDashboard,
  Mail,
  ShieldCheck,
  Trophy,
  UserRoundPen,
  Users,
  type LucideIcon,
} from "lucide-react";

/** The icons that a remote.json may name. */
const ICONS: Record<string, LucideIcon> = {
  blocks: Blocks,
  "circle-plus": CirclePlus,
  "circle-user-round": CircleUserRound,
  flag: Flag,
  "folder-open": FolderOpen,
  inbox: Inbox,
  "layout-dashboard": LayoutDashboard,
  mail: Mail,
  "shield-check": ShieldCheck,
  trophy: Trophy,
  "user-round-pen": UserRoundPen,
  users: Users,
};

/** A remote may be newer than this shell: an icon that is not known here is a dot. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? CircleDot;
  return <Icon aria-hidden="true" size={20} />;
}
