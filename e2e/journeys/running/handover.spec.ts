import type { Page } from "@playwright/test";
import { expect, openAs } from "../../site";
import { inDays, test } from "../../signed-in";
import type { Contest } from "../../wire";

test.use({ person: "admin" });

const main = (page: Page) => page.locator("main");
const prize = (page: Page) => main(page).getByRole("region", { name: "Prize", exact: true });
const status = (page: Page) => prize(page).locator(".cq-badge");

test("a prize is sent, disputed, settled by an admin and counted in the record", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const [owner, winner] = [await newcomer("creator"), await newcomer()];
  const { _id, name } = await contest({ by: owner, deadline: inDays(20 / 86_400) });
  const address = `/contest-details/${_id}`;
  await winner.api.put("/api/join-contest", { data: { contestId: _id, email: winner.email } });
  await winner.api.put(`/api/submit-entry/${_id}`, { data: { text: "A kite of silk", link: "" } });
  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 60_000,
    })
    .toBe("judging");
  const entries = (await (await owner.api.get(`/api/contest-entries/${_id}`)).json()) as { _id: string }[];
  const choice = { entryId: entries[0]!._id, note: "It flies in the lightest wind." };
  expect((await owner.api.put(`/api/declare-winner/${_id}`, { data: choice })).status()).toBe(200);

  // The creator is led from the next steps to the panel, and marks the prize as sent with a proof.
  const owners = await another();
  await openAs(owners, owner, "/dashboard");
  await main(owners)
    .getByRole("link", { name: new RegExp(`Send the prize of “${name}”`) })
    .click();
  await expect(owners).toHaveURL(`${address}#prize`);
  await expect(status(owners)).toHaveText("To be sent");
  await prize(owners).getByRole("button", { name: "Mark as sent" }).click();
  const form = owners.getByRole("dialog");
  await form.getByLabel(/Message to the winner/).fill("By registered post, number 4711.");
  await form
    .getByLabel("Add files")
    .setInputFiles({ name: "receipt.txt", mimeType: "text/plain", buffer: Buffer.from("Parcel 4711") });
  await expect(form.getByRole("button", { name: "Remove receipt.txt" })).toBeVisible();
  await form.getByRole("button", { name: "Mark as sent" }).click();
  await expect(status(owners)).toHaveText("Sent");

  // The winner reports a problem.
  const winners = await another();
  await openAs(winners, winner, "/dashboard/my_winning_contests");
  await expect(prize(winners).getByText("By registered post, number 4711.")).toBeVisible();
  await expect(prize(winners).getByRole("link", { name: "receipt.txt" })).toBeVisible();
  await prize(winners).getByRole("button", { name: "Report a problem" }).click();
  await winners.getByRole("alertdialog").getByLabel("What went wrong?").fill("The parcel was empty.");
  await winners.getByRole("alertdialog").getByRole("button", { name: "Send report" }).click();
  await expect(status(winners)).toHaveText("Problem reported");

  // Visitors see no panel, only the record.
  const visitor = await another();
  await visitor.goto(address);
  const record = main(visitor).getByRole("region", { name: "The creator’s track record" });
  await expect(record).toContainText("Prizes delivered0 of 1");
  await expect(prize(visitor)).toHaveCount(0);

  await page.goto("/dashboard/prizes");
  const card = main(page).getByRole("article", { name });
  await expect(card.getByText("The parcel was empty.")).toBeVisible();
  await card.getByRole("button", { name: "Mark as delivered" }).click();
  await page
    .getByRole("alertdialog")
    .getByLabel(/^Reason/)
    .fill("The winner found it after all.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as delivered" }).click();
  await expect(card).toHaveCount(0);

  await winners.reload();
  await expect(status(winners)).toHaveText("Delivered");
  await expect(prize(winners).getByText("The winner found it after all.")).toBeVisible();
  await visitor.reload();
  await expect(record).toContainText("1 of 1, usually within 1 day");
});
