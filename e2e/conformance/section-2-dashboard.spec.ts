import type { Page } from "@playwright/test";
import { chooseAction, giveReason } from "../manage-users";
import { admin, creator, user } from "../people";
import { addContest, fillLogin, signIn } from "../site";
import {
  aContestForm,
  answerWith,
  columnsOf,
  field,
  fillContestForm,
  inDays,
  openSignedIn,
  pauseRequests,
  toast,
  uidOf,
} from "../signed-in";
import { expect, inOneWorker, pageStatements, settled, test } from "./statements";
import { failWith, heading, main, openContestRow, rowOf, submit } from "./steps";
import type { Contest, User } from "../wire";

const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });
const menuLink = (page: Page, name: string) => menu(page).getByRole("link", { name });
const logout = (page: Page) => page.getByRole("button", { name: "Logout" });
const becomeCreator = (page: Page) => page.getByRole("button", { name: "Become A Creator" });
const accountRegion = (page: Page) => main(page).getByRole("region", { name: "Account", exact: true });
const count = (page: Page) => main(page).locator("header .cq-count");

const REQUESTED = { role: "requested" };
const PICTURE = "/media/people/picture.svg";
const MENUS = {
  admin: [
    ["manage_users", "Manage Users"],
    ["manage_contests", "Manage Contests"],
  ],
  creator: [
    ["add_contest", "Add Contest"],
    ["my_created_contests", "My Created Contests"],
    ["contest_submitted", "My Submitted Contests"],
  ],
  user: [
    ["my_participated_contests", "My Participated Contests"],
    ["my_winning_contests", "My Winning Contests"],
    ["my_profile", "My Profile"],
  ],
} as const;
const ALL_ENTRIES = Object.values(MENUS).flatMap((entries) => entries.map(([name]) => `/dashboard/${name}`));

async function showColumns(page: Page, names: string[]) {
  for (const name of names) await expect(main(page).getByRole("columnheader", { name, exact: true })).toBeVisible();
}

/** Answers requests for a picture that the site does not have. */
const servePicture = (page: Page, path: string) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    }),
  );

test.describe("2. Screens and routes", () => {
  for (const person of ["admin", "creator", "user"] as const)
    pageStatements(
      { path: "/dashboard", person },
      {
        [`the ${person} menu has a Logout button`]: (page) => expect(logout(page)).toBeEnabled(),
        [`the ${person} menu has no entry of another role`]: async (page) => {
          await expect(menu(page).getByRole("link", { name: "Profile", exact: true })).toBeVisible();
          const shown = await menu(page)
            .getByRole("link")
            .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
          const own = MENUS[person].map(([name]) => `/dashboard/${name}`);
          expect(shown.filter((path) => ALL_ENTRIES.includes(path))).toEqual(own);
        },
        ...(person === "user" && {
          "the dashboard's index shows a welcome text": (page) => expect(heading(page)).toContainText("Welcome"),
          "the dashboard has a side menu plus a content outlet": async (page) => {
            await menuLink(page, "My Profile").click();
            await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("My Profile");
            await expect(menu(page)).toBeVisible();
          },
        }),
        ...Object.fromEntries(
          MENUS[person].map(([name, label]) => [
            `the ${person} menu has ${name}, shown as ${label}`,
            async (page: Page) => {
              await menuLink(page, label).click();
              await expect(page).toHaveURL(`/dashboard/${name}`);
              await expect(heading(page)).toContainText(label.replace(/^My (Participated)/, "$1"));
            },
          ]),
        ),
        [`the ${person} menu has a Profile link`]: async (page) => {
          await menu(page).getByRole("link", { name: "Profile", exact: true }).click();
          await expect(page).toHaveURL("/dashboard/profile");
        },
        ...(person === "user" && {
          "the dashboard's logo links to /": async (page) => {
            await page.getByRole("link", { name: "Conquest" }).filter({ visible: true }).first().click();
            await expect(page).toHaveURL("/");
          },
        }),
      },
    );

  test("the user menu is also used for role requested", async ({ page, newcomer, call }) => {
    const person = await newcomer();
    await call(person, `PUT /update-user-role/${person.email}`, REQUESTED);
    await openSignedIn(page, person, "/dashboard");
    for (const [name, label] of MENUS.user)
      await expect(menuLink(page, label)).toHaveAttribute("href", `/dashboard/${name}`);
  });

  test("a Become A Creator action is shown only to role user", async ({ page, call, another, openAsNewcomer }) => {
    const person = await openAsNewcomer("/dashboard");
    await expect(becomeCreator(page)).toBeVisible();
    await call(person, `PUT /update-user-role/${person.email}`, REQUESTED);
    await page.reload();
    await expect(logout(page)).toBeVisible();
    await expect(becomeCreator(page)).toHaveCount(0);
    for (const other of [creator, admin]) {
      const screen = await another();
      await screen.goto("/login?from=/dashboard");
      await fillLogin(screen, other);
      await expect(logout(screen)).toBeVisible();
      await expect(becomeCreator(screen)).toHaveCount(0);
    }
  });

  test("Logout signs out, then goes to /login", async ({ page, openAsNewcomer }) => {
    await openAsNewcomer("/dashboard");
    await logout(page).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/login/);
  });

  test.describe("user", () => {
    test.use({ person: "user" });

    test(
      "notices are listed on the dashboard's index under the welcome text, unread first",
      settled("product decisions §4, notices"),
      async ({ page }) => {
        const notice = { kind: "joined", href: "/all_contests", at: "2026-01-01T00:00:00.000Z" };
        await answerWith(page, /\/api\/notices(\?|$)/, [
          { ...notice, _id: "1", text: "You joined one contest.", isRead: false },
          { ...notice, _id: "2", text: "You joined another contest.", isRead: true },
        ]);
        await page.goto("/dashboard");
        const notices = main(page)
          .getByRole("region", { name: /^Notifications/ })
          .getByRole("listitem");
        await expect(notices.first()).toContainText("Unread: You joined one contest.");
        await expect(notices.last()).not.toContainText("Unread");
      },
    );

    test("on wide screens the side menu is fixed", async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 500 });
      await page.goto("/dashboard/my_participated_contests");
      await expect(main(page).getByRole("table")).toBeVisible();
      const before = await menu(page).boundingBox();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      // Browsers scroll by whole device pixels but lay out in fractions.
      expect((await menu(page).boundingBox())?.y).toBeCloseTo(before!.y, 0);
      await expect(page.getByRole("button", { name: "Dashboard menu" })).toBeHidden();
    });

    test("on small screens a top bar has a button that toggles the side menu", async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 720 });
      await page.goto("/dashboard");
      await expect(heading(page)).toBeVisible();
      await expect(menu(page)).toBeHidden();
      const button = page.getByRole("button", { name: "Dashboard menu" });
      await button.click();
      await expect(menuLink(page, "My Profile")).toBeVisible();
      await button.click();
      await expect(menu(page)).toBeHidden();
    });

    test("a spinner shows while the role is fetched", async ({ page }) => {
      // The response that opens the session contains the role.
      const release = await pauseRequests(page, "**/api/save-user");
      await page.goto("/dashboard");
      await expect(page.locator(".cq-spinner").first()).toBeVisible();
      await expect(menuLink(page, "My Profile")).toHaveCount(0);
      release();
      await expect(menuLink(page, "My Profile")).toBeVisible();
    });

    for (const [title, image, shown] of [
      ["Profile shows the profile picture", PICTURE, PICTURE],
      ["Profile shows a default image if there is no picture", "", /^data:image\/svg/],
    ] as const)
      test(title, async ({ page, get }) => {
        await answerWith(page, "**/api/save-user", { ...(await get<User>(`/user/${user.email}`, "user")), image });
        await servePicture(page, PICTURE);
        await page.goto("/dashboard/profile");
        await expect(accountRegion(page).getByRole("img")).toHaveAttribute("src", shown);
      });

    test("My Winning Contests is a list of won contests with id, image, name and dateWon", async ({ page }) => {
      const [id, image, name] = ["5f0c9d3e-0000-4000-8000-000000000001", "/media/won.svg", "A bridge of reeds"];
      const won = { id, image, name, dateWon: "2026-02-03T10:00:00.000Z", prize: 5000, note: "", isPublic: true };
      await answerWith(page, "**/api/user/won-contests", [won]);
      await servePicture(page, image);
      await page.goto("/dashboard/my_winning_contests");
      const card = main(page).getByRole("article", { name });
      await expect(card.locator("img")).toHaveAttribute("src", image);
      await expect(card).toContainText(id);
      await expect(card).toContainText("03/02/2026");
      expect(await columnsOf(main(page).getByRole("article"))).toBe(1);
    });

    test(
      "My Profile shows a percentage ring",
      settled("product decisions §4: the ring is the win rate over finished contests, and does not wait 5 s"),
      async ({ page }) => {
        await answerWith(page, "**/api/my-stats/**", { joined: 9, finished: 8, won: 3 });
        await page.goto("/dashboard/my_profile");
        await expect(main(page).getByRole("img", { name: "Win rate: 38%" })).toBeVisible();
        await expect(main(page)).toContainText("3 of 8");
      },
    );
  });

  pageStatements(
    { path: "/dashboard/profile", person: "user" },
    {
      "Profile shows the role in capitals": (page) =>
        expect(accountRegion(page).getByText("USER", { exact: true })).toBeVisible(),
      "Profile shows the user id": async (page, { as }) =>
        expect(accountRegion(page)).toContainText(new RegExp(`User ID\\s*${await uidOf(await as("visitor"), user)}`)),
      "Profile shows the name and the email": async (page, { get }) => {
        const { name } = await get<User>(`/user/${user.email}`, "user");
        await expect(accountRegion(page)).toContainText(new RegExp(`Name\\s*${name}`));
        await expect(accountRegion(page)).toContainText(new RegExp(`Email\\s*${user.email}`));
      },
      "Profile shows the join date, the creation time as a date string": (page) =>
        expect(accountRegion(page)).toContainText(/Join date\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} \d{2} 20\d{2}/),
      'Profile has an "Apply for" dropdown with the options Select Role (a disabled placeholder), User, Contest Creator, Admin':
        async (page) => {
          const options = main(page).getByLabel("Apply for").locator("option");
          await expect(options).toHaveText(["Select Role", "User", "Contest Creator", "Admin"]);
          await expect(options.first()).toHaveJSProperty("disabled", true);
        },
    },
  );

  pageStatements(
    { path: "/dashboard/profile", person: "creator" },
    {
      'creators and admins keep their role: their "Apply for" is disabled with a sentence why': async (
        page,
        { call },
      ) => {
        await expect(main(page).getByLabel("Apply for")).toBeDisabled();
        await expect(main(page).getByLabel("Apply for")).toHaveAccessibleDescription(/creator/);
        for (const [role, email] of [
          ["creator", creator.email],
          ["admin", admin.email],
        ] as const)
          expect((await call(role, `PUT /update-user-role/${email}`, REQUESTED)).status()).toBe(409);
      },
    },
    "product decisions §1",
  );

  pageStatements(
    { path: "/dashboard/my_created_contests?phase=open", person: "creator" },
    {
      "My Created Contests is a table of contest title, description and status": async (page) => {
        await showColumns(page, ["Title", "Description", "Status"]);
        await expect(main(page).getByRole("row").nth(1)).toContainText("open");
      },
    },
  );

  test.describe("creator", () => {
    test.use({ person: "creator" });

    test("Add Contest is a form; on success it goes to /dashboard/my_created_contests", async ({ page, call, get }) => {
      const name = `Folding kite ${Date.now()}`;
      await page.goto("/dashboard/add_contest");
      await fillContestForm(page, aContestForm({ name }));
      await addContest(page);
      await expect(page).toHaveURL("/dashboard/my_created_contests");
      await expect(rowOf(page, name)).toBeVisible();
      const query = `/my-contests/${creator.email}?q=${encodeURIComponent(name)}` as const;
      const [made] = await get<[Contest]>(query, "creator");
      await call("creator", `DELETE /delete-contest/${made._id}`, {});
    });

    test("My Created Contests has a count badge", async ({ page }) => {
      // Compares with the page's own response, because other tests may create contests of this creator at any time.
      const answered = page.waitForResponse(`**/api/my-contests/${encodeURIComponent(creator.email)}*`);
      await page.goto("/dashboard/my_created_contests");
      await expect(count(page)).toContainText(`${(await answered).headers()["x-total-count"]} contest`);
    });
  });

  test("an edit button opens an Update Contest modal, prefilled", async ({ page, contest }) => {
    const made = await contest({ isPending: true });
    await openSignedIn(page, made.owner, "/dashboard/my_created_contests");
    await rowOf(page, made.name).getByRole("button", { name: "Edit" }).click();
    const modal = page.getByRole("dialog", { name: "Update Contest" });
    for (const name of ["name", "image", "description", "registrationPrice", "prize", "task", "tags"] as const)
      await expect(field(modal, name)).toHaveValue(String(made[name]));
    await expect(field(modal, "deadline")).toHaveValue(/^\d{2}\/\d{2}\/20\d{2}$/);
  });

  test("a delete button deletes the contest", async ({ page, contest }) => {
    const { name, owner } = await contest({ isPending: true });
    await openSignedIn(page, owner, "/dashboard/my_created_contests");
    await rowOf(page, name).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: /^Delete/ }).click();
    await expect(rowOf(page, name)).toHaveCount(0);
  });

  test('the empty state is "No contests found" with a link to add_contest', async ({ page, openAsNewcomer }) => {
    await openAsNewcomer("/dashboard/my_created_contests", "creator");
    await expect(main(page).getByText("No contests found")).toBeVisible();
    await main(page).locator(".cq-state").getByRole("link").click();
    await expect(page).toHaveURL("/dashboard/add_contest");
  });

  test(
    "an admin's comment reaches the creator, on My Created Contests and in the Update modal",
    settled("product decisions §3"),
    async ({ page, contest, call }) => {
      const text = "Please name the size of the kite.";
      const { _id, name, owner } = await contest({ isPending: true });
      await call("admin", `POST /comment-contest/${_id}`, { text });
      await openSignedIn(page, owner, "/dashboard/my_created_contests");
      await expect(rowOf(page, name)).toContainText(text);
      await rowOf(page, name).getByRole("button", { name: "Edit" }).click();
      await expect(page.getByRole("dialog", { name: "Update Contest" })).toContainText(text);
    },
  );

  test(
    "the delete dialog says the consequence before it happens",
    settled("product decisions §3, delete"),
    async ({ page, joined }) => {
      const { name, owner } = await joined({ prize: "2400" });
      await openSignedIn(page, owner, "/dashboard/my_created_contests");
      await rowOf(page, name).getByRole("button", { name: "Cancel contest" }).click();
      await expect(page.getByRole("alertdialog")).toContainText("refund 1 person, ৳2,400");
    },
  );

  const submitted = { path: "/dashboard/contest_submitted", person: "creator" } as const;
  inOneWorker(() => {
    pageStatements(submitted, {
      "My Submitted Contests is a table of title, prize, status": async (page) => {
        await showColumns(page, ["Title", "Prize", "Status"]);
        await expect(main(page).getByRole("row").nth(1)).toContainText("৳");
      },
    });

    pageStatements(
      submitted,
      {
        "each row of My Submitted Contests opens its entries": async (page) => {
          const row = main(page).getByRole("row").nth(1);
          await row.getByRole("link", { name: /^\d+ entr/ }).click();
          await expect(page).toHaveURL(/\/dashboard\/contest_submitted\/[0-9a-f-]{36}$/);
        },
      },
      "product decisions §4",
    );
  });

  test(
    "after the deadline the creator chooses one winner, with a note, once only; it fills My Winning Contests, Winner's Circle and the win rate, and tells everyone",
    settled("product decisions §4"),
    async ({ page, contest, newcomer, call, get }) => {
      const [owner, winner, other] = [await newcomer("creator"), await newcomer(), await newcomer()];
      const { _id, name } = await contest({ by: owner, deadline: inDays(6 / 86_400) });
      for (const person of [winner, other]) {
        await call(person, "PUT /join-contest", { contestId: _id, email: person.email });
        await call(person, `PUT /submit-entry/${_id}`, { text: `A kite by ${person.email}`, link: "" });
      }
      await expect.poll(async () => (await get<Contest>(`/contest-details/${_id}`, owner)).phase).toBe("judging");

      const note = "It flies in the lightest wind.";
      await openSignedIn(page, owner, `/dashboard/contest_submitted/${_id}`);
      await main(page).getByRole("listbox").getByRole("option").filter({ hasText: winner.email }).click();
      const entry = main(page).getByRole("article").filter({ hasText: winner.email });
      await entry.getByRole("button", { name: /^Pick as winner/ }).click();
      const dialog = page.getByRole("alertdialog");
      await dialog.getByLabel(/Note/).fill(note);
      await dialog.getByRole("button", { name: /^Pick/ }).click();
      await expect(main(page).getByText(/won this contest/)).toBeVisible();

      const entries = await get<{ _id: string; isWinner: boolean }[]>(`/contest-entries/${_id}`, owner);
      const again = { entryId: entries[1]?._id, note: "Another." };
      expect((await call(owner, `PUT /declare-winner/${_id}`, again)).status()).toBe(409);
      expect(entries.filter(({ isWinner }) => isWinner)).toHaveLength(1);
      expect(await get("/user/won-contests", winner)).toEqual([expect.objectContaining({ id: _id, name, note })]);
      expect(await get(`/my-stats/${winner.email}`, winner)).toMatchObject({ finished: 1, won: 1 });
      const latest = await get<{ lastContest: { _id: string } }[]>("/winners", owner);
      expect(latest.map(({ lastContest }) => lastContest._id)).toContain(_id);
      for (const [person, kind] of [
        [winner, "winner"],
        [other, "result"],
      ] as const) {
        const notices = await get<{ kind: string }[]>("/notices", person);
        expect(notices.map((notice) => notice.kind)).toContain(kind);
      }
    },
  );

  pageStatements(
    { path: `/dashboard/manage_users?q=${user.email}`, person: "admin" },
    {
      "Manage Users is a table of photo, name, email, current status, current role and a remove action": async (
        page,
      ) => {
        await showColumns(page, ["Photo", "Name", "Email", "Status", "Role"]);
        const row = rowOf(page, user.email);
        await expect(row.locator("img")).toBeVisible();
        for (const text of ["Verified", "User"]) await expect(row.getByText(text, { exact: true })).toBeVisible();
        await row.getByRole("button", { name: /^Actions for/ }).click();
        await expect(page.getByRole("menuitem", { name: "Remove" })).toBeEnabled();
      },
    },
  );

  test.describe("admin", () => {
    test.use({ person: "admin" });

    test("the remove action of Manage Users removes the person", async ({ page, newcomer }) => {
      const { email } = await newcomer();
      await page.goto(`/dashboard/manage_users?q=${email}`);
      await chooseAction(page, email, "Remove");
      await giveReason(page, "Spam.");
      await expect(rowOf(page, email)).toHaveCount(0);
    });

    test(
      "an admin sees open requests first in Manage Users, and approves or declines",
      settled("product decisions §1"),
      async ({ page, newcomer, call }) => {
        const person = await newcomer();
        await call(person, `PUT /update-user-role/${person.email}`, REQUESTED);
        await page.goto("/dashboard/manage_users");
        await expect(main(page).getByRole("row").nth(1).getByRole("button", { name: "Approve" })).toBeVisible();
        await page.goto(`/dashboard/manage_users?q=${person.email}`);
        const row = rowOf(page, person.email);
        await expect(row.getByRole("button", { name: "Decline" })).toBeVisible();
        await row.getByRole("button", { name: "Approve" }).click();
        await expect(row.getByText("Creator", { exact: true })).toBeVisible();
      },
    );

    test("Manage Contests is a table of image, name, creator name and email, status", async ({ page, contest }) => {
      const { name, image, owner } = await contest({ isPending: true });
      const row = await openContestRow(page, name);
      await showColumns(page, ["Image", "Name", "Creator", "Status"]);
      await expect(row.locator("img")).toHaveAttribute("src", image);
      for (const text of [owner.name, owner.email, "pending"]) await expect(row).toContainText(text);
    });

    for (const action of ["Confirm", "Delete", "Comment"])
      test(`Manage Contests has the action ${action.toLowerCase()}`, async ({ page, contest }) => {
        const { name } = await contest({ isPending: true });
        const row = await openContestRow(page, name);
        await expect(row.getByRole("button", { name: action })).toBeEnabled();
      });

    test("Comment opens a modal", async ({ page, contest }) => {
      const { name } = await contest({ isPending: true });
      await (await openContestRow(page, name)).getByRole("button", { name: "Comment" }).click();
      await expect(page.getByRole("dialog", { name: /Comment/ }).getByLabel(/comment/)).toBeVisible();
    });
  });

  const firstRow = (page: Page) => main(page).locator("tr:has(td)").first();
  const participated = { path: "/dashboard/my_participated_contests", person: "user" } as const;
  inOneWorker(() => {
    pageStatements(participated, {
      "Participated Contests is a table of name, description, deadline, payment status": async (page) => {
        await showColumns(page, ["Name", "Description", "Deadline", "Payment status"]);
        await expect(firstRow(page)).toContainText(/Paid|Refunded/);
      },
      "Participated Contests has a count badge": async (page, { call }) => {
        const answer = await call("user", `GET /participated-contests/${user.email}`);
        await expect(count(page)).toContainText(`${answer.headers()["x-total-count"]} contest`);
      },
    });

    pageStatements(
      participated,
      {
        "Participated Contests rows add amount, phase and entry state": async (page) => {
          await expect(firstRow(page)).toContainText(/৳/);
          await expect(firstRow(page)).toContainText(/No entry|Submitted|Winner/);
        },
      },
      "product decisions §4",
    );
  });

  pageStatements(
    { path: "/dashboard/my_winning_contests", person: "user" },
    {
      "the count badge of My Winning Contests shows the number of wins": async (page, { get }) => {
        const won = await get<unknown[]>("/user/won-contests", "user");
        await expect(count(page)).toContainText(new RegExp(`^${won.length}\\b`));
      },
    },
    "product decisions §4: choosing a winner fills the badge; the specification's 0 was a placeholder",
  );

  pageStatements(
    { path: "/dashboard/my_profile", person: "user" },
    {
      "My Profile has a profile-update form with optional new name and photo URL fields": async (page) => {
        await expect(main(page).getByLabel("New name (optional)")).toBeEditable();
        await expect(main(page).getByLabel("Photo URL (optional)")).toBeEditable();
      },
    },
  );

  const RING = settled("product decisions §4: the ring is the win rate");
  for (const [title, screen, texts, source] of [
    [
      'the empty state of Participated Contests is "Participate in a contest to see your progress here"',
      "my_participated_contests",
      ["Participate in a contest to see your progress here"],
      {},
    ],
    [
      'the empty state of My Winning Contests is "You haven\'t won any contests yet. Keep participating!"',
      "my_winning_contests",
      ["You haven't won any contests yet. Keep participating!"],
      {},
    ],
    [
      'My Profile\'s ring is 0 % and says "No finished contests yet" at first',
      "my_profile",
      ["No finished contests yet"],
      RING,
    ],
  ] as const)
    test(title, source, async ({ page, openAsNewcomer }) => {
      await openAsNewcomer(`/dashboard/${screen}`);
      for (const text of texts) await expect(main(page).getByText(text)).toBeVisible();
      if (screen === "my_profile") await expect(main(page).getByRole("img", { name: "Win rate: 0%" })).toBeVisible();
    });

  test("the profile-update form changes the name", async ({ page, newcomer }) => {
    await signIn(page, await newcomer());
    await page.goto("/dashboard/my_profile");
    await field(main(page), "name").fill("Shirin Sultana");
    await submit(page, "Update Profile").click();
    await expect(toast(page, "Updated Successfully! Please Reload")).toBeVisible();
    await expect(page.locator(".sh-side")).toContainText("Shirin Sultana");
  });

  const STATES = settled("product decisions §5: every list has four designed states");
  for (const [person, path, endpoint] of [
    ["creator", "my_created_contests", /\/api\/my-contests\//],
    ["creator", "contest_submitted", /\/api\/my-contests\//],
    ["admin", "manage_users", /\/api\/all-users-except\//],
    ["admin", "manage_contests", /\/api\/all-contests-unfiltered/],
    ["user", "my_participated_contests", /\/api\/participated-contests\//],
    ["user", "my_winning_contests", /\/api\/user\/won-contests/],
  ] as const)
    test.describe(path, () => {
      test.use({ person });

      test(`${path} shows a skeleton while it loads`, STATES, async ({ page }) => {
        const release = await pauseRequests(page, endpoint);
        await page.goto(`/dashboard/${path}`);
        await expect(main(page).locator("[aria-busy=true]").first()).toBeVisible();
        release();
        await expect(main(page).locator("[aria-busy=true]")).toHaveCount(0);
      });

      test(`${path} that fails says so and offers Retry`, STATES, async ({ page, forgive }) => {
        forgive(/422/);
        await failWith(page, endpoint, 422, "It is raining.");
        await page.goto(`/dashboard/${path}`);
        await expect(main(page).getByRole("alert")).toContainText("It is raining.");
        await page.unroute(endpoint);
        await main(page).getByRole("button", { name: "Retry" }).click();
        await expect(main(page).getByRole("alert")).toHaveCount(0);
      });

      if (person !== "user")
        test(`${path} that is empty because of a filter says so and offers to clear it`, STATES, async ({ page }) => {
          await page.goto(`/dashboard/${path}?q=nothing-is-called-this`);
          await main(page).locator(".cq-state").getByRole("button").click();
          await expect(page).toHaveURL(`/dashboard/${path}`);
          await expect(main(page).getByRole("table")).toBeVisible();
        });
    });
});
