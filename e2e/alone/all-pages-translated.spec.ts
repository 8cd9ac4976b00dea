import type { Page } from "@playwright/test";
import { addressOf, demoIdsFor, registryOf, rolesOf, VISITORS } from "../../scripts/src/browser/demo-pages";
import { signIn } from "../../scripts/src/browser/sign-in";
import { readTexts, untranslatedFinder } from "../../scripts/src/browser/untranslated-texts";
import { expect } from "../site";
import { languageTest as test } from "./translated-site";

test.describe.configure({ timeout: 300_000 });

/** Pages that look different to each role. */
const BY_ROLE = ["/", "/dashboard", "/contest-details/:id"];
const TABS = ["security", "emails", "calendar", "data"].map((tab) => `/dashboard/profile?tab=${tab}`);
/** Forms whose errors an empty submit shows. */
const FORMS = ["/login", "/register", "/forgot_password", "/contact_us", "/dashboard/add_contest"];

async function submitEmpty(page: Page): Promise<void> {
  const submit = page.locator("main form button[type=submit]").last();
  // Disabled until the terms are accepted.
  if (await submit.isDisabled()) return;
  await submit.click();
  await expect(page.locator("main [aria-invalid=true]").first()).toBeVisible();
}

const find = untranslatedFinder("bn");

test("finds English texts", () => {
  const english = ["Skip to content", "open → বাতিল, নং 2", "Your entry is here", "প্রতিযোগিতা: We are sorry."];
  const others = ["প্রতিযোগিতা", "Conquest-এ", "A poster for Pohela Boishakh | Conquest", "ক (name@example.com)"];
  expect(find([...english, ...others])).toEqual(english);
});

for (const role of VISITORS)
  test(`has no English texts on any page in Bangla for: ${role}`, async ({ page, url, forgive }) => {
    forgive(/40[134]/);
    const { remotes } = await registryOf(url);
    const routes = Object.values(remotes).flatMap(({ current }) => current.remote.routes);
    await signIn(page, url, role);
    const ids = await demoIdsFor(page.request, url, role);
    const isRead = (route: (typeof routes)[number]) => rolesOf(route).at(-1) === role || BY_ROLE.includes(route.path);
    const addresses = [
      ...routes.filter(isRead).map((route) => addressOf(route, ids)),
      ...(role === "user" ? TABS : []),
      // Not for this role, and unknown.
      role === "admin" ? "/dashboard/add_contest" : "/dashboard/manage_users",
      "/nowhere",
    ];
    const english: Record<string, string[]> = {};
    for (const address of addresses) {
      await page.goto(`${url}/bn${address === "/" ? "" : address}`);
      await expect(page.locator("main h1")).toBeVisible();
      await page.waitForLoadState("networkidle");
      if (FORMS.includes(address) && role !== "admin") await submitEmpty(page);
      const found = find(await readTexts(page));
      if (found.length > 0) english[address] = found;
    }
    expect(english).toEqual({});
  });
