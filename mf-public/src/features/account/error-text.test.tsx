import { screen } from "@testing-library/react";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import catalog from "../../../messages/account.bn.json";
import { ErrorText } from "./google-button";

afterEach(() => provideLanguage("en", []));

it.each([
  "An account with this email already exists. Log in instead.",
  "এই ইমেইলে আগে থেকেই একটি অ্যাকাউন্ট আছে। এর বদলে লগ ইন করুন।",
])("links the login in Bangla from “%s”", (text) => {
  provideLanguage("bn", [catalog]);
  renderAt("/register", () => <ErrorText>{text}</ErrorText>);
  expect(screen.getByRole("link", { name: "এর বদলে লগ ইন করুন।" })).toHaveAttribute("href", "/login");
  expect(document.body).not.toHaveTextContent("Log in instead.");
});

it.each([
  "Your account is blocked. Contact us if you think this is a mistake.",
  "আপনার অ্যাকাউন্ট ব্লক করা হয়েছে। ভুল মনে হলে আমাদের সঙ্গে যোগাযোগ করুন।",
])("links the contact page in Bangla from “%s”", (text) => {
  provideLanguage("bn", [catalog]);
  renderAt("/login", () => <ErrorText>{text}</ErrorText>);
  expect(screen.getByRole("link", { name: "আমাদের সঙ্গে যোগাযোগ করুন" })).toHaveAttribute("href", "/contact_us");
});
