import { aUser } from "@conquest/shared/testing/samples";
import type { Account } from "@conquest/shared/contracts/users";
import { guardRoute } from "./route-guard";

const signedIn = (role: Account["role"]) => ({ phase: "signed-in", account: aUser({ role }) }) as const;
const signedOut = { phase: "signed-out", account: null } as const;
const loading = { phase: "loading", account: null } as const;

it("allows public pages in every session phase", () => {
  for (const session of [loading, signedOut, signedIn("admin")])
    expect(guardRoute({ access: "everyone" }, session)).toBe("render");
});

it("waits for the session on restricted pages", () => {
  expect(guardRoute({ access: "signed-in" }, loading)).toBe("wait");
  expect(guardRoute({ access: ["admin"] }, loading)).toBe("wait");
});

it("requires a login if the user is signed out", () => {
  expect(guardRoute({ access: "signed-in" }, signedOut)).toBe("sign-in");
  expect(guardRoute({ access: ["user"] }, signedOut)).toBe("sign-in");
});

it("rejects the wrong role and allows the right one", () => {
  expect(guardRoute({ access: ["admin"] }, signedIn("creator"))).toBe("wrong-role");
  expect(guardRoute({ access: ["creator", "admin"] }, signedIn("creator"))).toBe("render");
  expect(guardRoute({ access: "signed-in" }, signedIn("creator"))).toBe("render");
});

it("treats a user with a creator request as a user", () => {
  expect(guardRoute({ access: ["user"] }, signedIn("requested"))).toBe("render");
  expect(guardRoute({ access: ["creator"] }, signedIn("requested"))).toBe("wrong-role");
});

it("allows contest owners of any role if the route is also for owners", () => {
  const owner = { phase: "signed-in", account: aUser({ role: "user", isOwner: true }) } as const;
  expect(guardRoute({ access: ["creator"], alsoFor: "owners" }, owner)).toBe("render");
  expect(guardRoute({ access: ["creator"] }, owner)).toBe("wrong-role");
  expect(guardRoute({ access: ["creator"], alsoFor: "owners" }, signedIn("admin"))).toBe("wrong-role");
  expect(guardRoute({ access: ["creator"], alsoFor: "owners" }, signedOut)).toBe("sign-in");
});
