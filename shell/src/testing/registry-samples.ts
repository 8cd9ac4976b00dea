import type { Registry, RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";
import { containerName, remoteJson } from "@conquest/shared/contracts/parts/remote";
import { createPageRegistry, type PageRegistry } from "../registry/page-registry";

export const aRelease = (part: string, version: string, remoteJsonFields: object): Release => ({
  version,
  base: `/mf/${part}/${version}/`,
  files: { container: containerName(part), entry: "remoteEntry.js", scripts: [], styles: [], pages: {} },
  integrity: {},
  remote: remoteJson.parse({ name: part, contract: "^1.0.0", ...remoteJsonFields }),
});

export const aRegistry = (
  entries: Record<string, Partial<RegistryRemote> & Pick<RegistryRemote, "current">>,
): Registry => ({
  schema: 2,
  revision: 1,
  remotes: Object.fromEntries(
    Object.entries(entries).map(([part, entry]) => [part, { previous: null, isEnabled: true, reason: null, ...entry }]),
  ),
});

const PUBLIC = {
  routes: [
    { path: "/", title: "Home", access: "everyone", layout: "site" },
    { path: "/login", title: "Login", access: "everyone", layout: "site" },
    {
      path: "/contest-details/:id",
      title: "Contest",
      access: "everyone",
      layout: "site",
      data: ["/contest-details/:id"],
    },
    { path: "/contest-details/:id/payment", title: "Payment", access: "signed-in", layout: "site" },
  ],
};

const USER = {
  routes: [
    { path: "/dashboard", title: "Dashboard", access: "signed-in", layout: "dashboard" },
    { path: "/dashboard/my_profile", title: "My Profile", access: "signed-in", layout: "dashboard" },
    { path: "/dashboard/profile", title: "Profile", access: "signed-in", layout: "dashboard" },
    { path: "/dashboard/judging", title: "Judging", access: "signed-in", layout: "dashboard" },
    { path: "/dashboard/contest_drafts", title: "Drafts", access: ["creator"], layout: "dashboard" },
    {
      path: "/dashboard/my_created_contests",
      title: "My Created Contests",
      access: ["creator"],
      alsoFor: "owners",
      layout: "dashboard",
    },
  ],
  menu: [
    {
      to: "/dashboard/profile",
      label: "Profile",
      icon: "circle-user-round",
      order: 900,
      roles: ["user", "creator", "admin"],
    },
    {
      to: "/dashboard/my_profile",
      label: "My Profile",
      icon: "user-round-pen",
      order: 5,
      roles: ["user"],
      alsoFor: "participants",
    },
    { to: "/dashboard/judging", label: "Judging", icon: "gavel", order: 4, roles: [], alsoFor: "judges" },
    {
      to: "/dashboard/my_created_contests",
      label: "My Created Contests",
      alsoCurrentOn: ["/dashboard/contest_drafts"],
      icon: "folder-open",
      order: 20,
      roles: ["creator"],
      alsoFor: "owners",
    },
  ],
};

const ADMIN = {
  routes: [{ path: "/dashboard/manage_users", title: "Manage Users", access: ["admin"], layout: "dashboard" }],
  menu: [
    {
      to: "/dashboard/manage_users",
      label: "Manage Users",
      labels: { bn: "ব্যবহারকারী পরিচালনা" },
      icon: "an-icon-of-tomorrow",
      order: 10,
      roles: ["admin"],
    },
  ],
};

export const aWholeRegistry = (registry: Pick<Registry, "remotes"> = aSiteOfThree()): PageRegistry =>
  createPageRegistry(registry, null);

export const aSiteOfThree = (): Registry =>
  aRegistry({
    "mf-public": { current: aRelease("mf-public", "1", PUBLIC) },
    "mf-dashboard-user": { current: aRelease("mf-dashboard-user", "1", USER) },
    "mf-dashboard-admin": { current: aRelease("mf-dashboard-admin", "1", ADMIN) },
  });
