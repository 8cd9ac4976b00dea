import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { matchParams, matchRoute, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { MenuEntry } from "@conquest/shared/contracts/parts/remote";
import type { Account } from "@conquest/shared/contracts/users";
import type { PageRegistry } from "./page-registry";

export interface SiteMap {
  pageAt(path: string): SitePage | undefined;
  /** Returns the role's entries, followed by those for participants, judges and contest owners of any role. */
  menuFor(account: AccountRelations): MenuEntry[];
  partsFor(role: Role): string[];
}

/** Sorts additional entries below the role's own, but above Profile, which has order 900. */
const ADDITIONAL_ENTRY_OFFSET = 500;

export function createSiteMap({ remotes }: Pick<PageRegistry, "remotes">): SiteMap {
  const menu = () =>
    Object.entries(remotes()).flatMap(([part, { current }]) => current.remote.menu.map((entry) => ({ part, entry })));
  const entriesFor = (role: Role) => menu().filter(({ entry }) => entry.roles.includes(role));

  return {
    pageAt: (path) => matchRoute(remotes(), path),
    menuFor: (account) => {
      const role = effectiveRole(account);
      const orderOf = (entry: MenuEntry) =>
        entry.roles.includes(role) ? entry.order : ADDITIONAL_ENTRY_OFFSET + entry.order;
      return menu()
        .map(({ entry }) => entry)
        .filter(({ roles, alsoFor }) => hasAccess(roles, alsoFor, account))
        .sort((a, b) => orderOf(a) - orderOf(b));
    },
    partsFor: (role) => [...new Set(entriesFor(role).map(({ part }) => part))],
  };
}

/** The first entry whose pages include `path`; an entry's own pages come before those that others list. */
export function findCurrentEntry(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  const address = `${path.replace(/\/+$/, "")}/`.toLowerCase();
  const isOwn = ({ to }: MenuEntry) =>
    to === "/dashboard" ? address === "/dashboard/" : address.startsWith(`${to.toLowerCase()}/`);
  return (
    entries.find(isOwn) ??
    entries.find(({ alsoCurrentOn = [] }) => alsoCurrentOn.some((pattern) => matchParams(pattern, path) !== null))
  );
}

type AccountRelations = Pick<Account, "role" | "takesPart" | "isJudge" | "isOwner">;

const RELATIONS = { participants: "takesPart", judges: "isJudge", owners: "isOwner" } as const;

export const hasAccess = (roles: readonly Role[], alsoFor: MenuEntry["alsoFor"], account: AccountRelations): boolean =>
  roles.includes(effectiveRole(account)) || (alsoFor !== undefined && account[RELATIONS[alsoFor]]);

export const effectiveRole = (account: Pick<Account, "role">): Role =>
  account.role === "requested" ? "user" : account.role;
