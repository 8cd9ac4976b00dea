import { aUser } from "@conquest/shared/testing/samples";
import type { Account } from "@conquest/shared/contracts/users";
import { verdict } from "./guard";

const signedIn = (role: Account["role"]) => ({ phase: "signed-in", account: aUser({ role }) }) as const;
const signedOut = { phase: "signed-out", account: null } as const;
const loading = { phase: "loading", account: null } as const;

it("lets everyone see a public page, also while the session is not known", () => {
  for (const session of [loading, signedOut, signedIn("admin")]) expect(verdict("everyone", session)).toBe("draw");
});

it("waits for the session before it decides about any other page", () => {
  expect(verdict("signed-in", loading)).toBe("wait");
  expect(verdict(["admin"], loading)).toBe("wait");
});

it("asks somebody who is signed out to sign in", () => {
  expect(verdict("signed-in", signedOut)).toBe("sign-in");
  expect(verdict(["user"], signedOut)).toBe("sign-in");
});

it("sends the wrong role away and lets the right one in", () => {
  expect(verdict(["admin"], signedIn("creator"))).toBe("wrong-role");
  expect(verdict(["creator", "admin"], signedIn("creator"))).toBe("draw");
  expect(verdict("signed-in", signedIn("creator"))).toBe("draw");
});

it("treats somebody who asked to become a creator as a user", () => {
  expect(verdict(["user"], signedIn("requested"))).toBe("draw");
  expect(verdict(["creator"], signedIn("requested"))).toBe("wrong-role");
});
