import type { Page } from "@playwright/test";
import { axeOn } from "../../axe";
import { expect, inDays, openSignedIn, test, type Newcomer } from "../../signed-in";
import type { Contest } from "../../wire";

const main = (page: Page) => page.locator("main");
const team = (page: Page) => main(page).getByRole("region", { name: "Your team" });

test("a team is created, joined by link, edits one entry and wins it together", async ({
  page,
  another,
  contest,
  newcomer,
  forgive,
}) => {
  // Someone replaces an entry that a member has changed.
  forgive(/409/);
  test.slow();
  const owner = await newcomer("creator");
  const [captain, mate, third] = [await newcomer(), await newcomer(), await newcomer()];
  const { _id } = await contest({ by: owner, prize: "0", maxTeamSize: "3", deadline: inDays(75 / 86_400) });
  const address = `/contest-details/${_id}`;
  const join = (person: Newcomer) =>
    person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } });
  for (const person of [captain, third]) expect((await join(person)).ok()).toBe(true);

  await openSignedIn(page, captain, address);
  await expect(main(page).getByText("Teams of up to 3")).toBeVisible();
  await team(page).getByLabel("Team name").fill("Foxes");
  await team(page).getByRole("button", { name: "Create team" }).click();
  await expect(team(page).getByText("1 of 3 members")).toBeVisible();
  await team(page).getByRole("button", { name: "Rename the team" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename the team" });
  await renaming.getByLabel("Team name").fill("River Foxes");
  await renaming.getByRole("button", { name: "Save name" }).click();
  await expect(team(page).getByRole("heading", { name: "River Foxes" })).toBeVisible();
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);
  const link = await team(page)
    .getByText(/\/join#/)
    .innerText();

  // The invited person joins the contest first, and finds the invitation afterwards.
  const mates = await another();
  await openSignedIn(mates, mate, link.slice(new URL(link).origin.length));
  await main(mates).getByRole("button", { name: "Open contest" }).click();
  await expect(team(mates).getByText(/You're invited to the team River Foxes/)).toBeVisible();
  await main(mates).getByRole("link", { name: "Register" }).first().click();
  await main(mates).getByRole("button", { name: "Join for free" }).click();
  await expect(main(mates).getByRole("heading", { name: "You've joined" })).toBeVisible();
  await main(mates).getByRole("link", { name: "Create or join a team" }).click();
  await team(mates).getByRole("button", { name: "Join team" }).click();
  await expect(team(mates).getByText("2 of 3 members")).toBeVisible();

  // Both write at the same time: the second one is warned.
  await main(page).getByLabel("Text", { exact: true }).fill("A kite of silk");
  await main(mates).getByLabel("Text", { exact: true }).fill("A kite of paper");
  await main(mates).getByRole("button", { name: "Submit entry" }).click();
  await expect(main(mates).getByText("Last saved by")).toBeVisible();
  await main(page).getByRole("button", { name: "Submit entry" }).click();
  const warning = main(page).getByRole("alert").filter({ hasText: "saved another version of the team's entry" });
  await warning.getByRole("button", { name: "Replace with this version" }).click();
  await expect(main(page).getByText("A kite of silk", { exact: true })).toBeVisible();

  // Someone else joins the team and leaves it again.
  const thirds = await another();
  await thirds.setViewportSize({ width: 360, height: 740 });
  await openSignedIn(thirds, third, link.slice(new URL(link).origin.length));
  await main(thirds).getByRole("button", { name: "Open contest" }).click();
  await team(thirds).getByRole("button", { name: "Join team" }).click();
  await expect(main(thirds).getByText("A kite of silk", { exact: true })).toBeVisible();
  expect(await thirds.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await team(thirds).getByRole("button", { name: "Leave team" }).click();
  await thirds.getByRole("alertdialog").getByRole("button", { name: "Leave team" }).click();
  await expect(team(thirds).getByRole("button", { name: "Create team" })).toBeVisible();

  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 90_000,
    })
    .toBe("judging");
  const entries = (await (await owner.api.get(`/api/contest-entries/${_id}`)).json()) as { _id: string }[];
  expect(entries).toHaveLength(1);
  const choice = { entryId: entries[0]!._id, note: "It flies in the lightest wind." };
  expect((await owner.api.put(`/api/declare-winner/${_id}`, { data: choice })).status()).toBe(200);

  await mates.goto(address);
  const winner = main(mates).getByRole("region", { name: "You won this contest" });
  await expect(winner.getByText("River Foxes")).toBeVisible();
  await expect(winner.getByText(`${captain.name} (captain), ${mate.name}`)).toBeVisible();
  await mates.goto("/dashboard/my_winning_contests");
  await expect(main(mates).getByText("Won with the team River Foxes")).toBeVisible();
  const certificate = await mates.request.get(`/api/certificates/${_id}`);
  expect(certificate.headers()["content-type"]).toBe("application/pdf");
  expect((await thirds.request.get(`/api/certificates/${_id}`)).status()).toBe(404);
});
