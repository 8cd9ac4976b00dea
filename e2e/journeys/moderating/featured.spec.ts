import { expect, inDays, test } from "../../signed-in";

test.describe("the home page", () => {
  test.use({ person: "admin" });

  test("shows featured contests first until they are no longer open", async ({ page, another, contest }) => {
    const { _id, name, owner } = await contest({ deadline: inDays(3) });
    await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
    const star = page
      .getByRole("row")
      .filter({ hasText: name })
      .getByRole("button", { name: "Feature on the home page" });
    await star.click();
    await expect(star).toHaveAttribute("aria-pressed", "true");

    const visitor = await another();
    const featured = visitor.getByRole("region", { name: "Featured" }).getByRole("article", { name });
    await expect(async () => {
      await visitor.goto("/");
      await expect(featured).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(await (await visitor.request.get("/")).text()).toContain(name);
    await featured.getByRole("link", { name: "Details" }).click();
    await expect(visitor).toHaveURL(`/contest-details/${_id}`);
    // Deleting a contest while a page requests it would cause a console error.
    await expect(visitor.getByRole("heading", { level: 1, name })).toBeVisible();

    await owner.api.delete(`/api/delete-contest/${_id}`, { data: {} });
    await expect(async () => {
      await visitor.goto("/");
      await expect(visitor.getByRole("heading", { name: "Popular Contests" })).toBeVisible();
      await expect(featured).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await page.goto(`/dashboard/audit?contest=${_id}`);
    await expect(page.getByRole("table").getByRole("rowheader")).toHaveText([
      /^Contest deleted/,
      /^Contest featured/,
      /^Contest approved/,
    ]);
  });
});
