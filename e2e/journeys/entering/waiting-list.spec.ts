import type { Page } from "@playwright/test";
import { axeOn } from "../../axe";
import { expect, openSignedIn, test } from "../../signed-in";
import { payWithTestCard } from "../../site";

const main = (page: Page) => page.locator("main");

test("the first person on the waiting list gets a spot that becomes free", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const { _id, name } = await contest({ by: owner, prize: "1234", maxParticipants: "2" });
  const address = `/contest-details/${_id}`;
  const join = async (person: Awaited<ReturnType<typeof newcomer>>) =>
    expect((await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } })).ok()).toBe(
      true,
    );
  const [one, two, first, second] = [await newcomer(), await newcomer(), await newcomer(), await newcomer()];
  await join(one);
  await join(two);

  const visitor = await another();
  await visitor.setViewportSize({ width: 360, height: 740 });
  await visitor.goto(`/bn${address}`);
  await expect(main(visitor).getByRole("link", { name: "অপেক্ষমাণ তালিকায় যোগ দিন" })).toBeVisible();
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await openSignedIn(page, first, address);
  await main(page).getByRole("button", { name: "Join the waiting list" }).click();
  await expect(main(page).getByText("You're number 1 of 1 on the waiting list.")).toBeVisible();
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);
  const other = await another();
  await openSignedIn(other, second, address);
  await main(other).getByRole("button", { name: "Join the waiting list" }).click();
  await expect(main(other).getByText("You're number 2 of 2 on the waiting list.")).toBeVisible();

  const left = await one.api.put("/api/leave-contest", { data: { contestId: _id, email: one.email } });
  expect(left.ok()).toBe(true);
  await page.goto("/dashboard");
  await main(page)
    .getByRole("link", { name: new RegExp(`Join “${name}”: a spot is held for you`) })
    .click();
  await expect(main(page).getByText("A spot is held for you.")).toBeVisible();
  await main(page).getByRole("link", { name: "Register" }).first().click();
  await payWithTestCard(page);
  await expect(main(page).getByRole("heading", { name: "Payment successful" })).toBeFocused();

  const creators = await another();
  await openSignedIn(creators, owner, `/dashboard/contest_progress/${_id}`);
  const waiting = main(creators).getByRole("region", { name: "Spots and waiting list" });
  await expect(waiting.getByRole("row", { name: new RegExp(second.name) })).toContainText("Number 1");

  await other.goto("/dashboard/my_participated_contests");
  const lists = main(other).getByRole("region", { name: "Waiting lists" });
  await expect(lists.getByText("You're number 1 of 1 on the waiting list.")).toBeVisible();
  await lists.getByRole("button", { name: "Leave the waiting list" }).click();
  await expect(lists).toBeHidden();
  await other.goto(address);
  await expect(main(other).getByRole("button", { name: "Join the waiting list" })).toBeVisible();
});
