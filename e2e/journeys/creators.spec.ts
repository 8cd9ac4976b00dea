import type { Page } from "@playwright/test";
import { isAwake } from "../awake";
import { expect, inDays, test, type Newcomer } from "../signed-in";
import type { Contest } from "../wire";

const facts = (page: Page) =>
  page.getByRole("region", { name: /record|What became of their contests/ }).getByRole("term").evaluateAll((terms) => terms.map((term) => `${term.textContent}: ${term.nextElementSibling!.textContent}`));

async function handIn({ api, email }: Newcomer, contestId: string): Promise<void> {
  await api.put("/api/join-contest", { data: { contestId, email } });
  expect((await api.put(`/api/submit-entry/${contestId}`, { data: { text: "A kite of paper", link: "" } })).ok()).toBe(true);
}

test("a creator's record says that a contest was concluded and another cancelled, beside Register and on their page", async ({ page, contest, newcomer }) => {
  test.slow();
  const owner = await newcomer("creator");
  const entrant = await newcomer();
  const open = await contest({ by: owner, deadline: inDays(5) });

  await page.goto(`/contest-details/${open._id}`);
  await expect(page.getByRole("region", { name: "The creator’s record" })).toContainText("First contest.");

  const [concluded, cancelled] = [await contest({ by: owner, deadline: inDays(12 / 86_400) }), await contest({ by: owner, deadline: inDays(5) })];
  await handIn(entrant, concluded._id);
  await handIn(entrant, cancelled._id);
  await owner.api.delete(`/api/delete-contest/${cancelled._id}`, { data: { reason: "The fair was called off." } });
  await expect.poll(async () => ((await (await owner.api.get(`/api/contest-details/${concluded._id}`)).json()) as Contest).phase, { timeout: 30_000 }).toBe("judging");
  const [entry] = (await (await owner.api.get(`/api/judging/${concluded._id}/entries`)).json()) as { _id: string }[];
  expect((await owner.api.put(`/api/declare-winner/${concluded._id}`, { data: { entryId: entry!._id, note: "It flies." } })).ok()).toBe(true);

  const RECORD = ["Contests run: 3", "Concluded: 1", "Time to result: Under a day", "Cancelled: 1"];
  await expect(async () => {
    await page.goto(`/contest-details/${open._id}`);
    expect(await facts(page)).toEqual(RECORD);
  }).toPass();
  await isAwake(page);
  await page.getByRole("link", { name: owner.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: owner.name })).toBeVisible();
  await expect(page).toHaveURL(/\/creators\/[0-9a-f-]{36}$/);
  expect(await facts(page)).toEqual(RECORD);
  // Open first; what was cancelled is not shown.
  await expect(page.getByRole("region", { name: "Contests" }).getByRole("heading", { level: 3 })).toHaveText([open.name, concluded.name]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // Whoever has no scripts reads the same.
  const html = await (await page.request.get(page.url())).text();
  for (const said of [`<title>${owner.name} | Conquest</title>`, open.name, concluded.name]) expect(html).toContain(said);
  expect(html).not.toContain(owner.email);
});

test("there is no page of a creator nobody has heard of", async ({ page, forgive }) => {
  forgive(/404/);
  expect((await page.goto("/creators/00000000-0000-4000-8000-000000000000"))!.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Creator not found" })).toBeVisible();
});
