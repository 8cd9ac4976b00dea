import type { Page } from "@playwright/test";
import { waitForHydration } from "../hydration";
import { newPerson, user } from "../people";
import { avatar, captchaText, fillLogin, readCanvases, stopCountdown } from "../site";
import {
  answerWith,
  columnsOf,
  expect,
  field,
  pauseRequests,
  openGoogle,
  singleton,
  switchTheme,
  test,
  toast,
  WIDTHS,
} from "../signed-in";

const main = (page: Page) => page.locator("main");

interface ToastModule {
  toast: Record<string, (message: string) => string> & ((message: string) => string);
}

async function showToast(page: Page, type: string, message: string) {
  const module = await singleton<ToastModule>(page, "toast");
  await module.evaluate(
    ({ toast: show }, given) => (given.type === "blank" ? show(given.message) : show[given.type]?.(given.message)),
    { type, message },
  );
  await expect(toast(page, message)).toBeVisible();
}

/** Opens a page and pauses its clock once the page is rendered. */
async function stopTime(page: Page, path: string) {
  await page.clock.install();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function openWithDescriptions(page: Page, length: number) {
  const description = "Letters and words ".repeat(20).slice(0, length).replace(/ $/, "s");
  const contest = {
    _id: "1",
    name: "A contest",
    image: "",
    description,
    tags: "Book Review",
    registrationPrice: 1,
    prize: 1,
    amountDue: 1,
    deadline: "2031-01-01T00:00:00.000Z",
    status: "open",
    phase: "open",
    participants: [],
    participantCount: 0,
    creator: { name: "", photo: "" },
  };
  await answerWith(page, "**/api/popular-contests", [contest]);
  await answerWith(page, "**/api/best-creators", [
    {
      _id: "1",
      name: "Nadia",
      photo: "",
      participantCount: 1,
      bestContest: { _id: "1", name: "A contest", description },
    },
  ]);
  await page.goto("/login");
  await waitForHydration(page);
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
  return description;
}

test.describe("9. Business constants and limits", () => {
  test.describe("Cards and captcha", () => {
    test.use({ person: "user" });

    test("the test card number is 4242424242424242", async ({ page, contest }) => {
      const { _id } = await contest();
      await page.goto(`/contest-details/${_id}/payment`);
      await field(main(page), "card_number").fill("4242424242424242");
      await main(page).getByRole("button", { name: /^Pay/ }).click();
      await expect(field(main(page), "cvc")).toHaveAccessibleDescription(/This field is required/);
      await expect(field(main(page), "card_number")).not.toHaveAccessibleDescription(/Invalid card number|required/);
    });
  });

  test.describe("Captcha", () => {
    test("the captcha has 6 characters, letters and digits", async ({ page }) => {
      await readCanvases(page);
      await page.goto("/register");
      for (let round = 0; round < 8; round += 1) {
        await expect.poll(() => captchaText(page)).toMatch(/^[A-Za-z0-9]{6}$/);
        await main(page).getByRole("button", { name: "Reload Captcha" }).click();
      }
    });

    test("the captcha is drawn on a canvas", async ({ page }) => {
      await page.goto("/register");
      await expect(page.locator("canvas")).toBeVisible();
      const inks = () =>
        page.locator("canvas").evaluate((element) => {
          const canvas = element as HTMLCanvasElement;
          // Copies the canvas, because the browser warns about repeated reads of the page's own.
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true })!;
          copy.drawImage(canvas, 0, 0);
          return new Set(copy.getImageData(0, 0, canvas.width, canvas.height).data).size;
        });
      await expect.poll(inks).toBeGreaterThan(10);
    });
  });

  test.describe("Ticks", () => {
    test("the countdown ticks every 1 second", async ({ page, contest }) => {
      const { _id } = await contest();
      const left = await stopCountdown(page, _id);
      const before = await left();
      await page.clock.runFor(1000);
      await expect.poll(left).toBe(before - 1);
    });

    test("Contact shows that it is sending for 1 second", async ({ page }) => {
      await stopTime(page, "/contact_us");
      await field(main(page), "name").fill("Nusrat Jahan");
      await field(main(page), "email").fill("nusrat@example.com");
      await field(main(page), "message").fill("Good morning.");
      const answered = page.waitForResponse("**/api/contact");
      await main(page).getByRole("button", { name: "Submit" }).click();
      await (await answered).finished();
      await page.clock.runFor(999);
      await expect(toast(page, "Sending...")).toBeVisible();
      await page.clock.runFor(1);
      await expect(toast(page, "Message sent successfully")).toBeVisible();
    });
  });

  test.describe("Truncation", () => {
    const card = (page: Page) => page.getByRole("region", { name: "Popular Contests" }).getByRole("article");
    const creator = (page: Page) => page.getByRole("region", { name: "Best Contest Creator" }).getByRole("listitem");

    test("a card's description of 81 characters is truncated to 80 plus an ellipsis", async ({ page }) => {
      const description = await openWithDescriptions(page, 81);
      await expect(card(page).getByText(`${description.slice(0, 80)}…`, { exact: true })).toBeVisible();
    });

    test("a card's description of 80 characters stays whole", async ({ page }) => {
      const description = await openWithDescriptions(page, 80);
      await expect(card(page).getByText(description, { exact: true })).toBeVisible();
    });

    test("a best creator's contest description of 31 characters is truncated to 30", async ({ page }) => {
      const description = await openWithDescriptions(page, 31);
      await expect(creator(page).getByText(`${description.slice(0, 30)}…`, { exact: true })).toBeVisible();
    });

    test("a best creator's contest description of 30 characters stays whole", async ({ page }) => {
      const description = await openWithDescriptions(page, 30);
      await expect(creator(page).getByText(description, { exact: true })).toBeVisible();
    });
  });

  test.describe("Skeletons and grids", () => {
    for (const [screen, link, call, count] of [
      ["Popular Contests", "Home", "**/api/popular-contests", 6],
      ["All contests", "All Contests", /\/api\/all-contests/, 9],
    ] as const) {
      test(`${screen} has ${count} skeleton cards`, async ({ page }) => {
        const release = await pauseRequests(page, call);
        await page.goto("/login");
        await waitForHydration(page);
        await page.getByRole("banner").getByRole("link", { name: link, exact: true }).click();
        await expect(page.getByTestId("skeleton-card")).toHaveCount(count);
        release();
      });
    }

    for (const { width, columns } of WIDTHS) {
      test(`grids have ${columns} column${columns > 1 ? "s" : ""} at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/top_contests");
        expect(await columnsOf(main(page).getByRole("article"))).toBe(columns);
      });
    }
  });

  test.describe("Toasts", () => {
    for (const [type, duration] of [
      ["blank", 4000],
      ["error", 4000],
      ["success", 2000],
      ["custom", 4000],
    ] as const) {
      test(`a ${type} toast lasts ${duration} ms`, async ({ page }) => {
        await stopTime(page, "/contact_us");
        await showToast(page, type, "Well now");
        await page.clock.runFor(duration - 1);
        await expect(toast(page, "Well now")).toHaveAttribute("data-visible", "true");
        await page.clock.runFor(2);
        await expect(toast(page, "Well now")).toHaveAttribute("data-visible", "false");
      });
    }

    test("a loading toast does not expire", async ({ page }) => {
      await stopTime(page, "/contact_us");
      await showToast(page, "loading", "Well now");
      await page.clock.runFor(10 * 60_000);
      await expect(toast(page, "Well now")).toHaveAttribute("data-visible", "true");
    });

    test("at most 20 toasts show at once", async ({ page }) => {
      await page.goto("/contact_us");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (let count = 1; count <= 22; count += 1) await showToast(page, "loading", `Toast ${count}.`);
      await expect(toast(page, /Toast \d+\./)).toHaveCount(20);
    });

    test("a toast is removed 1000 ms after it has ended", async ({ page }) => {
      await stopTime(page, "/contact_us");
      await showToast(page, "success", "Well now");
      await page.clock.runFor(2001);
      await expect(toast(page, "Well now")).toHaveAttribute("data-visible", "false");
      await page.clock.runFor(990);
      await expect(toast(page, "Well now")).toHaveCount(1);
      await page.clock.runFor(20);
      await expect(toast(page, "Well now")).toHaveCount(0);
    });

    test("a toast is at most 350px wide", async ({ page }) => {
      await page.goto("/contact_us");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const long = "A very long message that would fill the whole line if nothing held it back. ".repeat(3);
      await showToast(page, "loading", long);
      // Uses the layout width, because the bounding box is off by fractions of a pixel while the toast slides in.
      const width = await toast(page, long.trim()).evaluate((drawn: HTMLElement) => drawn.offsetWidth);
      expect(width).toBeLessThanOrEqual(350);
      expect(width).toBeGreaterThan(250);
    });
  });

  test.describe("Theme", () => {
    test("the theme's storage key is theme; its values are light and dark", async ({ page }) => {
      await page.goto("/");
      await switchTheme(page, "dark");
      expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
      await switchTheme(page, "light");
      expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
    });
  });

  test.describe("Dates", () => {
    test.use({ person: "creator" });

    test("dates are displayed and typed as dd/MM/yyyy, not as the calendar's default MM/dd/yyyy", async ({ page }) => {
      await page.goto("/dashboard/add_contest");
      await field(main(page), "deadline").fill("05/03/2031");
      await field(main(page), "deadline").blur();
      await expect(field(main(page), "deadline")).toHaveValue("05/03/2031");
      await expect(field(main(page), "deadline")).toHaveAccessibleDescription(/5 Mar 2031/);
    });

    test("the time list has an interval of 30 minutes", async ({ page }) => {
      await page.goto("/dashboard/add_contest");
      await field(main(page), "deadline").press("ArrowDown");
      const times = page.locator(".react-datepicker__time-list-item");
      await expect(times.filter({ hasText: /^00:30$/ })).toHaveCount(1);
      const shown = await times.allInnerTexts();
      const half = Array.from(
        { length: 48 },
        (_, index) => `${String(Math.floor(index / 2)).padStart(2, "0")}:${index % 2 ? "30" : "00"}`,
      );
      // The list also contains 23:59, the default time of a deadline.
      expect(shown.map((time) => time.trim()).filter((time) => time !== "23:59")).toEqual(half);
    });
  });

  test.describe("Placeholders of the old site", () => {
    test.use({ person: "user" });

    test(
      "My Profile's ring does not wait 5000 ms for 50%",
      { annotation: { type: "settled", description: "product decisions §4: the ring is the win rate" } },
      async ({ page }) => {
        await answerWith(page, "**/api/my-stats/**", { joined: 1, finished: 4, won: 1 });
        await page.goto("/dashboard/my_profile");
        await expect(main(page).getByRole("img", { name: "Win rate: 25%" })).toBeVisible();
      },
    );

    test(
      "the winning badge counts the wins",
      {
        annotation: {
          type: "settled",
          description: "product decisions §4: choosing a winner fills the badge; hard-coded to 0 before",
        },
      },
      async ({ page }) => {
        const won = {
          id: "1",
          image: "",
          name: "A contest",
          dateWon: "2026-02-03T10:00:00.000Z",
          prize: 1,
          note: "",
          isPublic: true,
        };
        await answerWith(page, "**/api/user/won-contests", [won, { ...won, id: "2" }]);
        await page.goto("/dashboard/my_winning_contests");
        await expect(main(page).locator("header .cq-count")).toContainText("2 wins");
      },
    );
  });

  test.describe("Identity", () => {
    test("the social sign-in popup window is 500x600", async ({ page }) => {
      await page.addInitScript(() => {
        const open = window.open.bind(window);
        window.open = (url, name, features) => {
          Object.assign(window, { popupFeatures: features });
          return open(url, name, features);
        };
      });
      await page.goto("/login");
      const popup = await openGoogle(page);
      expect(await page.evaluate(() => (window as unknown as { popupFeatures: string }).popupFeatures)).toMatch(
        /width=500,height=600/,
      );
      await popup.close();
    });

    test("the identity library refreshes sign-in tokens 5 minutes before expiry", async ({ page }) => {
      const scripts: Promise<string>[] = [];
      page.on("response", (response) => {
        if (/\/mf\/shell\/[^?]*\.js$/.test(response.url())) scripts.push(response.text());
      });
      // The library is loaded when the login form gets focus.
      await page.goto("/login");
      await page.getByLabel("Email").focus();
      // Matches the library's scheduling of the next refresh: the expiry minus 300,000 ms.
      const schedule = /expirationTime[^;]{0,60}-\s*Date\.now\(\)\s*-\s*(3e5|300000|300_000)/;
      await expect.poll(async () => schedule.test((await Promise.all(scripts)).join(""))).toBe(true);
    });

    test("a session outlives its token: after an hour a fresh one is asked for", async ({ page, newcomer }) => {
      await page.clock.install();
      await page.goto("/login");
      await fillLogin(page, await newcomer());
      await expect(avatar(page)).toBeVisible();
      const refreshed = page.waitForRequest((request) => request.url().includes("securetoken.googleapis.com"));
      await page.clock.setSystemTime(Date.now() + 61 * 60_000);
      await page.reload();
      await refreshed;
      await expect(avatar(page)).toBeVisible();
    });

    for (const [password, isAccepted] of [
      ["Kite5", false],
      ["Kites6", true],
    ] as const) {
      test(`the minimum password length is 6: ${password.length} characters are ${isAccepted ? "accepted" : "refused"}`, async ({
        page,
        forgive,
      }) => {
        forgive(/400/);
        await readCanvases(page);
        await page.goto("/register");
        await field(page, "full_name").fill("Rumana Islam");
        await field(page, "email").fill(newPerson().email);
        await field(page, "password").fill(password);
        await field(page, "captcha").fill(await captchaText(page));
        await field(page, "captcha").blur();
        await main(page).getByRole("button", { name: "Register", exact: true }).click();
        if (isAccepted) await expect(avatar(page)).toBeVisible();
        else await expect(main(page).getByRole("alert")).toContainText(/at least 6 characters/);
      });
    }

    test("the identity library's network timeout is 30 seconds on a computer", async ({ page, forgive }) => {
      forgive(/ERR_|Failed to load/);
      await stopTime(page, "/login");
      const release = await pauseRequests(page, /accounts:signInWithPassword/);
      const asked = page.waitForRequest(/accounts:signInWithPassword/);
      await fillLogin(page, user);
      await asked;
      await page.clock.runFor(29_000);
      await expect(toast(page, "Signing in...")).toBeVisible();
      await page.clock.runFor(2000);
      await expect(main(page).getByRole("alert")).toContainText(/check your connection|did not answer in time/i);
      release();
    });
  });

  test.describe("HTTP client", () => {
    test("the HTTP client has no default timeout", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const module = await singleton<{ http: { defaults: { timeout: number } } }>(page, "http");
      expect(await module.evaluate(({ http }) => http.defaults.timeout)).toBe(0);
    });
  });
});
