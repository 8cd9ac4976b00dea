import type { Page } from "@playwright/test";
import { expect, openAs } from "../../site";
import { test } from "../../signed-in";

const main = (page: Page) => page.locator("main");

test.describe("reports", () => {
  test.use({ person: "admin" });

  test("a reported contest is hidden, answered for and cancelled with refunds and notifications", async ({
    page,
    another,
    contest,
    newcomer,
    as,
    forgive,
  }) => {
    test.slow();
    // A hidden contest is a 404 for others.
    forgive(/404/);
    const [owner, joined, reporter] = [await newcomer("creator"), await newcomer(), await newcomer()];
    const { _id, name } = await contest({ by: owner, prize: "500" });
    await joined.api.put("/api/join-contest", { data: { contestId: _id, email: joined.email } });

    const theirs = await another();
    await openAs(theirs, reporter, `/contest-details/${_id}`);
    await theirs.getByRole("button", { name: "Report this contest" }).click();
    const dialog = theirs.getByRole("dialog", { name: "Report this contest" });
    await dialog.getByRole("radio", { name: "Stolen or copied work" }).check();
    await dialog.getByRole("textbox").fill("I drew this kite.");
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(theirs.getByRole("button", { name: "Report this contest" })).toHaveCount(0);

    await page.goto("/dashboard");
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Reports" }).click();
    const report = page.getByRole("article").filter({ hasText: name });
    await expect(report).toContainText("I drew this kite.");
    await expect(report.getByRole("button", { name: "Cancel contest" })).toBeDisabled();
    await report.getByRole("button", { name: "Hide now" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Hide now" }).click();
    await expect(report.getByText("Hidden", { exact: true })).toBeVisible();
    expect((await (await as("visitor")).get(`/api/contest-details/${_id}`)).status()).toBe(404);
    expect((await joined.api.get(`/api/contest-details/${_id}`)).ok()).toBe(true);

    // The creator sees what was reported, but not by whom, and responds.
    const creators = await another();
    await openAs(creators, owner, "/dashboard");
    await creators.getByRole("link", { name: /was reported: Stolen or copied work/ }).click();
    await expect(main(creators)).toContainText("Stolen or copied work");
    await expect(main(creators)).not.toContainText("I drew this kite.");
    await expect(main(creators)).not.toContainText(reporter.email);
    await creators.getByRole("textbox").fill("It is from a friend.");
    await creators.getByRole("button", { name: "Send response" }).click();
    await expect(creators.getByText("An admin will read your response")).toBeVisible();

    await page.reload();
    await expect(report).toContainText("It is from a friend.");
    await report.getByRole("button", { name: "Cancel contest" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("textbox").fill("The kite is not theirs.");
    await question.getByRole("button", { name: "Cancel contest and refund 1 person" }).click();
    await expect(question).toHaveCount(0);
    await expect(report.getByText("Action taken", { exact: true })).toBeVisible();

    await creators.reload();
    await expect(creators.getByText("Your contest was taken down")).toBeVisible();
    const notices = (await (await joined.api.get("/api/notices")).json()) as { kind: string }[];
    expect(notices.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["cancelled", "contest_hidden"]));
    await theirs.goto("/dashboard");
    await expect(main(theirs)).toContainText(`“${name}”, which you reported, was cancelled: The kite is not theirs.`);
    await page.goto(`/dashboard/audit?contest=${_id}`);
    await expect(page.getByRole("table").getByRole("rowheader")).toHaveText([
      /^Contest cancelled/,
      /^Action taken on report/,
      /^Contest hidden/,
      /^Contest approved/,
    ]);
  });

  test("reports are accessible to admins only", async ({ newcomer, as }) => {
    for (const api of [await as("visitor"), (await newcomer()).api, (await newcomer("creator")).api])
      expect([401, 403]).toContain((await api.get("/api/reports")).status());
  });
});
