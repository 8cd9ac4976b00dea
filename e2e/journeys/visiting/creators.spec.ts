import type { Page } from "@playwright/test";
import { waitForHydration } from "../../hydration";
import { expect, idToken, inDays, test, type Newcomer } from "../../signed-in";
import type { Contest } from "../../wire";

const facts = (page: Page) =>
  page
    .getByRole("region", { name: /track record/i })
    .getByRole("term")
    .evaluateAll((terms) => terms.map((term) => `${term.textContent}: ${term.nextElementSibling!.textContent}`));

async function conclude({ api }: Newcomer, contestId: string): Promise<void> {
  await expect
    .poll(async () => ((await (await api.get(`/api/contest-details/${contestId}`)).json()) as Contest).phase, {
      timeout: 30_000,
    })
    .toBe("judging");
  const [entry] = (await (await api.get(`/api/judging/${contestId}/entries`)).json()) as { _id: string }[];
  expect(
    (await api.put(`/api/declare-winner/${contestId}`, { data: { entryId: entry!._id, note: "It flies." } })).ok(),
  ).toBe(true);
}

async function handIn({ api, email }: Newcomer, contestId: string): Promise<void> {
  await api.put("/api/join-contest", { data: { contestId, email } });
  expect((await api.put(`/api/submit-entry/${contestId}`, { data: { text: "A kite of paper", link: "" } })).ok()).toBe(
    true,
  );
}

test("a creator's record counts concluded and cancelled contests, beside Register and on their page", async ({
  page,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const entrant = await newcomer();
  const open = await contest({ by: owner, deadline: inDays(5) });

  await page.goto(`/contest-details/${open._id}`);
  await expect(page.getByRole("region", { name: "The creator’s track record" })).toContainText("First contest.");

  const [concluded, cancelled] = [
    await contest({ by: owner, deadline: inDays(12 / 86_400) }),
    await contest({ by: owner, deadline: inDays(5) }),
  ];
  await handIn(entrant, concluded._id);
  await handIn(entrant, cancelled._id);
  await owner.api.delete(`/api/delete-contest/${cancelled._id}`, { data: { reason: "The fair was called off." } });
  await conclude(owner, concluded._id);

  const RECORD = ["Contests run: 2", "Completed: 1", "Time to result: Under a day", "Cancelled: 1"];
  await expect(async () => {
    await page.goto(`/contest-details/${open._id}`);
    expect(await facts(page)).toEqual(RECORD);
  }).toPass();
  await waitForHydration(page);
  await page.getByRole("link", { name: owner.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: owner.name })).toBeVisible();
  await expect(page).toHaveURL(/\/creators\/[0-9a-f-]{36}$/);
  expect(await facts(page)).toEqual(RECORD);
  await expect(page.getByRole("region", { name: "Contests" }).getByRole("heading", { level: 3 })).toHaveText([
    open.name,
    concluded.name,
  ]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // The page is the same without scripts.
  const html = await (await page.request.get(page.url())).text();
  for (const said of [`<title>${owner.name} | Conquest</title>`, open.name, concluded.name])
    expect(html).toContain(said);
  expect(html).not.toContain(owner.email);
});

test("a win stays visible without the creator's name after the creator deleted their account", async ({
  page,
  contest,
  newcomer,
  forgive,
}) => {
  test.slow();
  forgive(/404/);
  const [owner, winner] = [await newcomer("creator"), await newcomer()];
  const called = "Tania Ahmed";
  await winner.api.put("/api/update-profile", { data: { name: called } });
  const { _id, name } = await contest({ by: owner, deadline: inDays(8 / 86_400) });
  await handIn(winner, _id);
  await conclude(owner, _id);
  const { publicId } = (
    (await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as { creator: { publicId: string } }
  ).creator;
  const { ends } = (await (await owner.api.get("/api/account-deletion")).json()) as { ends: object };
  const Authorization = `Bearer ${await idToken(owner.api, "signInWithPassword", owner)}`;
  expect((await owner.api.delete("/api/my-account", { headers: { Authorization }, data: ends })).ok()).toBe(true);

  await expect(async () => {
    await page.goto(`/contest-details/${_id}`);
    await expect(page.locator("main")).toContainText("by Deleted user", { timeout: 2_000 });
  }).toPass();
  await waitForHydration(page);
  await expect(page.getByRole("region", { name: "Winner" })).toContainText(called);
  await expect(page.getByRole("region", { name: /^Published entries/ })).toContainText("A kite of paper");
  await page.getByRole("link", { name: "Winner page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: called })).toBeVisible();
  await expect(page.locator("main")).toContainText(`won ${name} by Deleted user`);
  await expect(page.locator("main").getByRole("link", { name: "Deleted user" })).toHaveCount(0);
  await expect
    .poll(() =>
      page.getByRole("img", { name: /^Image to share: / }).evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1200);
  for (const path of [`/contest-details/${_id}`, `/contest-details/${_id}/winner`])
    expect(await (await page.request.get(path)).text()).not.toContain(owner.name);
  expect((await winner.api.get(`/api/certificates/${_id}`)).headers()["content-type"]).toBe("application/pdf");
  expect((await page.goto(`/creators/${publicId}`))!.status()).toBe(404);
});

test("an unknown creator is a 404", async ({ page, forgive }) => {
  forgive(/404/);
  expect((await page.goto("/creators/00000000-0000-4000-8000-000000000000"))!.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Creator not found" })).toBeVisible();
});
