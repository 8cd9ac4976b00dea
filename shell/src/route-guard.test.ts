import { aUser } from "@conquest/shared/testing/samples";
import type { Account } from "@conquest/shared/contracts/users";
import { guardRoute } from "./route-guard";

const signedIn = (role: Account["role"]) => ({ phase: "signed-in", account: aUser({ role }) }) as const;
const signedOut = { phase: "signed-out", account: null } as const;
const loading = { phase: "loading", account: null } as const;

it("lets everyone see a public page, also while the session is not known", () => {
  for (const session of [loading, signedOut, signedIn("admin")])
    expect(guardRoute({ access: "everyone" }, session)).toBe("draw");
});

it("waits for the session before it decides about any other page", () => {
  expect(guardRoute({ access: "signed-in" }, loading)).toBe("wait");
  expect(guardRoute({ access: ["admin"] }, loading)).toBe("wait");
});

it("asks somebody who is signed out to sign in", () => {
  expect(guardRoute({ access: "signed-in" }, signedOut)).toBe("sign-in");
  expect(guardRoute({ access: ["user"] }, signedOut)).toBe("sign-in");
});

it("sends the wrong role away and lets the right one in", () => {
  expect(guardRoute({ access: ["admin"] }, signedIn("creator"))).toBe("wrong-role");
  expect(guardRoute({ access: ["creator", "admin"] }, signedIn("creator"))).toBe("draw");
  expect(guardRoute({ access: "signed-in" }, signedIn("creator"))).toBe("draw");
});

it("treats somebody who asked to become a creator as a user", () => {
  expect(guardRoute({ access: ["user"] }, signedIn("requested"))).toBe("draw");
  expect(guardRoute({ access: ["creator"] }, signedIn("requested"))).toBe("wrong-role");
});

it("lets an owner in where that is enough, whatever their role", () => {
  const owner = { phase: "signed-in", account: aUser({ role: "user", isOwner: true }) } as const;
  expect(guardRoute({ access: ["creator"], alsoFor: "owners" }, owner)).toBe("draw");
  expect(guardRoute({ access: ["creator"] }, owner)).toBe("wrong-role");
  expect(guardRoute({ access: ["creator"], alsoFor: "owners" }, signedIn("admin"))).toBe("wrong-role");
  expect(guardRoute({ access: ["creator"], alsoFor: "owners" }, signedOut)).toBe("sign-in");
});
