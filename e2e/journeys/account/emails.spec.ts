import type { Page } from "@playwright/test";
import { waitForHydration } from "../../hydration";
import { expect, fillLogin } from "../../site";
import { test, type Newcomer } from "../../signed-in";

const bell = (page: Page) => page.getByRole("button", { name: /^Notices,/ }).filter({ visible: true });

async function openAs(page: Page, person: Newcomer, address: string): Promise<void> {
  await page.goto(`/login?from=${address}`);
  await fillLogin(page, person);
  await expect(page).toHaveURL(address);
}

test("a cancelled contest sends one email, and optional emails can be stopped", async ({
  page,
  another,
  contest,
  newcomer,
  forgive,
}) => {
  test.slow();
  // The email's frame blocks scripts, including those of the test.
  forgive(/^error: Blocked script execution in '[^']*\/mailbox\/[^']*'/);
  const [owner, participant, judge] = [await newcomer("creator"), await newcomer(), await newcomer()];
  const { _id, name } = await contest({ by: owner, prize: "500" });
  await participant.api.put("/api/join-contest", { data: { contestId: _id, email: participant.email } });

  expect((await owner.api.post(`/api/contest-judges/${_id}`, { data: { email: judge.email } })).ok()).toBe(true);

  await openAs(page, owner, "/dashboard/my_created_contests");
  await page
    .getByRole("row")
    .filter({ hasText: name })
    .getByRole("button", { name: /Cancel|Delete/ })
    .click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Cancel contest and refund/ })
    .click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Cancelled");
  // An action that is no longer possible says so in the focused button.
  await expect(row.getByRole("button", { name: /Cancel|Delete/ })).toBeFocused();

  const inbox = await another();
  await inbox.goto("/mailbox");
  await inbox.getByLabel("Recipient").fill(participant.email);
  await inbox.getByRole("button", { name: "Show" }).click();
  await inbox.getByRole("link", { name: `“${name}” was cancelled` }).click();
  const emailFrame = inbox.frameLocator("iframe");
  await expect(emailFrame.getByText("Paid: ৳500")).toBeVisible();
  await expect(emailFrame.getByText("Refunded: ৳500")).toBeVisible();
  await expect(emailFrame.getByRole("link", { name: "Open it on Conquest" })).toHaveAttribute(
    "href",
    new RegExp(`/contest-details/${_id}$`),
  );
  await expect(emailFrame.getByRole("link", { name: /^Stop/ })).toHaveCount(0);

  await inbox.goto(`/mailbox?to=${encodeURIComponent(judge.email)}`);
  await inbox.getByRole("link", { name: `You were invited to judge “${name}”` }).click();
  await emailFrame.getByRole("link", { name: "Stop these e-mails" }).click();

  await waitForHydration(inbox);
  await expect(inbox.getByRole("heading", { name: "Stop e-mails about “Results”?" })).toBeVisible();
  await expect(inbox.locator("main")).not.toContainText(judge.email);
  await inbox.getByRole("button", { name: "Stop these e-mails" }).click();
  await expect(inbox.getByRole("heading", { name: "Stopped" })).toBeVisible();

  await openAs(inbox, participant, "/top_contests");
  await expect(bell(inbox)).toHaveAccessibleName("Notices, 2 unread");
  await bell(inbox).click();
  await inbox.getByRole("link", { name: new RegExp(`Unread: “${name}” was cancelled`) }).click();
  await expect(inbox).toHaveURL(`/contest-details/${_id}`);
  await expect(bell(inbox)).toHaveAccessibleName("Notices, 1 unread");

  // The panel covers the dashboard page at any scroll position.
  await inbox.setViewportSize({ width: 1280, height: 400 });
  await inbox.goto("/dashboard");
  await bell(inbox).click();
  await expect(inbox.getByRole("region", { name: "Newest notices" }).getByRole("link").first()).toBeVisible();
  const lies = await inbox
    .locator("main")
    .getByRole("heading", { name: /^Notices/ })
    .locator(".cq-count")
    .evaluate((count) => {
      window.scrollBy(0, count.getBoundingClientRect().top - 100);
      const { x, y, width, height } = count.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)!.className;
    });
  expect(lies).not.toBe("cq-count");
  await inbox.getByRole("region", { name: "Newest notices" }).getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(inbox)).toHaveAccessibleName("Notices, none unread");
  await inbox.goto("/dashboard/profile");
  await inbox.getByRole("switch", { name: "Results" }).click();
  await expect(inbox.getByText("Saved")).toBeVisible();
  await inbox.reload();
  await expect(inbox.getByRole("switch", { name: "Results" })).not.toBeChecked();
  for (const name of ["Your account", "Money"]) await expect(inbox.getByRole("switch", { name })).toBeDisabled();
});

test("an unknown unsubscribe link shows an error", async ({ page, forgive }) => {
  forgive(/404/);
  await page.goto("/unsubscribe/guessed");
  await expect(page.getByText("This link stops nothing")).toBeVisible();
});
