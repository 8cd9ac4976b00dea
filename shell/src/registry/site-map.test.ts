import type { Account } from "@conquest/shared/contracts/users";
import { aWholeRegistry } from "../testing/registry-samples";
import { createSiteMap, findCurrentEntry } from "./site-map";

const map = createSiteMap(aWholeRegistry());

it("finds the part and the page of an address", () => {
  expect(map.pageAt("/")).toMatchObject({ part: "mf-public", route: { title: "Home" } });
  expect(map.pageAt("/contest-details/7")).toMatchObject({ part: "mf-public", route: { title: "Contest" } });
  expect(map.pageAt("/contest-details/7/payment")).toMatchObject({ route: { title: "Payment" } });
  expect(map.pageAt("/dashboard/manage_users/")).toMatchObject({ part: "mf-dashboard-admin" });
});

it("returns undefined for unknown paths", () => {
  expect(map.pageAt("/dashboard/nothing")).toBeUndefined();
  expect(map.pageAt("/contest-details")).toBeUndefined();
});

const labels = (role: Account["role"], takesPart = false, isJudge = false, isOwner = false) =>
  map.menuFor({ role, takesPart, isJudge, isOwner }).map(({ label }) => label);

it("merges each role's menu from all remotes in order", () => {
  expect(labels("admin")).toEqual(["Manage Users", "Profile"]);
  expect(labels("creator")).toEqual(["My Created Contests", "Profile"]);
  expect(labels("user")).toEqual(["My Profile", "Profile"]);
  expect(labels("requested")).toEqual(labels("user"));
});

it("adds entries for participants below the role's own", () => {
  expect(labels("admin", true)).toEqual(["Manage Users", "My Profile", "Profile"]);
  expect(labels("creator", true)).toEqual(["My Created Contests", "My Profile", "Profile"]);
  expect(labels("user", true)).toEqual(labels("user"));
});

it("adds entries for judges below the role's own", () => {
  expect(labels("user", false, true)).toEqual(["My Profile", "Judging", "Profile"]);
  expect(labels("admin", true, true)).toEqual(["Manage Users", "Judging", "My Profile", "Profile"]);
});

it("adds entries for contest owners below the role's own", () => {
  expect(labels("user", false, false, true)).toEqual(["My Profile", "My Created Contests", "Profile"]);
  expect(labels("creator")).toEqual(["My Created Contests", "Profile"]);
  expect(labels("creator", false, false, true)).toEqual(labels("creator"));
});

it.each([
  ["/dashboard", "Dashboard"],
  ["/dashboard/created", "Created"],
  ["/Dashboard/Created/", "Created"],
  ["/dashboard/created/7", "Created"],
  ["/dashboard/progress/7", "Created"],
  ["/dashboard/progress/7/", "Created"],
  ["/dashboard/submitted/7", "Submitted"],
  ["/dashboard/created-by-others", undefined],
  ["/dashboard/progress", undefined],
])("finds the current menu entry of %s", (path, label) => {
  const entry = { icon: "flag", order: 1, roles: ["creator"] as const };
  const entries = [
    { ...entry, to: "/dashboard", label: "Dashboard", roles: [...entry.roles] },
    {
      ...entry,
      to: "/dashboard/created",
      label: "Created",
      alsoCurrentOn: ["/dashboard/progress/:id", "/dashboard/submitted/:id"],
      roles: [...entry.roles],
    },
    { ...entry, to: "/dashboard/submitted", label: "Submitted", roles: [...entry.roles] },
  ];
  expect(findCurrentEntry(entries, path)?.label).toBe(label);
});

it("lists the parts with menu entries for a role", () => {
  expect(map.partsFor("admin").sort()).toEqual(["mf-dashboard-admin", "mf-dashboard-user"]);
});
