import type { Page } from "@playwright/test";
import { axeOn } from "../../axe";
import { expect, openSignedIn, test } from "../../signed-in";
import { payWithTestCard } from "../../site";

const main = (page: Page) => page.locator("main");
const rules = (minimumAge: number) => ({
  minimumAge,
  countries: ["BD", "NP"],
  originalOnly: true,
  disclosesAi: true,
  text: "One kite per person.",
});

test("rules are read, accepted with their version, and accepted again once they changed", async ({
  page,
  another,
  as,
  contest,
  newcomer,
  forgive,
}) => {
  // The first payment is rejected, because the rules have changed.
  forgive(/409/);
  test.slow();
  const owner = await newcomer("creator");
  const { _id, name } = await contest({ by: owner, prize: "1234", rules: rules(16) });
  const address = `/contest-details/${_id}`;

  const visitor = await another();
  await visitor.setViewportSize({ width: 360, height: 740 });
  await visitor.goto(`/bn${address}`);
  await expect(main(visitor).getByText("আপনি এই দেশগুলোর একটিতে থাকেন: নেপাল, বাংলাদেশ।")).toBeVisible();
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const person = await newcomer();
  await openSignedIn(page, person, address);
  await main(page).getByRole("link", { name: "Read the rules first" }).click();
  const section = main(page).getByRole("region", { name: "Rules", exact: true });
  await expect(section.getByText("You're at least 16 years old.")).toBeInViewport();
  await main(page).getByRole("link", { name: "Register" }).first().click();
  const acceptance = main(page).getByRole("checkbox", {
    name: "I'm at least 16, live in an allowed country and accept the rules",
  });
  await expect(acceptance).not.toBeChecked();
  await payWithTestCard(page);
  await expect(main(page).getByText("Accept the rules to join")).toBeVisible();
  await expect(acceptance).toBeFocused();
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);
  await page.keyboard.press("Space");
  await expect(acceptance).toBeChecked();

  const silent = await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } });
  expect([silent.status(), await silent.json()]).toEqual([
    409,
    {
      error: {
        code: "rules_not_accepted",
        message: "This contest has rules. Read and accept them to join. If you don't see them, reload the page.",
      },
    },
  ]);
  const changed = await owner.api.put(`/api/update-contest/${_id}`, { data: { rules: rules(18) } });
  expect(changed.ok()).toBe(true);
  await (await as("admin")).put(`/api/update-contest-status/${_id}`, { data: { status: "open" } });

  await main(page)
    .getByRole("button", { name: /^Pay ৳/ })
    .click();
  await expect(main(page).getByRole("alert")).toContainText(
    "The rules of this contest have changed. Read them again before you join. You weren't charged.",
  );
  const newer = main(page).getByRole("checkbox", { name: /^I'm at least 18,/ });
  await expect(newer).not.toBeChecked();
  await newer.check();
  await main(page)
    .getByRole("button", { name: /^Pay ৳/ })
    .click();
  await expect(main(page).getByRole("heading", { name: "Payment successful" })).toBeFocused();

  await page.goto(address);
  await expect(section.getByText(/^You accepted these rules on .* \(version 2\)\.$/)).toBeVisible();
  const frozen = await owner.api.put(`/api/update-contest/${_id}`, { data: { rules: null } });
  expect(frozen.status()).toBe(409);

  const creators = await another();
  await openSignedIn(creators, owner, `/dashboard/contest_progress/${_id}`);
  await expect(main(creators).getByRole("heading", { name })).toBeVisible();
  await expect(main(creators).getByRole("row", { name: new RegExp(person.name) })).toContainText(
    "Rules accepted (version 2)",
  );
});
