import { expect, inDays, openAccountMenu, test, type Newcomer } from "../../signed-in";
import { avatar, fillLogin } from "../../site";

const text = "Only its author may read this.";

test.describe("two users of one browser", () => {
  test("the next user finds no draft of the previous one in any tab", async ({ page, contest, newcomer, forgive }) => {
    // Requests in flight when the session ends.
    forgive(/40[19]/);
    const [ann, bob] = [await newcomer(), await newcomer()];
    const { _id } = await contest({ deadline: inDays(2) });
    for (const { api, email } of [ann, bob]) await api.put("/api/join-contest", { data: { contestId: _id, email } });
    const enter = async (person: Newcomer) => {
      await page.goto(`/login?from=/contest-details/${_id}`);
      await fillLogin(page, person);
      await expect(avatar(page)).toBeVisible();
    };
    const entry = (at = page) => at.getByLabel("Text", { exact: true });

    await enter(ann);
    const second = await page.context().newPage();
    await second.goto(`/contest-details/${_id}`);
    await entry(second).fill(text);
    await second.reload();
    await expect(entry(second)).toHaveValue(text);

    // After an expired session, Ann's draft is still there.
    await page.context().clearCookies();
    await second.reload();
    await expect(entry(second)).toHaveValue(text);

    await (await openAccountMenu(page)).getByRole("button", { name: "Logout" }).click();
    await expect(avatar(page)).toHaveCount(0);
    await expect(second.getByText(text)).toHaveCount(0);
    // The other tab learns of the logout a moment later.
    await expect.poll(() => second.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(text);
    await enter(bob);
    await expect(entry(second)).toHaveValue("");
    await second.reload();
    await expect(entry(second)).toHaveValue("");
    await second.close();
  });

  test("a page from the back/forward cache shows nothing after its session ended", async ({
    page,
    newcomer,
    forgive,
  }) => {
    forgive(/401/);
    const ann = await newcomer();
    await page.goto("/login?from=/dashboard/profile");
    await fillLogin(page, ann);
    await expect(page.getByText(ann.email).first()).toBeVisible();
    await page.context().clearCookies();
    // Simulates the back/forward cache, which is off in automated browsers.
    const seen = await page.evaluate(async (email) => {
      for (const type of ["pagehide", "pageshow"]) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      const shown = [...document.querySelectorAll("main *")].filter(
        (each) => each.textContent?.includes(email) && getComputedStyle(each).visibility !== "hidden",
      );
      return shown.length;
    }, ann.email);
    expect(seen).toBe(0);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(ann.email)).toHaveCount(0);
  });
});
