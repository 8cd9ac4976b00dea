import { provideLanguage } from "@conquest/shared/singletons/language";
import catalog from "../../messages/common.bn.json";
import { messageFor } from "./identity-messages";

it("has the same message for an unknown email and a wrong password", () => {
  const messages = ["auth/invalid-credential", "auth/wrong-password", "auth/user-not-found"].map((code) =>
    messageFor(code, ""),
  );
  expect(new Set(messages).size).toBe(1);
});

it("has a distinct message for every other error the user can act on", () => {
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

it("includes the password rules that are not met", () => {
  const providerMessage =
    "Firebase: Missing password requirements: [Password must contain a numeric character] (auth/password-does-not-meet-requirements).";
  expect(messageFor("auth/password-does-not-meet-requirements", providerMessage)).toBe(
    "Your password doesn't meet the requirements. Password must contain a numeric character.",
  );
});

it("is translated, but not the provider's rules", () => {
  provideLanguage("bn", [catalog]);
  const messages = [
    messageFor("auth/timeout", ""),
    messageFor("auth/password-does-not-meet-requirements", "Missing: [Password must contain a number]"),
  ];
  provideLanguage("en", []);
  expect(messages).toEqual([
    "লগ ইন সেবা সাড়া দিতে বেশি সময় নিয়েছে। আবার চেষ্টা করুন।",
    "আপনার পাসওয়ার্ড শর্ত পূরণ করে না। Password must contain a number.",
  ]);
});
