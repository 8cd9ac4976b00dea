import { expect, test } from "../../site";

test("a visitor sees the home page with popular contests, winners and creators", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Conquest/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Compete. Create. Conquer.");
  for (const section of ["Popular Contests", "Winner's Circle", "Best Contest Creator"]) {
    await expect(page.getByRole("heading", { name: section })).toBeVisible();
  }
  const popular = page.getByRole("region", { name: "Popular Contests" });
  await expect(popular.getByRole("link", { name: /Details/ })).toHaveCount(6);
});

test("a visitor searches and opens a result", async ({ page }) => {
  await page.goto("/");
  const popular = page.getByRole("region", { name: "Popular Contests" });
  const name = await popular.getByRole("heading", { level: 3 }).first().innerText();
  await page.getByRole("searchbox", { name: "Search Contests..." }).fill(name);
  await page.getByRole("searchbox", { name: "Search Contests..." }).press("Enter");
  const results = page.getByRole("region", { name: "Search Results" });
  await results
    .getByRole("link", { name: /Details/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/contest-details\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});

test("a visitor sees the countdown of an open contest running", async ({ page }) => {
  await page.goto("/all_contests?phase=open&sort=deadline");
  await page
    .locator("main")
    .getByRole("link", { name: /Details/ })
    .first()
    .click();
  const timer = page.getByRole("timer");
  await expect(timer).toContainText(/days/i);
  const before = await timer.innerText();
  await expect(timer).not.toHaveText(before);
});

test("Back returns to the previous page, even after a reload of the contest page", async ({ page }) => {
  await page.goto("/top_contests");
  const contest = page
    .locator("main")
    .getByRole("link", { name: /Details/ })
    .first();
  await page.goto((await contest.getAttribute("href"))!);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL("/top_contests");
});

test("a visitor reaches top contests and all other pages in the navbar", async ({ page }) => {
  await page.goto("/");
  const navbar = page.getByRole("banner");
  await navbar.getByRole("link", { name: "Top Contests" }).click();
  await expect(page.getByText("Top Contests by number of participants")).toBeVisible();
  await navbar.getByRole("link", { name: "All Contests" }).click();
  await expect(page.getByText("All the contests are ready to go for you now, lets dive")).toBeVisible();
  await navbar.getByRole("link", { name: "Contact Us" }).click();
  await expect(page).toHaveURL("/contact_us");
  await navbar.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/");
});

test("the button at the end of a long list stays under the pointer", async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/all_contests");
    const moved = await page.getByRole("button", { name: "Load more" }).evaluate(async (button) => {
      const heights: number[] = [];
      button.scrollIntoView({ block: "nearest", behavior: "instant" });
      for (let frame = 0; frame < 10; frame++) {
        heights.push(button.getBoundingClientRect().top);
        await new Promise(requestAnimationFrame);
      }
      return Math.max(...heights) - Math.min(...heights);
    });
    expect(moved).toBeLessThan(2);
  }
});

test("a list's link to its rest is in the page but hidden beside Load more", async ({ page }) => {
  await page.goto("/all_contests");
  const rest = page.locator("main a[href^='?cursor=']:not(noscript *)");
  await expect(rest).toHaveCount(1);
  await expect(rest).toBeHidden();
  await page.goto((await rest.getAttribute("href"))!.replace("?", "/all_contests?"));
  await expect(page.getByRole("link", { name: "Back to the start of the list" })).toBeVisible();
});

test("an unknown URL shows the not-found page with a way back", async ({ page, forgive }) => {
  forgive(/404/);
  await page.goto("/all_contests");
  await page.goto("/no-such-page");
  await expect(page.getByText("The page you are looking for does not exist")).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL("/all_contests");
});

test("a theme change is immediate, except for the switch's transition", async ({ page }) => {
  for (const path of ["/", "/all_contests", "/login", "/contact_us"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const moving = await page.evaluate(() => {
      // Compute the styles first, or there would be nothing to transition from.
      document.getAnimations();
      document.documentElement.dataset["theme"] = "dark";
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      return transitions.map(({ effect }) => (effect as KeyframeEffect).target?.className);
    });
    expect(moving, path).toEqual(["sh-theme-thumb"]);
  }
});

test("words and logo stay whole with very large text on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [contest] = (await (await page.request.get("/api/popular-contests")).json()) as [{ _id: string }];
  for (const path of ["/", "/all_contests", `/contest-details/${contest._id}`]) {
    await page.goto(path);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    const broken = await page.evaluate(() => {
      const words = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const found: string[] = [];
      while (words.nextNode()) {
        const text = words.currentNode as Text;
        if (!text.parentElement!.checkVisibility() || text.parentElement!.closest(".cq-visually-hidden")) continue;
        for (const { 0: word, index } of text.data.matchAll(/[A-Za-z]+[.,]?/g)) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
      }
      return found;
    });
    expect(broken, path).toEqual([]);
    // Wholly visible or wholly out of sight.
    const [logo, name] = await Promise.all(
      [".sh-navbar-logo", ".sh-navbar .cq-logo-name"].map((each) => page.locator(each).boundingBox()),
    );
    const isInside = name!.x + name!.width <= logo!.x + logo!.width;
    expect(isInside || name!.y >= logo!.y + logo!.height, path).toBe(true);
  }
});
