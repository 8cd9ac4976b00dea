import { screen } from "@testing-library/react";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import catalog from "../../../messages/about.bn.json";
import PublicRoutes from "../../routes";

const PREVAILS = /English version prevails|ইংরেজি সংস্করণই প্রাধান্য পাবে/;

afterEach(() => provideLanguage("en", []));

describe.each([
  ["/terms", "Terms of use", "ব্যবহারের শর্তাবলি"],
  ["/privacy", "Privacy policy", "গোপনীয়তা নীতি"],
  ["/cookies", "Cookie policy", "কুকি নীতি"],
])("%s", (path, title, translatedTitle) => {
  it("says in Bangla that the English version prevails", async () => {
    provideLanguage("bn", [catalog]);
    renderAt(path, PublicRoutes);
    expect(await screen.findByRole("heading", { level: 1, name: translatedTitle })).toBeVisible();
    expect(screen.getByText(PREVAILS)).toBeVisible();
  });

  it("says nothing about translations in English", async () => {
    renderAt(path, PublicRoutes);
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(screen.queryByText(PREVAILS)).not.toBeInTheDocument();
  });
});

it("writes periods in Bangla digits", async () => {
  provideLanguage("bn", [catalog]);
  renderAt("/terms", PublicRoutes);
  expect(await screen.findByText(/৪৮ ঘণ্টার মধ্যে/)).toBeVisible();
  expect(document.body).not.toHaveTextContent(/[0-9]/);
});
