import type { Page } from "@playwright/test";
import { expect, fillLogin } from "../site";
import { inDays, test, type Newcomer } from "../signed-in";
import type { Contest } from "../wire";

const main = (page: Page) => page.locator("main");
const ENTRIES = 200;

test("two hundred entries are judged by keyboard, with names hidden until the winner is chosen", async ({
  page,
  contest,
  newcomer,
}) => {
  test.setTimeout(300_000);
  const owner = await newcomer("creator");
  const authors: Newcomer[] = [];
  const begun = Date.now();
  while (authors.length < ENTRIES) authors.push(...(await Promise.all(Array.from({ length: 20 }, () => newcomer()))));
  // Joining and submitting takes less time than creating the accounts took, on any machine.
  const seconds = 15 + ((Date.now() - begun) * 1.5) / 1000;
  const { _id, name } = await contest({ by: owner, deadline: inDays(seconds / 86_400) });
  for (let at = 0; at < ENTRIES; at += 20) {
    await Promise.all(
      authors.slice(at, at + 20).map(async ({ api, email }, index) => {
        await api.put("/api/join-contest", { data: { contestId: _id, email } });
        await api.put(`/api/submit-entry/${_id}`, { data: { text: `A kite with number ${at + index}.`, link: "" } });
      }),
    );
  }
  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 90_000,
    })
    .toBe("judging");

  await page.goto("/login?from=/dashboard/contest_submitted");
  await fillLogin(page, owner);
  const link = main(page).getByRole("row").nth(1).getByRole("link", { name: "Pick winner" });
  await expect(main(page).getByRole("row").nth(1)).toContainText(name);
  await link.focus();
  await page.keyboard.press("Enter");
  const article = (number: number) =>
    main(page)
      .getByRole("article")
      .filter({ hasText: `A kite with number ${number}.` });
  await expect(main(page).getByText(`0 of ${ENTRIES} rated`)).toBeVisible();
  await expect(main(page).getByRole("article")).toBeVisible();

  for (let at = 1; at <= 60; at += 1) {
    await page.keyboard.press("j");
    await expect(main(page).getByText(`${at + 1} of ${ENTRIES}`, { exact: true })).toBeVisible();
  }
  await expect(main(page).getByRole("article")).toContainText("A kite with number");
  await page.keyboard.press("4");
  await expect(main(page).getByRole("article").getByRole("radio", { name: "4" })).toBeChecked();
  await page.keyboard.press("s");
  await expect(main(page).getByRole("article").getByRole("button", { name: "Shortlist" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("k");
  await page.keyboard.press("2");
  await expect(main(page).getByText(`2 of ${ENTRIES} rated`)).toBeVisible();

  await page.keyboard.press("/");
  await page.keyboard.type("number 137.");
  await expect(main(page).getByRole("listbox").getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(main(page).getByRole("listbox").getByRole("option")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(article(137)).toBeVisible();
  await page.keyboard.press("5");
  await expect(main(page).getByText(`3 of ${ENTRIES} rated`)).toBeVisible();
  await page.keyboard.press("s");
  await expect(main(page).getByText("2 shortlisted")).toBeVisible();
  const text = await main(page).innerText();
  for (const { name, email } of authors) for (const secret of [name, email]) expect(text).not.toContain(secret);

  await page.keyboard.press("Enter");
  await expect(article(137).getByRole("heading")).toBeFocused();
  const choose = article(137).getByRole("button", { name: /^Pick as winner/ });
  for (let steps = 0; steps < 15 && !(await choose.evaluate((button) => button === document.activeElement)); steps += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText(`We'll tell ${ENTRIES - 1} other participants who won.`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Go back" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(dialog.getByLabel("Note")).toBeFocused();
  await page.keyboard.type("It flies in the lightest wind.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(main(page).getByText(`${authors[137]!.name} won this contest`)).toBeVisible();
  await expect(main(page).getByRole("article", { name: authors[137]!.name })).toBeVisible();
});
