import { aUser } from "@conquest/shared/testing/samples";
import type { Account } from "@conquest/shared/contracts/users";
import { verdict } from "./guard";

const signedIn = (role: Account["role"]) => ({ phase: "signed-in", account: aUser({ role }) }) as const;
const signedOut = { phase: "signed-out", account: null } as const;
const loading = { phase: "loading", account: null } as const;

it("lets everyone see a public page, also while the session is not known", () => {
  for (const session of [loading, signedOut, signedIn("admin")]) expect(verdict({ access: "everyone" }, session)).toBe("draw");
});

it("waits for the session before it decides about any other page", () => {
  expect(verdict({ access: "signed-in" }, loading)).toBe("wait");
  expect(verdict({ access: ["admin"] }, loading)).toBe("wait");
});

it("asks somebody who is signed out to sign in", () => {
  expect(verdict({ access: "signed-in" }, signedOut)).toBe("sign-in");
  expect(verdict({ access: ["user"] }, signedOut)).toBe("sign-in");
});

it("sends the wrong role away and lets the right one in", () => {
  expect(verdict({ access: ["admin"] }, signedIn("creator"))).toBe("wrong-role");
  expect(verdict({ access: ["creator", "admin"] }, signedIn("creator"))).toBe("draw");
  expect(verdict({ access: "signed-in" }, signedIn("creator"))).toBe("draw");
});

it("treats somebody who asked to become a creator as a user", () => {
  expect(verdict({ access: ["user"] }, signedIn("requested"))).toBe("draw");
  expect(verdict({ access: ["creator"] }, signedIn("requested"))).toBe("wrong-role");
});

it("lets an owner in where that is enough, whatever their role", () => {
  const owner = { phase: "signed-in", account: aUser({ role: "user", isOwner: true }) } as const;
  expect(verdict({ access: ["creator"], alsoFor: "owners" }, owner)).toBe("draw");
  expect(verdict({ access: ["creator"] }, owner)).toBe("wrong-role");
  expect(verdict({ access: ["creator"], alsoFor: "owners" }, signedIn("admin"))).toBe("wrong-role");
  expect(verdict({ access: ["creator"], alsoFor: "owners" }, signedOut)).toBe("sign-in");
});
