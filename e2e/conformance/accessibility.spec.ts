import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { aContestForm } from "@conquest/shared/testing/samples";
import { waitForHydration } from "../hydration";
import { axeOn } from "../axe";
import { chooseAction } from "../manage-users";
import { addContest, openStep } from "../site";
import { field, openAccountMenu, openSignedIn, openSiteMenu } from "../signed-in";
import { expect, test, type Viewer } from "./statements";
import {
  answerCaptcha,
  banner,
  failWith,
  followLink,
  heading,
  main,
  openContestRow,
  openRegister,
  submit,
} from "./steps";
import type { Contest } from "../wire";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** Rules about colours, which are all that a theme changes. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Ignores rows of the judging room: their accessible name describes their icons in words ("rated 2 out of 5"), but begins with the
 * visible name, which is enough for voice control.
 */
const isJudgingRow = (rule: string, html: string) =>
  rule === "label-content-name-mismatch" && html.includes('role="option"');

async function violationsInBothThemes(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["light", "dark"]) {
    await page.evaluate((value) => (document.documentElement.dataset["theme"] = value), theme);
    const axe = await axeOn(page);
    const { violations } = await (theme === "light" ? axe.withTags(WCAG) : axe.withRules(COLOUR_RULES)).analyze();
    found.push(
      ...violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ html }) => !isJudgingRow(id, html))
          .map(
            ({ target, failureSummary }) => `${where}, ${theme}: ${id} at ${target.join(" ")}: ${failureSummary ?? ""}`,
          ),
      ),
    );
  }
  return found;
}

/** Expects no violations in both themes and no horizontal overflow, on desktop and phone. */
async function expectAccessible(page: Page): Promise<void> {
  const found: string[] = [];
  for (const [name, size] of [
    ["1440 px", WIDE],
    ["360 px", PHONE],
  ] as const) {
    await page.setViewportSize(size);
    found.push(...(await violationsInBothThemes(page, name)));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) found.push(`${name}: the page is ${overflow} px wider than the screen`);
  }
  expect(found).toEqual([]);
}

const IN = "axe finds nothing in both themes, at 1440 and 360 px";

/** Name, path and an element that is visible once the page is complete. */
type Screen = [name: string, path: string, shows: (page: Page) => ReturnType<Page["locator"]>];

const anArticle = (page: Page) => main(page).getByRole("article").last();
const aTable = (page: Page) => main(page).getByRole("table");
const thisSession = (page: Page) => main(page).getByText("This device");
const nextStep = (page: Page) => page.getByRole("region", { name: "Next steps" }).getByRole("link").first();
const dialog = (page: Page) => page.getByRole("dialog");
const warning = (page: Page) => page.getByRole("alertdialog");

const SCREENS: Record<Viewer, Screen[]> = {
  visitor: [
    ["Home", "/", anArticle],
    [
      "Home with search results",
      "/?q=a",
      (page) => page.getByRole("region", { name: "Search Results" }).getByRole("article").first(),
    ],
    ["Login", "/login", heading],
    ["Register", "/register", (page) => page.locator("canvas")],
    ["Reset your password", "/forgot_password", heading],
    ["An invalid link of an email", "/account_action", (page) => page.getByRole("alert")],
    ["After deleting an account", "/account_deleted", heading],
    ["Contact", "/contact_us", heading],
    ["All contests", "/all_contests", anArticle],
    [
      "All contests without a match",
      "/all_contests?q=nothing-is-called-this",
      (page) => page.getByText("No contests match these filters"),
    ],
    ["Top contests", "/top_contests", anArticle],
    ["About us", "/about", heading],
    ["Terms of use", "/terms", heading],
    ["Privacy policy", "/privacy", heading],
    ["Cookie policy", "/cookies", heading],
    ["the mailbox", "/mailbox", heading],
    ["Google's local account chooser", "/local-google-sign-in", heading],
  ],
  user: [
    ["the user's dashboard", "/dashboard", nextStep],
    ["Participated Contests", "/dashboard/my_participated_contests", aTable],
    ["My Winning Contests", "/dashboard/my_winning_contests", anArticle],
    ["Payments", "/dashboard/payments", aTable],
    ["Followed Contests", "/dashboard/followed_contests", heading],
    ["Judging", "/dashboard/judging", anArticle],
    ["My Profile", "/dashboard/my_profile", (page) => page.getByRole("img", { name: /Win rate/ })],
    ["the user's Profile", "/dashboard/profile", (page) => field(main(page), "name")],
    ["the user's security settings", "/dashboard/profile?tab=security", thisSession],
    ["the user's email settings", "/dashboard/profile?tab=emails", (page) => page.getByRole("switch").first()],
    ["the user's data", "/dashboard/profile?tab=data", (page) => page.getByRole("link", { name: "Download my data" })],
    ["Home, signed in", "/", anArticle],
  ],
  creator: [
    ["the creator's dashboard", "/dashboard", nextStep],
    ["Add Contest", "/dashboard/add_contest", (page) => field(main(page), "name")],
    ["Drafts", "/dashboard/contest_drafts", heading],
    ["My Created Contests", "/dashboard/my_created_contests", aTable],
    ["My Submitted Contests", "/dashboard/contest_submitted", aTable],
    ["the creator's Profile", "/dashboard/profile", (page) => field(main(page), "name")],
  ],
  admin: [
    ["the admin's dashboard", "/dashboard", nextStep],
    ["Manage Users", "/dashboard/manage_users", aTable],
    ["Manage Contests", "/dashboard/manage_contests", aTable],
    ["Review, from the queue", "/dashboard/contest_review", heading],
    ["Audit log", "/dashboard/audit", aTable],
    ["Reports", "/dashboard/reports", anArticle],
    ["Ledger", "/dashboard/ledger", aTable],
    ["Inbox", "/dashboard/inbox", anArticle],
    [
      "Inbox of what is handled, with a reply",
      "/dashboard/inbox?state=handled",
      (page) =>
        main(page)
          .getByRole("list", { name: /^Replies to/ })
          .first(),
    ],
    ["Site health", "/dashboard/parts", aTable],
    ["the admin's Profile", "/dashboard/profile", (page) => field(main(page), "name")],
  ],
};

/** Opens the entries of the first contest in the list. */
async function openEntries(page: Page) {
  const row = main(page).getByRole("row").nth(1);
  await row.getByRole("link", { name: /^\d+ entr/ }).click();
}

/** Opens the dialog of an action on the demo user. */
const warnOf = (action: string) => async (page: Page) => {
  await chooseAction(page, "user@conquest.test", action);
  await expect(warning(page).getByRole("button").last()).toBeVisible();
};

/** Chooses an action of the first contest that allows it. */
async function chooseEnabled(page: Page, label: string) {
  const menus = main(page).getByRole("button", { name: /^More actions for/ });
  await expect(menus.first()).toBeVisible();
  for (const menu of await menus.all()) {
    // Scrolling closes an open menu.
    await menu.scrollIntoViewIfNeeded();
    await menu.click();
    const item = page.getByRole("menuitem", { name: label, exact: true });
    if (await item.isEnabled()) return item.click();
    await page.keyboard.press("Escape");
  }
  throw new Error(`No contest allows: ${label}`);
}

type Act = (page: Page) => Promise<unknown>;

/** Steps that bring a page into its state, by role, path and name. */
const STATES: Partial<Record<Viewer, Record<string, Record<string, Act>>>> = {
  user: {
    "/contest-details/{id}/payment": {
      "Payment, with its errors": async (page) => {
        await submit(page, /^Pay/).click();
        await expect(field(main(page), "cvc")).toHaveAccessibleDescription(/required/);
      },
    },
    "/contact_us": { "the avatar menu": openAccountMenu },
    // Nothing but text lies below the open panel: covered fields would count as too small.
    "/cookies": {
      "the bell's notifications": async (page) => {
        await page.getByRole("button", { name: /^Notifications,/ }).click();
        const newest = page.getByRole("region", { name: "Latest notifications" });
        await expect(newest.getByRole("listitem").first()).toBeVisible();
      },
    },
  },
  creator: {
    "/dashboard/my_created_contests": {
      "writing to all participants": async (page) => {
        await chooseEnabled(page, "Send announcement");
        await expect(dialog(page).getByLabel("Announcement", { exact: true })).toBeVisible();
      },
      "extending a deadline": async (page) => {
        await chooseEnabled(page, "Extend the deadline");
        await expect(dialog(page).getByLabel("Reason")).toBeVisible();
      },
      "a contest's progress": async (page) => {
        const joined = main(page).getByRole("link", { name: /^\d+ joined$/ });
        await joined.first().click();
        await expect(main(page).getByRole("slider", { name: /^Joins and entries/ })).toBeVisible();
        await expect(main(page).getByRole("table", { name: "Participants" })).toBeVisible();
        await main(page).getByText("View as table").first().click();
      },
    },
    "/dashboard/my_created_contests?phase=in_review": {
      "Update Contest": async (page) => {
        await main(page).getByRole("button", { name: "Edit" }).first().click();
        await expect(field(dialog(page), "prize")).toBeVisible();
      },
    },
    "/dashboard/my_created_contests?phase=open": {
      "deleting a contest": async (page) => {
        await main(page).getByRole("button", { name: "Cancel contest" }).first().click();
        await expect(warning(page).getByRole("button").last()).toBeVisible();
      },
    },
    "/dashboard/add_contest": {
      "choosing a cover": async (page) => {
        await main(page).getByRole("button", { name: "Choose a cover" }).click();
        const covers = dialog(page).getByRole("button", { name: /^Cover 1 / });
        await expect(covers.first()).toBeVisible();
      },
      "the calendar of Add Contest, and its errors": async (page) => {
        await addContest(page);
        await expect(field(main(page), "prize")).toHaveAccessibleDescription(/required/);
        await openStep(page, "Prize and deadline");
        await field(main(page), "deadline").press("ArrowDown");
        await expect(page.locator(".react-datepicker")).toBeVisible();
      },
    },
    "/dashboard/contest_submitted?phase=judging": {
      "rating the entries of a contest": async (page) => {
        await openEntries(page);
        // Opens the entry, because a phone shows either the list or the entry.
        await main(page).getByRole("listbox").getByRole("option").first().click();
        await expect(main(page).getByRole("radio").first()).toBeVisible();
        await expect(main(page).getByLabel(/^Feedback for/)).toBeVisible();
      },
      "the ranking, and comparing two entries": async (page) => {
        await openEntries(page);
        await main(page).getByRole("button", { name: "View ranking" }).click();
        await expect(main(page).getByRole("table", { name: "Ranking" })).toBeVisible();
        await expectAccessible(page);
        await main(page).getByRole("button", { name: "Compare the top 2" }).click();
        await expect(main(page).getByRole("article")).toHaveCount(2);
      },
      "inviting a judge, and withdrawing an invitation": async (page) => {
        await openEntries(page);
        const judges = main(page).getByRole("region", { name: "Judges" });
        await judges.getByRole("button", { name: "Invite a judge" }).click();
        await dialog(page).getByRole("button", { name: "Send invitation" }).click();
        await expect(dialog(page).getByText("This field is required")).toBeVisible();
        await expectAccessible(page);
        await dialog(page).getByRole("button", { name: "Go back" }).click();
        await judges
          .getByRole("button", { name: /^Withdraw|^Remove/ })
          .first()
          .click();
        await expect(warning(page)).toBeVisible();
      },
      "the keyboard shortcuts of judging": async (page) => {
        await openEntries(page);
        await main(page).getByRole("button", { name: "Keyboard shortcuts" }).click();
        await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
      },
      "choosing a winner": async (page) => {
        await openEntries(page);
        await submit(page, /^Pick as winner/).click();
        const declare = warning(page).getByRole("button", { name: /^Pick/ });
        await declare.click();
        await expect(warning(page).getByText("Say in a sentence why this entry won")).toBeVisible();
      },
    },
    "/dashboard/contest_submitted?phase=completed": {
      "a contest's entries": async (page) => {
        await openEntries(page);
        await expect(main(page).getByRole("article").first()).toBeVisible();
        await expect(main(page).getByRole("listbox").getByRole("option").first()).toBeVisible();
      },
    },
  },
  admin: {
    "/dashboard/manage_users?q=user@conquest.test": {
      "blocking a person": warnOf("Block"),
      "removing a person": warnOf("Remove"),
    },
    "/dashboard/manage_users": {
      "the menu of a person, and several people at once": async (page) => {
        await page.getByRole("checkbox", { name: "Select all shown" }).check();
        await expect(page.getByRole("button", { name: /^Block \d+ users$/ })).toBeVisible();
        const menus = page.getByRole("button", { name: /^Actions for/ });
        await menus.first().click();
        await expect(page.getByRole("menuitem").first()).toBeFocused();
      },
    },
  },
};

test.describe("Accessibility (WCAG 2.2 AA)", () => {
  test.describe.configure({ timeout: 120_000 });
  // Transitions would show intermediate colours.
  test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: WIDE });

  for (const person of ["visitor", "user", "creator", "admin"] as const)
    test.describe(person, () => {
      test.use({ person });

      for (const [name, address, shows] of SCREENS[person])
        test(`${name}: ${IN}`, async ({ page }) => {
          await page.goto(address);
          await expect(shows(page)).toBeVisible();
          await expectAccessible(page);
        });

      for (const [address, acts] of Object.entries(STATES[person] ?? {}))
        for (const [name, act] of Object.entries(acts))
          test(`${name}: ${IN}`, async ({ page, sharedContest }) => {
            await page.goto(address.includes("{id}") ? address.replace("{id}", (await sharedContest())._id) : address);
            await act(page);
            await expectAccessible(page);
          });
    });

  for (const [name, address, shows] of [
    ["Not found", "/no-such-page", heading],
    [
      "An invalid unsubscribe link",
      "/unsubscribe/guessed",
      (page: Page) => page.getByText("This unsubscribe link isn't valid"),
    ],
    ["a contest that does not exist", "/contest-details/00000000-0000-4000-8000-000000000000", heading],
  ] as const)
    test(`${name}: ${IN}`, async ({ page, forgive }) => {
      forgive(/404/);
      await page.goto(address);
      await expect(shows(page)).toBeVisible();
      await expectAccessible(page);
    });

  test("a change of theme is whole at once where motion is reduced", async ({ page }) => {
    await page.goto("/");
    await expect(anArticle(page)).toBeVisible();
    const moving = await page.evaluate(() => {
      // Computes the styles first, because a transition needs a start value.
      document.getAnimations();
      document.documentElement.dataset["theme"] = "dark";
      return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
    });
    expect(moving).toBe(0);
  });

  test.describe("contests", () => {
    for (const phase of ["open", "judging", "completed"]) {
      test(`Contest details, ${phase}: ${IN}`, async ({ page, get }) => {
        // The last contest is a demo contest; those of other tests may disappear.
        const contest = (await get<Contest[]>(`/all-contests?phase=${phase}`)).at(-1)!;
        await page.goto(`/contest-details/${contest._id}`);
        await expect(heading(page)).toHaveText(contest.name);
        if (phase === "completed")
          await expect(
            page
              .getByRole("region", { name: /^Published entries/ })
              .getByRole("article")
              .first(),
          ).toBeVisible();
        await expectAccessible(page);
      });
    }

    test(`a draft in the form and in the list, its preview, and one that is not ready: ${IN}`, async ({
      page,
      newcomer,
      forgive,
    }) => {
      // The preview of an incomplete draft is rejected.
      forgive(/422/);
      const person = await newcomer("creator");
      const begin = async (form: object) =>
        ((await (await person.api.post("/api/contest-drafts", { data: { form } })).json()) as { _id: string })._id;
      const [whole, half] = [await begin({ ...aContestForm(), name: "Posters" }), await begin({ name: "Half" })];
      await openSignedIn(page, person, "/dashboard/contest_drafts");
      await expect(aTable(page)).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/dashboard/add_contest?draft=${whole}`);
      await expect(page.getByText("Draft saved")).toBeVisible();
      await expect(page.getByText("This name is short.", { exact: false })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/contest-preview/${whole}`);
      await expect(heading(page)).toHaveText("Posters");
      await expectAccessible(page);
      await page.goto(`/contest-preview/${half}`);
      await expect(page.getByText("Not ready for a preview yet")).toBeVisible();
      await expectAccessible(page);
    });

    test(`Contest details of a participant: ${IN}`, async ({ page, joined }) => {
      const { _id, person } = await joined();
      await openSignedIn(page, person, `/contest-details/${_id}`);
      await expect(field(main(page), "text")).toBeVisible();
      await expectAccessible(page);
    });

    test(`an entry's files while they are added, refused, submitted and previewed: ${IN}`, async ({
      page,
      forgive,
      joined,
    }) => {
      forgive(/422/);
      const { _id, person } = await joined();
      await openSignedIn(page, person, `/contest-details/${_id}`);
      await page.getByLabel(/Add files/).setInputFiles([
        {
          name: "poster.webp",
          mimeType: "image/webp",
          buffer: readFileSync(path.join(import.meta.dirname, "../../server/media/covers/image-design-1.webp")),
        },
        { name: "paper.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") },
        { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") },
      ]);
      await expect(page.getByRole("list", { name: "Files added" }).getByRole("alert")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Remove logo.png" }).click();
      await field(main(page), "text").fill("A poster.");
      await page.getByRole("button", { name: "Submit entry" }).click();
      await expect(page.getByRole("list", { name: "Your files" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Preview poster.webp" }).click();
      await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
      await expectAccessible(page);
    });

    test(`asking a question, and what was asked: ${IN}`, async ({ page, contest, newcomer }) => {
      const { _id } = await contest();
      const person = await newcomer();
      await person.api.post(`/api/questions/${_id}`, { data: { text: "May it be in colour?" } });
      await openSignedIn(page, person, `/contest-details/${_id}#questions`);
      const questions = page.getByRole("region", { name: "Questions" });
      await expect(questions.getByRole("article")).toBeVisible();
      await questions.getByRole("button", { name: "Ask a question" }).click();
      await expect(questions.getByLabel("Your question")).toBeFocused();
      await expectAccessible(page);
    });

    test(`A creator, and one that does not exist: ${IN}`, async ({ page, forgive, get }) => {
      forgive(/404/);
      const [creator] = await get<[{ _id: string; name: string }]>("/best-creators");
      await page.goto(`/creators/${creator._id}`);
      await expect(heading(page)).toHaveText(creator.name);
      await expectAccessible(page);
      await page.goto("/creators/00000000-0000-4000-8000-000000000000");
      await expect(heading(page)).toHaveText("Creator not found");
      await expectAccessible(page);
    });

    test(`A winner's page, and that of a contest without one: ${IN}`, async ({ page, forgive, get }) => {
      forgive(/404/);
      for (const phase of ["completed", "open"]) {
        const contest = (await get<Contest[]>(`/all-contests?phase=${phase}`)).at(-1)!;
        await page.goto(`/contest-details/${contest._id}/winner`);
        await expect(heading(page)).toBeVisible();
        if (phase === "completed") await expect(page.getByRole("img", { name: /^Image to share: / })).toBeVisible();
        await expectAccessible(page);
      }
    });
  });

  test.describe("opened menus", () => {
    test.describe("signed in", () => {
      test.use({ person: "user" });

      test("the dashboard's menu on a phone: axe finds nothing in both themes", async ({ page }) => {
        await page.setViewportSize(PHONE);
        await page.goto("/dashboard");
        await page.getByRole("button", { name: "Dashboard menu" }).click();
        await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
        expect(await violationsInBothThemes(page, "360 px")).toEqual([]);
      });
    });

    test("the navbar's menu on a phone: axe finds nothing in both themes", async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.goto("/contact_us");
      await openSiteMenu(page);
      expect(await violationsInBothThemes(page, "360 px")).toEqual([]);
    });
  });

  test.describe("opened dialogs", () => {
    test.describe("admin", () => {
      test.use({ person: "admin" });

      test(`commenting on a contest: ${IN}`, async ({ page, contest }) => {
        const { name } = await contest({ isPending: true });
        await (await openContestRow(page, name)).getByRole("button", { name: "Comment" }).click();
        await expect(field(page.getByRole("dialog"), "text")).toBeVisible();
        await expectAccessible(page);
      });

      test(`a contest in its second round, the words that go with a decision, and its page as it will be: ${IN}`, async ({
        page,
        contest,
        call,
      }) => {
        const { _id, name, owner } = await contest({ isPending: true });
        const decision = { text: "Please name the size.", decision: "changes_requested" };
        expect((await call("admin", `POST /comment-contest/${_id}`, decision)).ok()).toBe(true);
        const change = { task: "A kite of paper, one metre wide.", prize: "77" };
        expect((await call(owner, `PUT /update-contest/${_id}`, change)).ok()).toBe(true);
        await page.goto(`/dashboard/contest_review/${_id}`);
        await expect(
          page.getByRole("region", { name: "Changes since the last round" }).locator("ins").first(),
        ).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Reject" }).click();
        await expect(field(page.getByRole("dialog"), "text")).toBeVisible();
        await expectAccessible(page);
        await page.goto(`/review-preview/${_id}`);
        await expect(heading(page)).toHaveText(name);
        await expectAccessible(page);
      });
    });
  });

  test.describe("states", () => {
    test(`Register with a solved captcha, its words and its errors: ${IN}`, async ({ page }) => {
      await openRegister(page);
      await main(page).getByRole("button", { name: "Spell it out" }).click();
      await answerCaptcha(page);
      await main(page).getByRole("button", { name: "Register", exact: true }).click();
      await expect(field(page, "email")).toHaveAccessibleDescription(/required/);
      await expectAccessible(page);
    });

    test(`a list that failed: ${IN}`, async ({ page, forgive }) => {
      forgive(/422/);
      await failWith(page, "**/api/all-contests*", 422, "It is raining.");
      await followLink(page, "All Contests");
      await expect(main(page).getByRole("alert")).toBeVisible();
      await expectAccessible(page);
    });

    test(`a part of the site that is missing: ${IN}`, async ({ page, forgive }) => {
      forgive(/mf-public|404|Failed to load/);
      await page.route(/\/mf\/mf-public\/.*\.js/, (route) => route.fulfill({ status: 404, body: "" }));
      await page.goto("/contact_us");
      await expect(main(page).getByRole("alert").getByRole("button", { name: "Retry" })).toBeVisible();
      await expectAccessible(page);
    });
  });

  test.describe("keyboard", () => {
    test("the first stop of the keyboard leads past the navigation to the content", async ({ page }) => {
      await page.goto("/all_contests");
      await expect(anArticle(page)).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(main(page)).toBeFocused();
    });

    test("a page that was opened by a link has the focus on its content", async ({ page }) => {
      await page.goto("/contact_us");
      // Before hydration a link causes a full page load.
      await waitForHydration(page);
      await banner(page).getByRole("link", { name: "Top Contests" }).press("Enter");
      await expect(heading(page)).toHaveText("Top Contests");
      await expect
        .poll(() => page.evaluate(() => document.querySelector("main")?.contains(document.activeElement)))
        .toBe(true);
    });

    test("the countdown is silent, with the deadline in words beside it", async ({ page, contest }) => {
      const { _id } = await contest();
      await page.goto(`/contest-details/${_id}`);
      await expect(page.getByRole("timer")).toHaveAttribute("aria-live", "off");
      await expect(main(page).getByText(/^Closes in/)).toBeVisible();
    });

    test.describe("creator", () => {
      test.use({ person: "creator" });

      test("a dialog takes the focus, keeps it, closes on Escape and gives it back", async ({ page }) => {
        await page.goto("/dashboard/my_created_contests?phase=open");
        const button = main(page).getByRole("button", { name: "Cancel contest" }).first();
        await button.press("Enter");
        const dialog = page.getByRole("alertdialog");
        await expect(dialog.getByRole("button").last()).toBeVisible();
        for (let stop = 0; stop < 6; stop += 1) {
          await page.keyboard.press("Tab");
          await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
        }
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
        await expect(button).toBeFocused();
      });
    });
  });
});
