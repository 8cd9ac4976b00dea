import type { Role } from "@conquest/shared/contracts/endpoint";
import { matchRoute, type SitePage } from "@conquest/shared/contracts/match-route";
import type { Registry } from "@conquest/shared/contracts/releases";
import type { MenuEntry } from "@conquest/shared/contracts/remote";
import type { Account } from "@conquest/shared/contracts/users";

/** What the remotes say of themselves, put together: which part draws which address, and the dashboard's menu. */
export interface SiteMap {
  /** The page at a path, or undefined where the site has none. */
  pageAt(path: string): SitePage | undefined;
  menuFor(role: Role): MenuEntry[];
  /** The parts that somebody of this role has menu entries in. */
  partsFor(role: Role): string[];
}

export function siteMapOf({ remotes }: Pick<Registry, "remotes">): SiteMap {
  const menu = Object.entries(remotes).flatMap(([part, { current }]) => current.remote.menu.map((entry) => ({ part, entry })));
  const ofRole = (role: Role) => menu.filter(({ entry }) => entry.roles.includes(role));

  return {
    pageAt: (path) => matchRoute(remotes, path),
    menuFor: (role) =>
      ofRole(role)
        .map(({ entry }) => entry)
        .sort((a, b) => a.order - b.order),
    partsFor: (role) => [...new Set(ofRole(role).map(({ part }) => part))],
  };
}

/** A user whose request to become a creator is open still is a user. */
export const effectiveRole = (account: Pick<Account, "role">): Role => (account.role === "requested" ? "user" : account.role);
