import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { matchRoute, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { MenuEntry } from "@conquest/shared/contracts/parts/remote";
import type { Account } from "@conquest/shared/contracts/users";
import type { KnownRegistry } from "./known-registry";

/** What the remotes say of themselves, put together: which part draws which address, and the dashboard's menu. */
export interface SiteMap {
  /** The page at a path, or undefined where the site has none, as far as it is known. */
  pageAt(path: string): SitePage | undefined;
  /** Whoever takes part in contests, judges any or has their own has entries in every role; they stand below the role's own. */
  menuFor(account: KnownAs): MenuEntry[];
  /** The parts that somebody of this role has menu entries in. */
  partsFor(role: Role): string[];
}

/** Added to the order of what a role's own menu does not have: below that menu, above Profile, which is at 900. */
const BELOW_THE_ROLE = 500;

export function siteMapOf({ remotes }: Pick<KnownRegistry, "remotes">): SiteMap {
  const menu = () =>
    Object.entries(remotes()).flatMap(([part, { current }]) => current.remote.menu.map((entry) => ({ part, entry })));
  const ofRole = (role: Role) => menu().filter(({ entry }) => entry.roles.includes(role));

  return {
    pageAt: (path) => matchRoute(remotes(), path),
    menuFor: (account) => {
      const role = effectiveRole(account);
      const placeOf = (entry: MenuEntry) => (entry.roles.includes(role) ? entry.order : BELOW_THE_ROLE + entry.order);
      return menu()
        .map(({ entry }) => entry)
        .filter(({ roles, alsoFor }) => isFor(roles, alsoFor, account))
        .sort((a, b) => placeOf(a) - placeOf(b));
    },
    partsFor: (role) => [...new Set(ofRole(role).map(({ part }) => part))],
  };
}

type KnownAs = Pick<Account, "role" | "takesPart" | "isJudge" | "isOwner">;

const AS = { participants: "takesPart", judges: "isJudge", owners: "isOwner" } as const;

/** Whether a page or a menu entry is for somebody: by their role, or by what they are in every role. */
export const isFor = (roles: readonly Role[], alsoFor: MenuEntry["alsoFor"], account: KnownAs): boolean =>
  roles.includes(effectiveRole(account)) || (alsoFor !== undefined && account[AS[alsoFor]]);

/** A user whose request to become a creator is open still is a user. */
export const effectiveRole = (account: Pick<Account, "role">): Role =>
  account.role === "requested" ? "user" : account.role;
