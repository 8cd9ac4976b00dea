import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { provideConfig } from "@conquest/shared/singletons/config";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { aSiteConfig } from "@conquest/shared/testing/samples";
import { LanguageSwitch } from "./language-switch";

function show(path: string, language: Language, languages?: Language[]) {
  provideConfig({ ...aSiteConfig(), languages });
  provideLanguage(language, []);
  render(
    <MemoryRouter basename={language === "en" ? "/" : `/${language}`} initialEntries={[path]}>
      <LanguageSwitch className="" />
    </MemoryRouter>,
  );
}
afterEach(() => provideLanguage("en", []));

it("links to the same page and query in the other language", () => {
  show("/all_contests?q=logo", "en", ["en", "bn"]);
  expect(screen.getByRole("link", { name: "বাংলা" })).toHaveAttribute("href", "/bn/all_contests?q=logo");
});

it("links back to English without a prefix", () => {
  show("/bn", "bn", ["en", "bn"]);
  expect(screen.getByRole("link", { name: "English" })).toHaveAttribute("href", "/");
});

it("is not there on a site in one language", () => {
  show("/", "en");
  expect(screen.queryByRole("link")).toBeNull();
});
