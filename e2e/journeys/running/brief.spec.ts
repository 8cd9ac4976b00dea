import { waitForHydration } from "../../hydration";
import { expect, field, inDays, openSignedIn, test } from "../../signed-in";

const TEMPLATE = { name: "template.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nKite\n%%EOF") };

const BRIEF = "A kite for the delta:\n\n- one metre wide,\n- of **paper**,\n- folded into a school bag.";

test("a brief with Markdown and an attachment changes after publication, and visitors see how", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const { _id, name } = await contest({ by: owner, description: BRIEF, deadline: inDays(3) });
  const address = `/contest-details/${_id}`;

  const visitor = await another();
  await visitor.setViewportSize({ width: 360, height: 740 });
  await visitor.goto(address);
  const brief = visitor.getByRole("region", { name: "Brief" });
  await expect(brief.getByRole("listitem")).toHaveText(["one metre wide,", "of paper,", "folded into a school bag."]);
  await expect(brief.locator("strong")).toHaveText("paper");

  await openSignedIn(page, owner, address);
  await page.getByLabel(/Add files/).setInputFiles(TEMPLATE);
  await expect(page.getByRole("button", { name: "Remove template.pdf" })).toBeVisible();

  await page.goto(`/dashboard/my_created_contests?q=${encodeURIComponent(name)}`);
  await page.getByRole("row").filter({ hasText: name }).getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Update Contest" });
  await field(dialog, "description").fill(BRIEF.replace("paper", "silk"));
  await dialog.getByRole("button", { name: "Show formatted text" }).first().click();
  await expect(dialog.locator("strong")).toHaveText("silk");
  await dialog.getByRole("button", { name: "Update Contest" }).click();
  await expect(page.getByText("Contest updated successfully")).toBeVisible();

  await visitor.reload();
  await waitForHydration(visitor);
  const [download] = await Promise.all([
    visitor.waitForEvent("download"),
    visitor.getByRole("link", { name: "Download template.pdf" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("template.pdf");
  await brief.getByRole("button", { name: "Changes since publication" }).click();
  const changes = brief.getByRole("list", { name: "Changes since publication" });
  await expect(changes.locator("del")).toHaveText("paper");
  await expect(changes.locator("ins")).toHaveText("silk");
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
