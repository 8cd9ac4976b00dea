import type { Page } from "@playwright/test";
import { expect, openAs } from "../../site";
import { inDays, test, type Newcomer } from "../../signed-in";
import type { Contest } from "../../wire";

const main = (page: Page) => page.locator("main");

/** As long as a name can be. */
const MENTION = "Honourable mention for the finest pattern of all small kites";

test("a creator awards all prizes in one step, and each winner finds theirs", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const [first, second, mentioned] = [await newcomer(), await newcomer(), await newcomer()];
  const { _id, name } = await contest({
    by: owner,
    hidesNames: false,
    morePrizes: `Second place\t12000\n${MENTION}\t0`,
    deadline: inDays(20 / 86_400),
  });
  const address = `/contest-details/${_id}`;
  const enter = async (person: Newcomer, text: string) => {
    await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } });
    const sent = await person.api.put(`/api/submit-entry/${_id}`, { data: { text, link: "", showIfWins: true } });
    return ((await sent.json()) as { _id: string })._id;
  };
  await enter(first, "A kite of silk");
  const secondId = await enter(second, "A kite of paper");
  const mentionedId = await enter(mentioned, "A kite of leaves");
  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 60_000,
    })
    .toBe("judging");

  await openAs(page, owner, `/dashboard/contest_submitted/${_id}`);
  await main(page).getByRole("option").filter({ hasText: "A kite of silk" }).click();
  await main(page)
    .getByRole("article")
    .filter({ hasText: "A kite of silk" })
    .getByRole("button", { name: /^Pick as winner/ })
    .click();
  const dialog = page.getByRole("alertdialog", { name: "Pick the winners?" });
  await dialog.getByLabel(/^Note/).fill("It flies in the lightest wind.");
  await dialog.getByRole("button", { name: "Pick the winners" }).click();
  await expect(dialog.getByText("Choose an entry for this prize")).toHaveCount(2);
  await dialog.getByLabel(/^Second place/).selectOption(secondId);
  await dialog.getByLabel(/^Honourable mention/).selectOption(mentionedId);
  await dialog.getByRole("button", { name: "Pick the winners" }).click();
  await expect(dialog).toBeHidden();

  const visitors = await another();
  await visitors.goto(`${address}/winner`);
  const prizes = main(visitors).getByRole("region", { name: "More prizes" });
  await expect(prizes.getByRole("listitem")).toContainText(["Second place: ৳12,000", MENTION]);

  await visitors.setViewportSize({ width: 360, height: 740 });
  await visitors.goto(address);
  await expect(main(visitors).getByRole("article", { name: /^Entry by/ })).toHaveCount(3);
  expect(await visitors.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const winners = await another();
  await openAs(winners, second, "/dashboard/my_winning_contests");
  const won = main(winners).getByRole("article", { name });
  await expect(won.getByText("Second place")).toBeVisible();
  await expect(won.getByText("৳12,000")).toBeVisible();
  const certificate = await second.api.get(`/api/certificates/${_id}`);
  expect([certificate.status(), certificate.headers()["content-type"]]).toEqual([200, "application/pdf"]);
});
