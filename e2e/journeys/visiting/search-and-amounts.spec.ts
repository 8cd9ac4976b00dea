import type { Page } from "@playwright/test";
import { aContestForm } from "@conquest/shared/testing/samples";
import { waitForHydration } from "../../hydration";
import { newPerson, creator } from "../../people";
import { addContest, expect, fillContestForm, signIn, test } from "../../site";

interface Named {
  name: string;
  description: string;
}

const inBangla = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
const contests = async (page: Page) =>
  (await (await page.request.get("/api/all-contests?limit=100")).json()) as Named[];
const results = (page: Page) => page.getByRole("region", { name: "Search Results" });

test("search finds misspelled terms, and numbers in Latin or Bangla digits", async ({ page }) => {
  const all = await contests(page);
  const { name, word } = all.flatMap(({ name }) =>
    (name.match(/[A-Za-z]{8,}/g) ?? []).map((word) => ({ name, word })),
  )[0]!;
  const mistyped = `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`;
  await page.goto(`/?q=${encodeURIComponent(mistyped)}`);
  await expect(results(page).getByRole("article", { name })).toBeVisible();

  const numbered =
    all.find(({ description }) => /\b\d{3}\b/.test(description)) ??
    all.find(({ description }) => /\d\d/.test(description))!;
  const number = /\d{2,}/.exec(numbered.description)![0];
  await page.goto(`/all_contests?q=${encodeURIComponent(inBangla(number))}`);
  await expect(page.getByRole("article", { name: numbered.name })).toBeVisible();
});

test("the largest amount fits its panel at each width", async ({ page }) => {
  // Any contest will do: the test is about the width of that many digits.
  await page.route(/\/api\/contest-details\//, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...((await answer.json()) as object), prize: 999_999_999, amountDue: 999_999_999 },
    });
  });
  await page.goto("/all_contests?phase=open");
  // Before, the click would load a page with the server's amounts.
  await waitForHydration(page);
  await page
    .locator("main")
    .getByRole("link", { name: /Details/ })
    .first()
    .click();
  const panel = page.getByRole("complementary", { name: "Join this contest" }).locator(".cq-panel");
  for (const width of [320, 360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const amount = panel.getByText("৳99,99,99,999").first();
    await expect(amount).toBeVisible();
    const over = await amount.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getBoundingClientRect().right - element.getBoundingClientRect().right;
    });
    expect(over, `at ${width} pixels`).toBeLessThanOrEqual(0);
  }
});

test("amounts can be typed in Bangla digits", async ({ page }) => {
  await signIn(page, creator);
  await page.goto("/dashboard/add_contest");
  const name = `নদীর পোস্টার ${newPerson().email}`.slice(0, 100);
  await fillContestForm(page, aContestForm({ name, prize: "৫০০০", registrationPrice: "৫০" }));
  await addContest(page);
  await expect(page.getByText("Contest created successfully")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  const own = (await (await page.request.get(`/api/my-contests/${creator.email}`)).json()) as {
    name: string;
    prize: number;
    registrationPrice: number;
  }[];
  expect(own.find((contest) => contest.name === name)).toMatchObject({ prize: 5000, registrationPrice: 50 });
  await row.getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /delete/i })
    .click();
  await expect(row).toHaveCount(0);
});
