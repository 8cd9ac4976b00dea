import { expect, test } from "../../signed-in";

const PAGES = {
  admin: ["manage_users", "manage_contests", "audit", "ledger"],
  creator: ["my_created_contests", "contest_submitted"],
  user: ["my_participated_contests"],
} as const;

const WITHOUT_SPACES = "Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(2);
const WIDEST: Readonly<Record<string, unknown>> = {
  name: WITHOUT_SPACES,
  email: "somebody.with.a.long.name.and.many.parts@subdomain.of.another.subdomain.example.com",
  description: WITHOUT_SPACES,
  reason: WITHOUT_SPACES,
  blockedBecause: WITHOUT_SPACES,
  prize: 999_999_999,
  amount: 999_999_999,
  paidTotal: 999_999_999,
};
const widest = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (value === null ? value : (WIDEST[key] ?? value)));

for (const [person, pages] of Object.entries(PAGES) as [keyof typeof PAGES, readonly string[]][]) {
  test.describe(person, () => {
    test.use({ person });

    for (const path of pages) {
      test(`/dashboard/${path} fits its table at each width, whatever it contains`, async ({ page }) => {
        await page.route("**/api/**", async (route) => {
          const answer = await route.fetch();
          const text = await answer.text();
          // Only lists are changed; the signed-in user stays the same.
          if (!text.startsWith("[")) return route.fulfill({ response: answer });
          await route.fulfill({ response: answer, json: widest(text) });
        });
        await page.goto(`/dashboard/${path}`);
        const rows = page.locator("tbody tr:has(td)").filter({ visible: true });
        await expect(rows.first()).toContainText(WITHOUT_SPACES);
        for (let width = 320; width <= 1500; width += 20) {
          await page.setViewportSize({ width, height: 900 });
          const wider = await page.evaluate(() =>
            [document.documentElement, ...document.querySelectorAll(".cq-table-frame, .cq-table tbody tr")]
              .filter((element) => element.scrollWidth > element.clientWidth + 1)
              .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} ${scrollWidth} in ${clientWidth}`),
          );
          expect(wider, `at ${width} pixels`).toEqual([]);
        }
      });
    }
  });
}
