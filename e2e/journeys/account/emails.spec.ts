import type { Page } from "@playwright/test";
import { waitForHydration } from "../../hydration";
import { expect, openAs } from "../../site";
import { test } from "../../signed-in";

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications,/ }).filter({ visible: true });

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
  await page.getByRole("row").filter({ hasText: name }).getByRole("button", { name: "Cancel contest" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Cancel contest and refund/ })
    .click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Cancelled");
  // An action that is no longer possible says so in the focused button.
  await expect(row.getByRole("button", { name: "Cancel contest" })).toBeFocused();

  const inbox = await another();
  await inbox.goto("/mailbox");
  await inbox.getByLabel("Recipient").fill(participant.email);
  await inbox.getByRole("button", { name: "Show" }).click();
  await inbox.getByRole("link", { name: /^Contest cancelled: “Kites/ }).click();
  const emailFrame = inbox.frameLocator("iframe");
  await expect(emailFrame.getByText("Paid: ৳500")).toBeVisible();
  await expect(emailFrame.getByText("Refunded: ৳500")).toBeVisible();
  await expect(emailFrame.getByRole("link", { name: "View details" })).toHaveAttribute(
    "href",
    new RegExp(`/contest-details/${_id}$`),
  );
  await expect(emailFrame.getByRole("link", { name: /^Unsubscribe/ })).toHaveCount(0);

  await inbox.goto(`/mailbox?to=${encodeURIComponent(judge.email)}`);
  await inbox.getByRole("link", { name: /^Judging invitation ended: “Kites/ }).click();
  await emailFrame.getByRole("link", { name: "Unsubscribe" }).click();

  await waitForHydration(inbox);
  await expect(inbox.getByRole("heading", { name: "Unsubscribe from emails about “Results”?" })).toBeVisible();
  await expect(inbox.locator("main")).not.toContainText(judge.email);
  await inbox.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(inbox.getByRole("heading", { name: "Unsubscribed" })).toBeVisible();

  await openAs(inbox, participant, "/top_contests");
  await expect(bell(inbox)).toHaveAccessibleName("Notifications, 2 unread");
  await bell(inbox).click();
  await inbox.getByRole("link", { name: new RegExp(`Unread: “${name}” was cancelled`) }).click();
  await expect(inbox).toHaveURL(`/contest-details/${_id}`);
  await expect(bell(inbox)).toHaveAccessibleName("Notifications, 1 unread");

  // The panel covers the dashboard page at any scroll position.
  await inbox.setViewportSize({ width: 1280, height: 400 });
  await inbox.goto("/dashboard");
  await bell(inbox).click();
  await expect(inbox.getByRole("region", { name: "Latest notifications" }).getByRole("link").first()).toBeVisible();
  const isOnTop = await inbox.getByRole("region", { name: "Latest notifications" }).evaluate((panel) => {
    window.scrollBy(0, 300);
    const { x, y, width, height } = panel.getBoundingClientRect();
    const visibleHeight = Math.min(height, window.innerHeight - y);
    return [0.1, 0.5, 0.9].every((part) =>
      panel.contains(document.elementFromPoint(x + width * part, y + visibleHeight * part)),
    );
  });
  expect(isOnTop).toBe(true);
  await inbox
    .getByRole("region", { name: "Latest notifications" })
    .getByRole("button", { name: "Mark all as read" })
    .click();
  await expect(bell(inbox)).toHaveAccessibleName("Notifications, none unread");
  await inbox.goto("/dashboard/profile?tab=emails");
  await inbox.getByRole("switch", { name: "Results" }).click();
  await expect(inbox.getByText("Saved", { exact: true })).toBeVisible();
  await inbox.reload();
  await expect(inbox.getByRole("switch", { name: "Results" })).not.toBeChecked();
  for (const name of ["Your account", "Payments and refunds"])
    await expect(inbox.getByRole("switch", { name })).toBeDisabled();
});

test("an unknown unsubscribe link shows an error", async ({ page, forgive }) => {
  forgive(/404/);
  await page.goto("/unsubscribe/guessed");
  await expect(page.getByText("This unsubscribe link isn't valid")).toBeVisible();
});
