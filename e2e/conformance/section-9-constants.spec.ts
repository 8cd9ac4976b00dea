import type { Page } from "@playwright/test";
import { newPerson, user } from "../people";
import { avatar, captchaText, fillLogin, openStep, readCanvases, stopCountdown } from "../site";
import {
  answerWith,
  columnsOf,
  field,
  openGoogle,
  pauseRequests,
  singleton,
  switchTheme,
  toast,
  WIDTHS,
} from "../signed-in";
import { expect, inOneWorker, pageStatements, settled, test } from "./statements";
import { answerCaptcha, banner, fillIn, followLink, heading, main, openRegister, submit } from "./steps";

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
  await pauseClock(page);
}

async function pauseClock(page: Page) {
  await expect(heading(page)).toBeVisible();
  await expect(banner(page).getByRole("link", { name: "Login" })).toBeVisible();
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
  const bestContest = { _id: "1", name: "A contest", description };
  await answerWith(page, "**/api/popular-contests", [contest]);
  await answerWith(page, "**/api/best-creators", [
    { _id: "1", name: "Nadia", photo: "", participantCount: 1, bestContest },
  ]);
  await followLink(page, "Home");
  return description;
}

test.describe("9. Business constants and limits", () => {
  pageStatements(
    { path: "/contest-details/{id}/payment", person: "user" },
    {
      "the test card number is 4242424242424242": async (page) => {
        await field(main(page), "card_number").fill("4242424242424242");
        await submit(page, /^Pay/).click();
        await expect(field(main(page), "cvc")).toHaveAccessibleDescription(/This field is required/);
        const description = /Invalid card number|required/;
        await expect(field(main(page), "card_number")).not.toHaveAccessibleDescription(description);
      },
    },
  );

  pageStatements(
    { path: "/register", before: readCanvases },
    {
      "the captcha is drawn on a canvas": async (page) => {
        await expect(page.locator("canvas")).toBeVisible();
        const inks = () =>
          page.locator("canvas").evaluate((element) => {
            const canvas = element as HTMLCanvasElement;
            // Copies the canvas, because the browser warns about repeated reads of the page's own.
            const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", {
              willReadFrequently: true,
            })!;
            copy.drawImage(canvas, 0, 0);
            return new Set(copy.getImageData(0, 0, canvas.width, canvas.height).data).size;
          });
        await expect.poll(inks).toBeGreaterThan(10);
      },
      "the captcha has 6 characters, letters and digits": async (page) => {
        for (let round = 0; round < 8; round += 1) {
          await expect.poll(() => captchaText(page)).toMatch(/^[A-Za-z0-9]{6}$/);
          await main(page).getByRole("button", { name: "Reload Captcha" }).click();
        }
      },
    },
  );

  test("the countdown ticks every 1 second", async ({ page, sharedContest }) => {
    const left = await stopCountdown(page, (await sharedContest())._id);
    const before = await left();
    await page.clock.runFor(1000);
    await expect.poll(left).toBe(before - 1);
  });

  test("Contact shows that it is sending for 1 second", async ({ page }) => {
    await stopTime(page, "/contact_us");
    await fillIn(main(page), { name: "Nusrat Jahan", email: "nusrat@example.com", message: "Good morning." });
    const answered = page.waitForResponse("**/api/contact");
    await submit(page, "Submit").click();
    await (await answered).finished();
    await page.clock.runFor(999);
    await expect(toast(page, "Sending...")).toBeVisible();
    await page.clock.runFor(1);
    await expect(toast(page, "Message sent successfully")).toBeVisible();
  });

  const card = (page: Page) => page.getByRole("region", { name: "Popular Contests" }).getByRole("article");
  const creator = (page: Page) => page.getByRole("region", { name: "Best Contest Creator" }).getByRole("listitem");
  for (const [title, length, limit, where] of [
    ["a card's description of 81 characters is truncated to 80 plus an ellipsis", 81, 80, card],
    ["a card's description of 80 characters stays whole", 80, 80, card],
    ["a best creator's contest description of 31 characters is truncated to 30", 31, 30, creator],
    ["a best creator's contest description of 30 characters stays whole", 30, 30, creator],
  ] as const)
    test(title, async ({ page }) => {
      const description = await openWithDescriptions(page, length);
      const shown = length > limit ? `${description.slice(0, limit)}…` : description;
      await expect(where(page).getByText(shown, { exact: true })).toBeVisible();
    });

  for (const [screen, link, endpoint, count] of [
    ["Popular Contests", "Home", "**/api/popular-contests", 6],
    ["All contests", "All Contests", /\/api\/all-contests/, 9],
  ] as const)
    test(`${screen} has ${count} skeleton cards`, async ({ page }) => {
      const release = await pauseRequests(page, endpoint);
      await followLink(page, link);
      await expect(page.getByTestId("skeleton-card")).toHaveCount(count);
      release();
    });

  for (const { width, columns } of WIDTHS)
    pageStatements(
      { path: "/top_contests", width },
      {
        [`grids have ${columns} column${columns > 1 ? "s" : ""} at ${width} px`]: async (page) =>
          expect(await columnsOf(main(page).getByRole("article"))).toBe(columns),
      },
    );

  inOneWorker(() => {
    const contact = { path: "/contact_us", before: (page: Page) => page.clock.install(), prepare: pauseClock };
    for (const [type, duration] of [
      ["blank", 4000],
      ["error", 4000],
      ["success", 2000],
      ["custom", 4000],
    ] as const)
      test(`a ${type} toast lasts ${duration} ms`, async ({ tab }) => {
        const page = await tab(contact);
        await showToast(page, type, `Well now, ${type}`);
        await page.clock.runFor(duration - 1);
        await expect(toast(page, `Well now, ${type}`)).toHaveAttribute("data-visible", "true");
        await page.clock.runFor(2);
        await expect(toast(page, `Well now, ${type}`)).toHaveAttribute("data-visible", "false");
      });

    test("a toast is removed 1000 ms after it has ended", async ({ tab }) => {
      const page = await tab(contact);
      await showToast(page, "success", "Well then");
      await page.clock.runFor(2001);
      await expect(toast(page, "Well then")).toHaveAttribute("data-visible", "false");
      await page.clock.runFor(990);
      await expect(toast(page, "Well then")).toHaveCount(1);
      await page.clock.runFor(20);
      await expect(toast(page, "Well then")).toHaveCount(0);
    });

    test("a loading toast does not expire", async ({ tab }) => {
      const page = await tab(contact);
      await showToast(page, "loading", "Well now, loading");
      await page.clock.runFor(10 * 60_000);
      await expect(toast(page, "Well now, loading")).toHaveAttribute("data-visible", "true");
    });
  });

  pageStatements(
    { path: "/contact_us", prepare: (page) => expect(heading(page)).toBeVisible() },
    {
      "a toast is at most 350px wide": async (page) => {
        const long = "A very long message that would fill the whole line if nothing held it back. ".repeat(3);
        await showToast(page, "loading", long);
        // Uses the layout width, because the bounding box is off by fractions of a pixel while the toast slides in.
        const width = await toast(page, long.trim()).evaluate((drawn: HTMLElement) => drawn.offsetWidth);
        expect(width).toBeLessThanOrEqual(350);
        expect(width).toBeGreaterThan(250);
      },
      "at most 20 toasts show at once": async (page) => {
        for (let count = 1; count <= 22; count += 1) await showToast(page, "loading", `Toast ${count}.`);
        await expect(toast(page, /Toast \d+\./)).toHaveCount(20);
      },
    },
  );

  pageStatements(
    { path: "/" },
    {
      "the HTTP client has no default timeout": async (page) => {
        await expect(heading(page)).toBeVisible();
        const module = await singleton<{ http: { defaults: { timeout: number } } }>(page, "http");
        expect(await module.evaluate(({ http }) => http.defaults.timeout)).toBe(0);
      },
      "the theme's storage key is theme; its values are light and dark": async (page) => {
        for (const theme of ["dark", "light"] as const) {
          await switchTheme(page, theme);
          expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe(theme);
        }
      },
    },
  );

  pageStatements(
    { path: "/dashboard/add_contest", person: "creator", prepare: (page) => openStep(page, "Prize and deadline") },
    {
      "dates are displayed and typed as dd/MM/yyyy, not as the calendar's default MM/dd/yyyy": async (page) => {
        await field(main(page), "deadline").fill("05/03/2031");
        await field(main(page), "deadline").blur();
        await expect(field(main(page), "deadline")).toHaveValue("05/03/2031");
        await expect(field(main(page), "deadline")).toHaveAccessibleDescription(/5 Mar 2031/);
      },
      "the time list has an interval of 30 minutes": async (page) => {
        await field(main(page), "deadline").press("ArrowDown");
        const times = page.locator(".react-datepicker__time-list-item");
        await expect(times.filter({ hasText: /^00:30$/ })).toHaveCount(1);
        const half = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")).flatMap((hour) => [
          `${hour}:00`,
          `${hour}:30`,
        ]);
        const shown = (await times.allInnerTexts()).map((time) => time.trim());
        // The list also contains 23:59, the default time of a deadline.
        expect(shown.filter((time) => time !== "23:59")).toEqual(half);
      },
    },
  );

  test.describe("user", () => {
    test.use({ person: "user" });

    test(
      "My Profile's ring does not wait 5000 ms for 50%",
      settled("product decisions §4: the ring is the win rate"),
      async ({ page }) => {
        await answerWith(page, "**/api/my-stats/**", { joined: 1, finished: 4, won: 1 });
        await page.goto("/dashboard/my_profile");
        await expect(main(page).getByRole("img", { name: "Win rate: 25%" })).toBeVisible();
      },
    );

    test(
      "the winning badge counts the wins",
      settled("product decisions §4: choosing a winner fills the badge; hard-coded to 0 before"),
      async ({ page }) => {
        const dateWon = "2026-02-03T10:00:00.000Z";
        const won = { id: "1", image: "", name: "A contest", dateWon, prize: 1, note: "", isPublic: true };
        await answerWith(page, "**/api/user/won-contests", [won, { ...won, id: "2" }]);
        await page.goto("/dashboard/my_winning_contests");
        await expect(main(page).locator("header .cq-count")).toContainText("2 wins");
      },
    );
  });

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
    const features = await page.evaluate(() => (window as unknown as { popupFeatures: string }).popupFeatures);
    expect(features).toMatch(/width=500,height=600/);
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

  for (const [password, outcome] of [
    ["Kite5", "refused"],
    ["Kites6", "accepted"],
  ] as const)
    test(`the minimum password length is 6: ${password.length} characters are ${outcome}`, async ({
      page,
      forgive,
    }) => {
      forgive(/400/);
      await openRegister(page);
      await fillIn(page, { full_name: "Rumana Islam", email: newPerson().email, password });
      await answerCaptcha(page);
      await submit(page, "Register").click();
      if (outcome === "accepted") await expect(avatar(page)).toBeVisible();
      else await expect(main(page).getByText("Use at least 6 characters for your password.")).toBeVisible();
    });

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
    await expect(main(page).getByRole("alert")).toContainText(/check your connection|took too long to respond/i);
    release();
  });
});
