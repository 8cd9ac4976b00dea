import { messageFor } from "./identity-messages";

it("does not tell an unknown email from a wrong password", () => {
  const sentences = ["auth/invalid-credential", "auth/wrong-password", "auth/user-not-found"].map((code) =>
    messageFor(code, ""),
  );
  expect(new Set(sentences).size).toBe(1);
});

it("has a sentence of its own for everything else a person can do something about", () => {
  const codes = [
    "auth/popup-blocked",
    "auth/popup-closed-by-user",
    "auth/cancelled-popup-request",
    "auth/network-request-failed",
    "auth/invalid-credential",
    "auth/too-many-requests",
    "auth/user-disabled",
    "auth/unauthorized-domain",
    "auth/email-already-in-use",
    "auth/weak-password",
  ];
  expect(new Set([...codes.map((code) => messageFor(code, "")), messageFor("auth/unheard-of", "")]).size).toBe(
    codes.length + 1,
  );
});

it("passes on which rules a password misses", () => {
  const own =
    "Firebase: Missing password requirements: [Password must contain a numeric character] (auth/password-does-not-meet-requirements).";
  expect(messageFor("auth/password-does-not-meet-requirements", own)).toBe(
    "The password does not meet the requirements. Password must contain a numeric character.",
  );
});
