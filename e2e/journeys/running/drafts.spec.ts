import { aContestForm } from "@conquest/shared/testing/samples";
import { addContest, chooseContestAction, expect, fillContestForm, openStep, signIn } from "../../site";
import { field, test } from "../../signed-in";

test("a creator starts a contest, continues on another device, previews and adds it", async ({
  page,
  another,
  newcomer,
}) => {
  test.slow();
  const person = await newcomer("creator");
  await signIn(page, person);
  await page.goto("/dashboard/add_contest");
  const main = page.locator("main");
  const name = `Kites over the river ${person.email}`.slice(0, 100);
  await field(main, "name").fill(name);
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(page).toHaveURL(/add_contest\?draft=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(field(main, "name")).toHaveValue(name);

  const phone = await another();
  await phone.setViewportSize({ width: 360, height: 740 });
  await signIn(phone, person);
  await phone.goto("/dashboard/my_created_contests");
  await expect(phone.getByText("No contests found")).toBeVisible();
  await phone.getByRole("link", { name: "Drafts" }).click();
  await phone.getByRole("link", { name }).click();
  await fillContestForm(phone, aContestForm({ name }));
  await phone.getByRole("button", { name: "Preview" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(phone.getByText("This is a preview")).toBeVisible();
  await phone.getByRole("link", { name: "Register" }).click();
  await expect(phone.getByText("Buttons and links don't work in a preview.", { exact: false })).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const preview = new URL(phone.url()).pathname;
  await phone.getByRole("link", { name: "Back to the form" }).click();
  await expect(field(phone.locator("main"), "prize")).toHaveValue("25000");

  // Other users see it neither on the page nor in the API.
  const other = await newcomer("creator");
  expect((await other.api.get(`/api${preview.replace("contest-preview", "contest-drafts")}`)).status()).toBe(404);

  await addContest(phone);
  await expect(phone.getByText("Contest created successfully")).toBeVisible();
  await expect(phone.getByRole("row").filter({ hasText: name })).toContainText("pending");
  await page.goto("/dashboard/contest_drafts");
  await expect(page.getByText("No drafts yet")).toBeVisible();

  await chooseContestAction(phone, "Duplicate");
  await expect(field(phone.locator("main"), "name")).toHaveValue(name);
  await expect(field(phone.locator("main"), "deadline")).toHaveValue("");
  await phone.getByRole("button", { name: "Delete draft" }).click();
  await phone.getByRole("alertdialog").getByRole("button", { name: "Delete draft" }).click();
  await expect(phone.getByText("No drafts yet")).toBeVisible();
});

test("two devices editing one draft notice each other, and no text is lost", async ({ page, newcomer, forgive }) => {
  // The response to the slower device.
  forgive(/409/);
  const person = await newcomer("creator");
  const { _id } = (await (
    await person.api.post("/api/contest-drafts", { data: { form: { name: "River" } } })
  ).json()) as { _id: string };
  await signIn(page, person);
  await page.goto(`/dashboard/add_contest?draft=${_id}`);
  const main = page.locator("main");
  await expect(field(main, "name")).toHaveValue("River");
  expect(
    (
      await person.api.put(`/api/contest-drafts/${_id}`, {
        data: { form: { name: "River, from the phone" }, revision: 1 },
      })
    ).ok(),
  ).toBe(true);
  await openStep(page, "Task and judging");
  await field(main, "task").fill("A kite of paper.");
  await expect(page.getByText("This draft was changed elsewhere")).toBeVisible();
  await expect(field(main, "task")).toHaveValue("A kite of paper.");
  await page.getByRole("button", { name: "Load the other version" }).click();
  await expect(field(main, "name")).toHaveValue("River, from the phone");
  await expect(page.getByText("This draft was changed elsewhere")).toHaveCount(0);
});

test("a draft that cannot reach the server is kept and sent later", async ({ page, newcomer, forgive }) => {
  forgive(/503|Failed to load resource/);
  const person = await newcomer("creator");
  await signIn(page, person);
  await page.goto("/dashboard/add_contest");
  const main = page.locator("main");
  await page.route("**/api/contest-drafts", (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: "unavailable", message: "The site cannot reach its data right now." } },
    }),
  );
  await field(main, "name").fill("River stories");
  await expect(page.getByText("Couldn't save your draft")).toBeVisible();
  await page.reload();
  await expect(field(main, "name")).toHaveValue("River stories");
  await expect(page.getByText("Couldn't save your draft")).toBeVisible();
  await page.unroute("**/api/contest-drafts");
  await page.getByRole("button", { name: "Save again" }).click();
  await expect(page.getByText("Draft saved")).toBeVisible();
});
