import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { aContestForm } from "@conquest/shared/testing/samples";
import { waitForHydration } from "../hydration";
import { axeOn } from "../axe";
import { chooseAction } from "../manage-users";
import { captchaText, fillLogin, readCanvases } from "../site";
import { answerWith, expect, field, openAccountMenu, openSiteMenu, test } from "../signed-in";
import type { Contest } from "../wire";

const main = (page: Page) => page.locator("main");
const rowOf = (page: Page, text: string) => main(page).getByRole("row").filter({ hasText: text });

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** Rules about colours, which are all that a theme changes. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Ignores rows of the judging room: their accessible name describes their icons in words ("rated 2 of 5"), but begins with the
 * visible name, which is enough for voice control.
 */
const isJudgingRow = (rule: string, html: string) =>
  rule === "label-content-name-mismatch" && html.includes('role="option"');

async function violationsInBothThemes(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["light", "dark"]) {
    await page.evaluate((value) => (document.documentElement.dataset["theme"] = value), theme);
    const axe = theme === "light" ? axeOn(page).withTags(WCAG) : axeOn(page).withRules(COLOUR_RULES);
    const { violations } = await axe.analyze();
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

interface Screen {
  name: string;
  path: string;
  /** Returns an element that is visible once the page is complete. */
  shows: (page: Page) => ReturnType<Page["locator"]>;
}

const anArticle = (page: Page) => main(page).getByRole("article").last();
const aHeading = (page: Page) => page.getByRole("heading", { level: 1 });
const aTable = (page: Page) => main(page).getByRole("table");

const SCREENS: Record<"visitor" | "user" | "creator" | "admin", Screen[]> = {
  visitor: [
    { name: "Home", path: "/", shows: anArticle },
    {
      name: "Home with search results",
      path: "/?q=a",
      shows: (page) => page.getByRole("region", { name: "Search Results" }).getByRole("article").first(),
    },
    { name: "Login", path: "/login", shows: aHeading },
    { name: "Register", path: "/register", shows: (page) => page.locator("canvas") },
    { name: "Forgotten password", path: "/forgot_password", shows: aHeading },
    {
      name: "A link of a letter that leads nowhere",
      path: "/account_action",
      shows: (page) => page.getByRole("alert"),
    },
    { name: "After deleting an account", path: "/account_deleted", shows: aHeading },
    { name: "Contact", path: "/contact_us", shows: aHeading },
    { name: "All contests", path: "/all_contests", shows: anArticle },
    {
      name: "All contests without a match",
      path: "/all_contests?q=nothing-is-called-this",
      shows: (page) => page.getByText("No contests match these filters"),
    },
    { name: "Top contests", path: "/top_contests", shows: anArticle },
    { name: "About us", path: "/about", shows: aHeading },
    { name: "Terms of use", path: "/terms", shows: aHeading },
    { name: "Privacy policy", path: "/privacy", shows: aHeading },
    { name: "Cookie policy", path: "/cookies", shows: aHeading },
    { name: "the mailbox", path: "/mailbox", shows: aHeading },
    { name: "Google's local account chooser", path: "/local-google-sign-in", shows: aHeading },
  ],
  user: [
    {
      name: "the user's dashboard",
      path: "/dashboard",
      shows: (page) => page.getByRole("region", { name: "What next" }).getByRole("link").first(),
    },
    { name: "Participated Contests", path: "/dashboard/my_participated_contests", shows: aTable },
    { name: "My Winning Contests", path: "/dashboard/my_winning_contests", shows: anArticle },
    { name: "Followed Contests", path: "/dashboard/followed_contests", shows: aHeading },
    { name: "Judging", path: "/dashboard/judging", shows: anArticle },
    { name: "My Profile", path: "/dashboard/my_profile", shows: (page) => page.getByRole("img", { name: /Win rate/ }) },
    { name: "the user's Profile", path: "/dashboard/profile", shows: (page) => main(page).getByText("This one") },
    { name: "Home, signed in", path: "/", shows: anArticle },
  ],
  creator: [
    {
      name: "the creator's dashboard",
      path: "/dashboard",
      shows: (page) => page.getByRole("region", { name: "What next" }).getByRole("link").first(),
    },
    { name: "Add Contest", path: "/dashboard/add_contest", shows: (page) => field(main(page), "deadline") },
    { name: "Drafts", path: "/dashboard/contest_drafts", shows: aHeading },
    { name: "My Created Contests", path: "/dashboard/my_created_contests", shows: aTable },
    { name: "My Submitted Contests", path: "/dashboard/contest_submitted", shows: aTable },
    { name: "the creator's Profile", path: "/dashboard/profile", shows: (page) => main(page).getByText("This one") },
  ],
  admin: [
    {
      name: "the admin's dashboard",
      path: "/dashboard",
      shows: (page) => page.getByRole("region", { name: "What next" }).getByRole("link").first(),
    },
    { name: "Manage Users", path: "/dashboard/manage_users", shows: aTable },
    { name: "Manage Contests", path: "/dashboard/manage_contests", shows: aTable },
    { name: "Review, from the queue", path: "/dashboard/contest_review", shows: aHeading },
    { name: "Audit Trail", path: "/dashboard/audit", shows: aTable },
    { name: "Reports", path: "/dashboard/reports", shows: anArticle },
    { name: "Ledger", path: "/dashboard/ledger", shows: aTable },
    { name: "Inbox", path: "/dashboard/inbox", shows: anArticle },
    {
      name: "Inbox of what is handled, with a reply",
      path: "/dashboard/inbox?state=handled",
      shows: (page) =>
        main(page)
          .getByRole("list", { name: /^Replies to/ })
          .first(),
    },
    { name: "Parts", path: "/dashboard/parts", shows: anArticle },
    { name: "the admin's Profile", path: "/dashboard/profile", shows: (page) => main(page).getByText("This one") },
  ],
};

test.describe("Accessibility (WCAG 2.2 AA)", () => {
  test.describe.configure({ timeout: 120_000 });
  // Transitions would show intermediate colours.
  test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: WIDE });

  for (const person of ["visitor", "user", "creator", "admin"] as const) {
    test.describe(person, () => {
      test.use({ person });
      for (const { name, path: address, shows } of SCREENS[person]) {
        test(`${name}: ${IN}`, async ({ page }) => {
          await page.goto(address);
          await expect(shows(page)).toBeVisible();
          await expectAccessible(page);
        });
      }
    });
  }

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
    test(`Not found: ${IN}`, async ({ page, forgive }) => {
      forgive(/404/);
      await page.goto("/no-such-page");
      await expect(aHeading(page)).toBeVisible();
      await expectAccessible(page);
    });

    test(`A link of no letter: ${IN}`, async ({ page, forgive }) => {
      forgive(/404/);
      await page.goto("/unsubscribe/guessed");
      await expect(page.getByText("This link stops nothing")).toBeVisible();
      await expectAccessible(page);
    });

    for (const phase of ["open", "judging", "completed"]) {
      test(`Contest details, ${phase}: ${IN}`, async ({ page, as }) => {
        // The last contest is a demo contest; those of other tests may disappear.
        const contest = (
          (await (await (await as("visitor")).get(`/api/all-contests?phase=${phase}`)).json()) as Contest[]
        ).at(-1)!;
        await page.goto(`/contest-details/${contest._id}`);
        await expect(aHeading(page)).toHaveText(contest.name);
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
      await page.goto("/login?from=/dashboard/contest_drafts");
      await fillLogin(page, person);
      await expect(aTable(page)).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/dashboard/add_contest?draft=${whole}`);
      await expect(page.getByText("Draft saved")).toBeVisible();
      await expect(page.getByText("This is a short name.", { exact: false })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/contest-preview/${whole}`);
      await expect(aHeading(page)).toHaveText("Posters");
      await expectAccessible(page);
      await page.goto(`/contest-preview/${half}`);
      await expect(page.getByText("Not ready for a preview yet")).toBeVisible();
      await expectAccessible(page);
    });

    test(`Contest details of somebody who has joined: ${IN}`, async ({ page, contest, newcomer }) => {
      const { _id } = await contest();
      const person = await newcomer();
      await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } });
      await page.goto(`/login?from=/contest-details/${_id}`);
      await fillLogin(page, person);
      await expect(field(main(page), "text")).toBeVisible();
      await expectAccessible(page);
    });

    test(`an entry's files as they are added, one of them refused, handed in and looked at: ${IN}`, async ({
      page,
      contest,
      newcomer,
      forgive,
    }) => {
      forgive(/422/);
      const { _id } = await contest();
      const person = await newcomer();
      await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } });
      await page.goto(`/login?from=/contest-details/${_id}`);
      await fillLogin(page, person);
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
      await page.getByRole("button", { name: "Look at poster.webp" }).click();
      await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
      await expectAccessible(page);
    });

    test(`asking a question, and what was asked: ${IN}`, async ({ page, contest, newcomer }) => {
      const { _id } = await contest();
      const person = await newcomer();
      await person.api.post(`/api/questions/${_id}`, { data: { text: "May it be in colour?" } });
      await page.goto(`/login?from=${encodeURIComponent(`/contest-details/${_id}#questions`)}`);
      await fillLogin(page, person);
      const questions = page.getByRole("region", { name: "Questions" });
      await expect(questions.getByRole("article")).toBeVisible();
      await questions.getByRole("button", { name: "Ask a question" }).click();
      await expect(questions.getByLabel("Your question")).toBeFocused();
      await expectAccessible(page);
    });

    test(`A creator, and one that does not exist: ${IN}`, async ({ page, as, forgive }) => {
      forgive(/404/);
      const [creator] = (await (await (await as("visitor")).get("/api/best-creators")).json()) as {
        _id: string;
        name: string;
      }[];
      await page.goto(`/creators/${creator!._id}`);
      await expect(aHeading(page)).toHaveText(creator!.name);
      await expectAccessible(page);
      await page.goto("/creators/00000000-0000-4000-8000-000000000000");
      await expect(aHeading(page)).toHaveText("Creator not found");
      await expectAccessible(page);
    });

    test(`A winner's page, and that of a contest without one: ${IN}`, async ({ page, as, forgive }) => {
      forgive(/404/);
      for (const phase of ["completed", "open"]) {
        const contest = (
          (await (await (await as("visitor")).get(`/api/all-contests?phase=${phase}`)).json()) as Contest[]
        ).at(-1)!;
        await page.goto(`/contest-details/${contest._id}/winner`);
        await expect(aHeading(page)).toBeVisible();
        if (phase === "completed") await expect(page.getByRole("img", { name: /^To share: / })).toBeVisible();
        await expectAccessible(page);
      }
    });

    test(`a contest that does not exist: ${IN}`, async ({ page, forgive }) => {
      forgive(/404/);
      await page.goto("/contest-details/00000000-0000-4000-8000-000000000000");
      await expect(aHeading(page)).toBeVisible();
      await expectAccessible(page);
    });

    test.describe("user", () => {
      test.use({ person: "user" });

      test(`Payment, with its errors: ${IN}`, async ({ page, contest }) => {
        const { _id } = await contest();
        await page.goto(`/contest-details/${_id}/payment`);
        await main(page).getByRole("button", { name: /^Pay/ }).click();
        await expect(field(main(page), "cvc")).toHaveAccessibleDescription(/required/);
        await expectAccessible(page);
      });
    });

    test.describe("creator", () => {
      test.use({ person: "creator" });

      test(`writing to everybody who joined: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/my_created_contests");
        await main(page)
          .locator("button[aria-label='Write to everybody who joined']:not([aria-disabled])")
          .first()
          .click();
        await expect(page.getByRole("dialog").getByLabel("Your news")).toBeVisible();
        await expectAccessible(page);
      });

      test(`extending a deadline: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/my_created_contests");
        await main(page).locator("button[aria-label='Extend the deadline']:not([aria-disabled])").first().click();
        await expect(page.getByRole("dialog").getByLabel("Reason")).toBeVisible();
        await expectAccessible(page);
      });

      test(`how a contest gets on: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/my_created_contests");
        await main(page)
          .getByRole("link", { name: /^\d+ joined$/ })
          .first()
          .click();
        await expect(main(page).getByRole("img", { name: /^Joins and entries/ })).toBeVisible();
        await expect(main(page).getByRole("table", { name: "Who takes part" })).toBeVisible();
        await main(page).getByText("The same as a table").click();
        await expectAccessible(page);
      });

      test(`rating the entries of a contest: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/contest_submitted?phase=judging");
        await main(page)
          .getByRole("row")
          .nth(1)
          .getByRole("link", { name: /Entries|winner/ })
          .click();
        // Opens the entry, because a phone shows either the list or the entry.
        await main(page).getByRole("listbox").getByRole("option").first().click();
        await expect(main(page).getByRole("radio").first()).toBeVisible();
        await expect(main(page).getByLabel(/^A word for/)).toBeVisible();
        await expectAccessible(page);
      });

      test(`inviting a judge, and sending one away: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/contest_submitted?phase=judging");
        await main(page)
          .getByRole("row")
          .nth(1)
          .getByRole("link", { name: /Entries|winner/ })
          .click();
        const judges = main(page).getByRole("region", { name: "Judges" });
        await judges.getByRole("button", { name: "Invite a judge" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
        await expect(page.getByRole("dialog").getByText("This field is required")).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
        await judges.getByRole("button", { name: "Withdraw" }).first().click();
        await expect(page.getByRole("alertdialog")).toBeVisible();
        await expectAccessible(page);
      });

      test(`the keys of judging: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/contest_submitted?phase=judging");
        await main(page)
          .getByRole("row")
          .nth(1)
          .getByRole("link", { name: /Entries|winner/ })
          .click();
        await main(page).getByRole("button", { name: "Keys" }).click();
        await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
        await expectAccessible(page);
      });

      test(`choosing a winner: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/contest_submitted?phase=judging");
        await main(page)
          .getByRole("row")
          .nth(1)
          .getByRole("link", { name: /Entries|winner/ })
          .click();
        await main(page)
          .getByRole("button", { name: /^Choose as winner/ })
          .click();
        await page
          .getByRole("alertdialog")
          .getByRole("button", { name: /^Declare/ })
          .click();
        await expect(
          page.getByRole("alertdialog").getByText("Please say in a sentence why this entry won"),
        ).toBeVisible();
        await expectAccessible(page);
      });

      test(`a contest's entries: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/contest_submitted?phase=completed");
        await main(page)
          .getByRole("row")
          .nth(1)
          .getByRole("link", { name: /Entries|winner/ })
          .click();
        await expect(main(page).getByRole("article").first()).toBeVisible();
        await expect(main(page).getByRole("listbox").getByRole("option").first()).toBeVisible();
        await expectAccessible(page);
      });
    });
  });

  test.describe("opened menus", () => {
    test.describe("signed in", () => {
      test.use({ person: "user" });

      test(`the avatar menu: ${IN}`, async ({ page }) => {
        await page.goto("/contact_us");
        await openAccountMenu(page);
        await expectAccessible(page);
      });

      test(`the bell's notices: ${IN}`, async ({ page }) => {
        await page.goto("/contact_us");
        await page.getByRole("button", { name: /^Notices,/ }).click();
        await expect(page.getByRole("region", { name: "Newest notices" }).getByRole("listitem").first()).toBeVisible();
        await expectAccessible(page);
      });

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
    test.describe("creator", () => {
      test.use({ person: "creator" });

      test(`Update Contest: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/my_created_contests?phase=in_review");
        await main(page).getByRole("button", { name: "Edit" }).first().click();
        await expect(field(page.getByRole("dialog"), "prize")).toBeVisible();
        await expectAccessible(page);
      });

      test(`choosing a cover: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/add_contest");
        await main(page).getByRole("button", { name: "Choose a cover" }).click();
        await expect(
          page
            .getByRole("dialog")
            .getByRole("button", { name: /^Cover 1 / })
            .first(),
        ).toBeVisible();
        await expectAccessible(page);
      });

      test(`deleting a contest: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/my_created_contests?phase=open");
        await main(page).getByRole("button", { name: "Delete" }).first().click();
        await expect(page.getByRole("alertdialog").getByRole("button").last()).toBeVisible();
        await expectAccessible(page);
      });

      test(`the calendar of Add Contest, and its errors: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/add_contest");
        await main(page).getByRole("button", { name: "Add Contest" }).click();
        await expect(field(main(page), "prize")).toHaveAccessibleDescription(/required/);
        await field(main(page), "deadline").press("ArrowDown");
        await expect(page.locator(".react-datepicker")).toBeVisible();
        await expectAccessible(page);
      });
    });

    test.describe("admin", () => {
      test.use({ person: "admin" });

      test(`commenting on a contest: ${IN}`, async ({ page, contest }) => {
        const { name } = await contest({ isPending: true });
        await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
        await rowOf(page, name).getByRole("button", { name: "Comment" }).click();
        await expect(field(page.getByRole("dialog"), "text")).toBeVisible();
        await expectAccessible(page);
      });

      test(`a contest in its second round, the words that go with a decision, and its page as it will be: ${IN}`, async ({
        page,
        contest,
        as,
      }) => {
        const { _id, name, owner } = await contest({ isPending: true });
        expect(
          (
            await (
              await as("admin")
            ).post(`/api/comment-contest/${_id}`, {
              data: { text: "Please name the size.", decision: "changes_requested" },
            })
          ).ok(),
        ).toBe(true);
        expect(
          (
            await owner.api.put(`/api/update-contest/${_id}`, {
              data: { task: "A kite of paper, one metre wide.", prize: "77" },
            })
          ).ok(),
        ).toBe(true);
        await page.goto(`/dashboard/contest_review/${_id}`);
        await expect(
          page.getByRole("region", { name: "What changed since the last round" }).locator("ins").first(),
        ).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Reject" }).click();
        await expect(field(page.getByRole("dialog"), "text")).toBeVisible();
        await expectAccessible(page);
        await page.goto(`/review-preview/${_id}`);
        await expect(aHeading(page)).toHaveText(name);
        await expectAccessible(page);
      });

      test(`blocking a person: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/manage_users?q=user@conquest.test");
        await chooseAction(page, "user@conquest.test", "Block");
        await expect(page.getByRole("alertdialog").getByRole("button").last()).toBeVisible();
        await expectAccessible(page);
      });

      test(`the menu of a person, and several people at once: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/manage_users");
        await page.getByRole("checkbox", { name: "Select all shown" }).check();
        await expect(page.getByRole("button", { name: /^Block \d+ people$/ })).toBeVisible();
        await page
          .getByRole("button", { name: /^Actions for/ })
          .first()
          .click();
        await expect(page.getByRole("menuitem").first()).toBeFocused();
        await expectAccessible(page);
      });

      test(`removing a person: ${IN}`, async ({ page }) => {
        await page.goto("/dashboard/manage_users?q=user@conquest.test");
        await chooseAction(page, "user@conquest.test", "Remove");
        await expect(page.getByRole("alertdialog").getByRole("button").last()).toBeVisible();
        await expectAccessible(page);
      });
    });
  });

  test.describe("states", () => {
    test(`Register with a solved captcha, its words and its errors: ${IN}`, async ({ page }) => {
      await readCanvases(page);
      await page.goto("/register");
      await main(page).getByRole("button", { name: "Read it in words" }).click();
      await field(page, "captcha").fill(await captchaText(page));
      await field(page, "captcha").blur();
      await main(page).getByRole("button", { name: "Register", exact: true }).click();
      await expect(field(page, "email")).toHaveAccessibleDescription(/required/);
      await expectAccessible(page);
    });

    test(`a list that failed: ${IN}`, async ({ page, forgive }) => {
      forgive(/422/);
      await answerWith(page, "**/api/all-contests*", { error: { code: "failed", message: "It is raining." } }, 422);
      await page.goto("/login");
      await waitForHydration(page);
      await page.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
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
      await page.getByRole("banner").getByRole("link", { name: "Top Contests" }).press("Enter");
      await expect(aHeading(page)).toHaveText("Top Contests");
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
        const button = main(page).getByRole("button", { name: "Delete" }).first();
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
