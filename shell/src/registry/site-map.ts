import { matchRoutes, type RouteObject } from "react-router-dom";
import type { Role } from "@conquest/shared/contracts/endpoint";
import type { Registry } from "@conquest/shared/contracts/releases";
import type { MenuEntry, RemoteRoute } from "@conquest/shared/contracts/remote";
import type { Account } from "@conquest/shared/contracts/users";

export interface SitePage {
  part: string;
  route: RemoteRoute;
  /** What stands in the address where the route's path has `:name`. */
  params: Readonly<Record<string, string | undefined>>;
}

/** What the remotes say of themselves, put together: which part draws which address, and the dashboard's menu. */
export interface SiteMap {
  /** The page at a path, or undefined where the site has none. */
  pageAt(path: string): SitePage | undefined;
  /** Whoever takes part in contests has entries in every role; they stand below the role's own. */
  menuFor(account: Pick<Account, "role" | "takesPart">): MenuEntry[];
  /** The parts that somebody of this role has menu entries in. */
  partsFor(role: Role): string[];
}

/** Added to the order of what a role's own menu does not have: below that menu, above Profile, which is at 900. */
const BELOW_THE_ROLE = 500;

export function siteMapOf({ remotes }: Pick<Registry, "remotes">): SiteMap {
  const faces = Object.entries(remotes).map(([part, { current }]) => ({ part, face: current.remote }));
  const pages = faces.flatMap(({ part, face }) => face.routes.map((route) => ({ part, route })));
  const routes: RouteObject[] = pages.map(({ route }, index) => ({ id: String(index), path: route.path }));
  const menu = faces.flatMap(({ part, face }) => face.menu.map((entry) => ({ part, entry })));
  const ofRole = (role: Role) => menu.filter(({ entry }) => entry.roles.includes(role));

  return {
    pageAt(path) {
      const match = matchRoutes(routes, path)?.at(-1);
      const page = match && pages[Number(match.route.id)];
      return page && { ...page, params: match.params };
    },
    menuFor: (account) => {
      const role = effectiveRole(account);
      const placeOf = (entry: MenuEntry) => (entry.roles.includes(role) ? entry.order : BELOW_THE_ROLE + entry.order);
      return menu
        .map(({ entry }) => entry)
        .filter(({ roles, alsoFor }) => roles.includes(role) || (alsoFor === "participants" && account.takesPart))
        .sort((a, b) => placeOf(a) - placeOf(b));
    },
    partsFor: (role) => [...new Set(ofRole(role).map(({ part }) => part))],
  };
}

/** A user whose request to become a creator is open still is a user. */
export const effectiveRole = (account: Pick<Account, "role">): Role => (account.role === "requested" ? "user" : account.role);
