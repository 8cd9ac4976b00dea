import { aContestForm } from "@conquest/shared/testing/samples";
import { admin, newPerson, creator, user } from "../../people";
import {
  addContest,
  avatar,
  expect,
  fillContestForm,
  fillLogin,
  payWithTestCard,
  readCanvases,
  register,
  registerHere,
  signIn,
  test,
} from "../../site";

test("a new user registers, joins a contest and finds it among the participated ones", async ({ page }) => {
  const newcomer = newPerson();
  await register(page, newcomer);
  // Contests of other tests have smaller prizes; they are removed with those tests.
  await page.goto("/all_contests?phase=open&sort=prize");
  // Read in one step: another contest may become the first at any moment.
  const { name, address } = await page
    .locator("main article")
    .first()
    .evaluate((card) => ({
      name: card.querySelector("h2, h3")!.textContent.trim(),
      address: card.querySelector("a")!.getAttribute("href")!,
    }));
  await page.locator(`main article a[href="${address}"]`).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page
    .locator("main")
    .getByRole("link", { name: /^Register/ })
    .click();
  await expect(page).toHaveURL(/\/payment$/);
  await payWithTestCard(page);
  await expect(page.getByRole("status").filter({ hasText: "Payment successful" }).first()).toBeVisible();
  await page.goto("/dashboard/my_participated_contests");
  await expect(page.getByRole("table")).toContainText(name);
  await expect(page.getByRole("table")).toContainText(/paid/i);
});

test("a visitor at the payment page returns to it after signing in", async ({ page }) => {
  await page.goto("/all_contests?phase=open&sort=prize");
  await page
    .locator("main")
    .getByRole("link", { name: /Details/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/contest-details\//);
  const address = new URL(page.url()).pathname;
  await page.goto(`${address}/payment`);
  await expect(page).toHaveURL(/\/login/);
  await fillLogin(page, user);
  await expect(page).toHaveURL(`${address}/payment`);
});

test("after registering before a payment, Back leads to the contest, and two tabs pay once", async ({
  page,
  context,
  forgive,
}) => {
  // The payment in the second tab is rejected, because nothing is left to pay.
  forgive(/409/);
  await page.setViewportSize({ width: 360, height: 740 });
  await readCanvases(page);
  // Contests of other tests have smaller prizes; they are removed with those tests.
  await page.goto("/all_contests?phase=open&sort=prize");
  await page
    .locator("main")
    .getByRole("link", { name: /Details/ })
    .nth(1)
    .click();
  await expect(page).toHaveURL(/\/contest-details\//);
  const contest = new URL(page.url()).pathname;
  await page
    .locator("main")
    .getByRole("link", { name: /^Register/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login/);
  await page.locator("main").getByRole("link", { name: "Register" }).click();
  await registerHere(page, newPerson());
  await expect(page).toHaveURL(`${contest}/payment`);

  const other = await context.newPage();
  await other.setViewportSize({ width: 360, height: 740 });
  await other.goto(`${contest}/payment`);
  await expect(other.getByLabel("Card number")).toBeVisible();
  await payWithTestCard(page);
  await expect(page.getByRole("status").filter({ hasText: "Payment successful" }).first()).toBeVisible();
  await payWithTestCard(other);
  await expect(other.getByText("You've already joined this contest")).toBeInViewport();
  await expect(other.getByText("Paid on")).toBeInViewport();
  await expect(other.getByText("Payment failed")).toHaveCount(0);

  await page.goBack();
  await expect(page).toHaveURL(contest);
  await expect(page.getByText("You've joined this contest.")).toBeVisible();
});

test("a free contest is found by filter, joined without a card, left and rejoined", async ({ page, another }) => {
  test.slow();
  const name = `For the honour alone ${newPerson().email}`.slice(0, 100);
  const creatorPage = await another();
  await signIn(creatorPage, creator);
  await creatorPage.goto("/dashboard/add_contest");
  await fillContestForm(creatorPage, aContestForm({ name, prize: "0" }));
  await addContest(creatorPage);
  await expect(creatorPage.getByText("Contest created successfully")).toBeVisible();
  const adminPage = await another();
  await signIn(adminPage, admin);
  await adminPage.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
  await adminPage.getByRole("row").filter({ hasText: name }).getByRole("button", { name: "Confirm" }).click();
  await adminPage.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(adminPage.getByText("Status updated successfully!")).toBeVisible();

  await register(page, newPerson());
  await page.goto(`/all_contests?maxCost=0&q=${encodeURIComponent(name)}`);
  const card = page.getByRole("article", { name });
  await expect(card).toContainText("Free");
  await card.getByRole("link", { name: "Details" }).click();
  await page
    .locator("main")
    .getByRole("link", { name: /^Register/ })
    .click();
  await page.getByRole("button", { name: "Join for free" }).click();
  await expect(page.getByRole("status").filter({ hasText: "You've joined" }).first()).toBeVisible();
  await expect(page.locator("[name=card_number]")).toHaveCount(0);

  await page.getByRole("link", { name: "Submit entry" }).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page
    .getByRole("dialog")
    .or(page.getByRole("alertdialog"))
    .getByRole("button", { name: "Leave", exact: true })
    .click();
  await page
    .locator("main")
    .getByRole("link", { name: /^Register/ })
    .click();
  await page.getByRole("button", { name: "Join for free" }).click();
  await expect(page.getByRole("status").filter({ hasText: "You've joined" }).first()).toBeVisible();

  await creatorPage.goto(`/dashboard/my_created_contests?q=${encodeURIComponent(name)}`);
  await creatorPage.getByRole("row").filter({ hasText: name }).getByRole("button", { name: "Cancel contest" }).click();
  const question = creatorPage.getByRole("alertdialog");
  await expect(question).toContainText("It was free, so no one is refunded.");
  await question.getByRole("button", { name: "Cancel contest" }).click();
  await expect(creatorPage.getByText("Contest cancelled.")).toBeVisible();
});

test("a card other than the test card is rejected and joins nothing", async ({ page }) => {
  await register(page, newPerson());
  // Contests of other tests have smaller prizes; they are removed with those tests.
  await page.goto("/all_contests?phase=open&sort=prize");
  await page
    .locator("main")
    .getByRole("link", { name: /Details/ })
    .first()
    .click();
  await page
    .locator("main")
    .getByRole("link", { name: /^Register/ })
    .click();
  await page.locator("[name=card_number]").fill("4000 0000 0000 0002");
  await page.locator("[name=expiry]").fill("12/30");
  await page.locator("[name=cvc]").fill("123");
  await page.locator("[name=cardholder_name]").fill("Nusrat Jahan");
  await page.locator("main").getByRole("button", { name: /^pay/i }).click();
  await expect(page.getByText("Invalid card number").first()).toBeVisible();
  await page.goto("/dashboard/my_participated_contests");
  await expect(page.getByText("Participate in a contest to see your progress here")).toBeVisible();
});

test("signing out leaves no data of the user", async ({ page }) => {
  await signIn(page, user);
  await page.goto("/dashboard/my_participated_contests");
  await expect(page.getByRole("table")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/dashboard/my_participated_contests");
  await expect(page).toHaveURL(/\/login/);
  await expect(avatar(page)).toHaveCount(0);
});
