import { expect, test } from "../../signed-in";

test.describe("the ledger", () => {
  test.use({ person: "admin" });

  test("lists payments and refunds, adds up, and is filtered by contest with the keyboard", async ({
    page,
    contest,
    newcomer,
    as,
  }) => {
    const { _id, name } = await contest({ prize: "1234" });
    const person = await newcomer();
    expect(
      (await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } })).status(),
    ).toBe(200);

    await page.goto("/dashboard");
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Ledger" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Ledger");
    const sums = page.getByRole("region", { name: "Sums" });
    await expect(sums.getByText("Balanced")).toBeVisible();
    const entries = page.getByRole("table", { name: "Ledger transactions" }).getByRole("rowheader");
    const payment = page.getByRole("row").filter({ hasText: name });
    await expect(payment).toContainText("Payment");
    await expect(payment).toContainText("৳1,234");
    await expect(payment).toContainText(person.email);

    expect(
      (
        await (await as("admin")).delete(`/api/delete-contest/${_id}`, { data: { reason: "The fair was called off." } })
      ).status(),
    ).toBe(200);
    await payment.getByRole("button", { name: `Show only transactions of “${name}”` }).press("Enter");
    await expect(entries).toHaveText([/^Refund/, /^Payment/]);
    await expect(page.getByRole("row").filter({ hasText: "Refund" })).toContainText("−৳1,234");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const checkedAgain = page.waitForResponse("**/api/ledger-audit*");
    await sums.getByRole("button", { name: "Check again" }).press("Enter");
    await checkedAgain;
    await expect(sums.getByText(/^Checked just now/)).toBeVisible();
    await expect(sums.getByText("Balanced")).toBeVisible();

    await page.getByLabel("Show", { exact: true }).selectOption("Refunds");
    await expect(entries).toHaveText([/^Refund/]);
    await page.reload();
    await expect(entries).toHaveText([/^Refund/]);
    await page.getByRole("button", { name: "Clear all" }).press("Enter");
    await page.getByRole("searchbox").fill(person.email);
    await expect(entries).toHaveText([/^Refund/, /^Payment/]);
    await page.getByRole("row").filter({ hasText: "Refund" }).getByRole("link", { name: person.name }).click();
    await expect(page).toHaveURL(`/dashboard/manage_users?q=${encodeURIComponent(person.email)}`);
    await expect(page.getByRole("table")).toContainText(person.email);
  });

  test("reserves the space of its sums while they are calculated", async ({ page }) => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      let addUp!: () => void;
      const isAddedUp = new Promise<void>((resolve) => (addUp = resolve));
      await page.route("**/api/ledger-audit*", async (route) => {
        const answer = await route.fetch();
        await isAddedUp;
        await route.fulfill({
          response: answer,
          json: { ...(await answer.json()), taken: 999_999_999, refunded: 1, held: 999_999_998 },
        });
      });
      await page.goto("/dashboard/ledger");
      const sums = page.getByRole("region", { name: "Sums" });
      await expect(sums.getByRole("status")).toContainText("Checking the ledger");
      const kept = (await sums.boundingBox())!.height;
      addUp();
      await expect(sums.getByText("৳99,99,99,999")).toBeVisible();
      expect(Math.abs((await sums.boundingBox())!.height - kept), `at ${width} pixels`).toBeLessThan(22);
      await page.unroute("**/api/ledger-audit*");
    }
  });

  test("is accessible to admins only", async ({ newcomer, as }) => {
    for (const api of [await as("visitor"), (await newcomer()).api, (await newcomer("creator")).api]) {
      for (const path of ["/api/ledger", "/api/ledger-audit"])
        expect([401, 403]).toContain((await api.get(path)).status());
    }
  });
});
