import type { Page } from "@playwright/test";
import { chooseAction, giveReason } from "../manage-users";
import { admin, creator, user } from "../people";
import { fillLogin, signIn } from "../site";
import {
  aContestForm,
  answerWith,
  columnsOf,
  expect,
  field,
  fillContestForm,
  pauseRequests,
  inDays,
  test,
  toast,
  uidOf,
} from "../signed-in";
import type { Contest, User } from "../wire";

const main = (page: Page) => page.locator("main");
const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });
const logout = (page: Page) => page.getByRole("button", { name: "Logout" });
const becomeCreator = (page: Page) => page.getByRole("button", { name: "Become A Creator" });
const rowOf = (page: Page, text: string) => main(page).getByRole("row").filter({ hasText: text });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const USER_MENU = {
  "/dashboard/my_participated_contests": "My Participated Contests",
  "/dashboard/my_winning_contests": "My Winning Contests",
  "/dashboard/my_profile": "My Profile",
};
const MENUS = {
  admin: { "/dashboard/manage_users": "Manage Users", "/dashboard/manage_contests": "Manage Contests" },
  creator: {
    "/dashboard/add_contest": "Add Contest",
    "/dashboard/my_created_contests": "My Created Contests",
    "/dashboard/contest_submitted": "My Submitted Contests",
  },
  user: USER_MENU,
} as const;
const ALL_ENTRIES = Object.values(MENUS).flatMap((entries) => Object.keys(entries));

test.describe("2. Screens and routes", () => {
  test.describe("Dashboard area", () => {
    for (const person of ["admin", "creator", "user"] as const) {
      test.describe(person, () => {
        test.use({ person });
        const entries = Object.entries(MENUS[person]);

        for (const [path, label] of entries) {
          test(`the ${person} menu has ${path.replace("/dashboard/", "")}, shown as ${label}`, async ({ page }) => {
            await page.goto("/dashboard");
            await menu(page).getByRole("link", { name: label }).click();
            await expect(page).toHaveURL(path);
            await expect(heading(page)).toContainText(label.replace(/^My (Participated)/, "$1"));
          });
        }

        test(`the ${person} menu has no entry of another role`, async ({ page }) => {
          await page.goto("/dashboard");
          await expect(menu(page).getByRole("link", { name: "Profile", exact: true })).toBeVisible();
          const shown = await menu(page)
            .getByRole("link")
            .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
          const own = entries.map(([path]) => path);
          expect(shown.filter((path) => ALL_ENTRIES.includes(path))).toEqual(own);
        });

        test(`the ${person} menu has a Profile link`, async ({ page }) => {
          await page.goto("/dashboard");
          await menu(page).getByRole("link", { name: "Profile", exact: true }).click();
          await expect(page).toHaveURL("/dashboard/profile");
        });

        test(`the ${person} menu has a Logout button`, async ({ page }) => {
          await page.goto("/dashboard");
          await expect(logout(page)).toBeEnabled();
        });
      });
    }

    test("the user menu is also used for role requested", async ({ page, newcomer }) => {
      const person = await newcomer();
      await person.api.put(`/api/update-user-role/${person.email}`, { data: { role: "requested" } });
      await page.goto("/login?from=/dashboard");
      await fillLogin(page, person);
      for (const [path, label] of Object.entries(USER_MENU)) {
        await expect(menu(page).getByRole("link", { name: label })).toHaveAttribute("href", path);
      }
    });

    test("a Become A Creator action is shown only to role user", async ({ page, newcomer, another }) => {
      const person = await newcomer();
      await page.goto("/login?from=/dashboard");
      await fillLogin(page, person);
      await expect(becomeCreator(page)).toBeVisible();
      await person.api.put(`/api/update-user-role/${person.email}`, { data: { role: "requested" } });
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

    test("Logout signs out, then goes to /login", async ({ page, newcomer }) => {
      await page.goto("/login?from=/dashboard");
      await fillLogin(page, await newcomer());
      await logout(page).click();
      await expect(page).toHaveURL("/login");
      await page.goto("/dashboard");
      await expect(page).toHaveURL(/\/login/);
    });

    test.describe("user", () => {
      test.use({ person: "user" });

      test("the dashboard has a side menu plus a content outlet", async ({ page }) => {
        await page.goto("/dashboard");
        await menu(page).getByRole("link", { name: "My Profile" }).click();
        await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("My Profile");
        await expect(menu(page)).toBeVisible();
      });

      test("the dashboard's logo links to /", async ({ page }) => {
        await page.goto("/dashboard");
        await page.getByRole("link", { name: "Conquest" }).filter({ visible: true }).first().click();
        await expect(page).toHaveURL("/");
      });

      test("the dashboard's index shows a welcome text", async ({ page }) => {
        await page.goto("/dashboard");
        await expect(heading(page)).toContainText("Welcome");
      });

      test(
        "notices are listed on the dashboard's index under the welcome text, unread first",
        { annotation: { type: "settled", description: "product decisions §4, notices" } },
        async ({ page }) => {
          const notice = { kind: "joined", href: "/all_contests", at: "2026-01-01T00:00:00.000Z" };
          await answerWith(page, /\/api\/notices(\?|$)/, [
            { ...notice, _id: "1", text: "You joined one contest.", isRead: false },
            { ...notice, _id: "2", text: "You joined another contest.", isRead: true },
          ]);
          await page.goto("/dashboard");
          const notices = page.getByRole("region", { name: /Notices/ }).getByRole("listitem");
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
        await expect(menu(page).getByRole("link", { name: "My Profile" })).toBeVisible();
        await button.click();
        await expect(menu(page)).toBeHidden();
      });

      test("a spinner shows while the role is fetched", async ({ page }) => {
        // The response that opens the session contains the role.
        const release = await pauseRequests(page, "**/api/save-user");
        await page.goto("/dashboard");
        await expect(page.locator(".cq-spinner").first()).toBeVisible();
        await expect(menu(page).getByRole("link", { name: "My Profile" })).toHaveCount(0);
        release();
        await expect(menu(page).getByRole("link", { name: "My Profile" })).toBeVisible();
      });
    });
  });

  test.describe("Profile", () => {
    test.use({ person: "user" });
    const account = (page: Page) => main(page).getByRole("region", { name: "Account" });

    test("Profile shows the profile picture", async ({ page, as }) => {
      const known = (await (await (await as("user")).get(`/api/user/${user.email}`)).json()) as User;
      await answerWith(page, "**/api/save-user", { ...known, image: "/media/people/picture.svg" });
      await page.route("**/media/people/picture.svg", (route) =>
        route.fulfill({
          contentType: "image/svg+xml",
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        }),
      );
      await page.goto("/dashboard/profile");
      await expect(account(page).getByRole("img")).toHaveAttribute("src", "/media/people/picture.svg");
    });

    test("Profile shows a default image if there is no picture", async ({ page, as }) => {
      const known = (await (await (await as("user")).get(`/api/user/${user.email}`)).json()) as User;
      await answerWith(page, "**/api/save-user", { ...known, image: "" });
      await page.goto("/dashboard/profile");
      await expect(account(page).getByRole("img")).toHaveAttribute("src", /^data:image\/svg/);
    });

    test("Profile shows the role in capitals", async ({ page }) => {
      await page.goto("/dashboard/profile");
      await expect(account(page).getByText("USER", { exact: true })).toBeVisible();
    });

    test("Profile shows the user id", async ({ page, as }) => {
      const uid = await uidOf(await as("visitor"), user);
      await page.goto("/dashboard/profile");
      await expect(account(page)).toContainText(new RegExp(`User ID\\s*${uid}`));
    });

    test("Profile shows the name and the email", async ({ page, as }) => {
      const { name } = (await (await (await as("user")).get(`/api/user/${user.email}`)).json()) as User;
      await page.goto("/dashboard/profile");
      await expect(account(page)).toContainText(new RegExp(`Name\\s*${name}`));
      await expect(account(page)).toContainText(new RegExp(`Email\\s*${user.email}`));
    });

    test("Profile shows the join date, the creation time as a date string", async ({ page }) => {
      await page.goto("/dashboard/profile");
      await expect(account(page)).toContainText(/Join date\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} \d{2} 20\d{2}/);
    });

    test('Profile has an "Apply for" dropdown with the options Select Role (a disabled placeholder), User, Contest Creator, Admin', async ({
      page,
    }) => {
      await page.goto("/dashboard/profile");
      const options = main(page).getByLabel("Apply for").locator("option");
      await expect(options).toHaveText(["Select Role", "User", "Contest Creator", "Admin"]);
      await expect(options.first()).toHaveJSProperty("disabled", true);
    });
  });

  test.describe("Profile of others", () => {
    test.use({ person: "creator" });
    test(
      'creators and admins keep their role: their "Apply for" is disabled with a sentence why',
      { annotation: { type: "settled", description: "product decisions §1" } },
      async ({ page, as }) => {
        await page.goto("/dashboard/profile");
        await expect(main(page).getByLabel("Apply for")).toBeDisabled();
        await expect(main(page).getByLabel("Apply for")).toHaveAccessibleDescription(/creator/);
        for (const [role, email] of [
          ["creator", creator.email],
          ["admin", admin.email],
        ] as const) {
          const answer = await (await as(role)).put(`/api/update-user-role/${email}`, { data: { role: "requested" } });
          expect(answer.status()).toBe(409);
        }
      },
    );
  });

  test.describe("Add Contest and My Created Contests", () => {
    test.use({ person: "creator" });

    test("Add Contest is a form; on success it goes to /dashboard/my_created_contests", async ({ page, as }) => {
      const name = `Folding kite ${Date.now()}`;
      await page.goto("/dashboard/add_contest");
      await fillContestForm(page, aContestForm({ name }));
      await main(page).getByRole("button", { name: "Add Contest" }).click();
      await expect(page).toHaveURL("/dashboard/my_created_contests");
      await expect(rowOf(page, name)).toBeVisible();
      const api = await as("creator");
      const made = (await (
        await api.get(`/api/my-contests/${creator.email}?q=${encodeURIComponent(name)}`)
      ).json()) as [Contest];
      await api.delete(`/api/delete-contest/${made[0]._id}`, { data: {} });
    });

    test("My Created Contests is a table of contest title, description and status", async ({ page }) => {
      await page.goto("/dashboard/my_created_contests?phase=open");
      const table = main(page).getByRole("table");
      for (const column of ["Title", "Description", "Status"]) {
        await expect(table.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
      }
      await expect(table.getByRole("row").nth(1)).toContainText("open");
    });

    test("My Created Contests has a count badge", async ({ page, as }) => {
      await as("creator");
      // Compares with the page's own response, because other tests may create contests of this creator at any time.
      const answered = page.waitForResponse(`**/api/my-contests/${encodeURIComponent(creator.email)}*`);
      await page.goto("/dashboard/my_created_contests");
      const total = (await answered).headers()["x-total-count"];
      await expect(main(page).locator("header .cq-count")).toContainText(`${total} contest`);
    });
  });

  test.describe("My Created Contests, one's own", () => {
    test("an edit button opens an Update Contest modal, prefilled", async ({ page, contest }) => {
      const made = await contest({ isPending: true });
      await page.goto("/login?from=/dashboard/my_created_contests");
      await fillLogin(page, made.owner);
      await rowOf(page, made.name).getByRole("button", { name: "Edit" }).click();
      const modal = page.getByRole("dialog", { name: "Update Contest" });
      for (const name of ["name", "image", "description", "registrationPrice", "prize", "task", "tags"] as const) {
        await expect(field(modal, name)).toHaveValue(String(made[name]));
      }
      await expect(field(modal, "deadline")).toHaveValue(/^\d{2}\/\d{2}\/20\d{2}$/);
    });

    test("a delete button deletes the contest", async ({ page, contest }) => {
      const { name, owner } = await contest({ isPending: true });
      await page.goto("/login?from=/dashboard/my_created_contests");
      await fillLogin(page, owner);
      await rowOf(page, name).getByRole("button", { name: "Delete" }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: /^Delete/ })
        .click();
      await expect(rowOf(page, name)).toHaveCount(0);
    });

    test('the empty state is "No contests found" with a link to add_contest', async ({ page, newcomer }) => {
      await page.goto("/login?from=/dashboard/my_created_contests");
      await fillLogin(page, await newcomer("creator"));
      await expect(main(page).getByText("No contests found")).toBeVisible();
      await main(page).locator(".cq-state").getByRole("link").click();
      await expect(page).toHaveURL("/dashboard/add_contest");
    });

    test(
      "an admin's comment reaches the creator, on My Created Contests and in the Update modal",
      { annotation: { type: "settled", description: "product decisions §3" } },
      async ({ page, contest, as }) => {
        const { _id, name, owner } = await contest({ isPending: true });
        await (
          await as("admin")
        ).post(`/api/comment-contest/${_id}`, { data: { text: "Please name the size of the kite." } });
        await page.goto("/login?from=/dashboard/my_created_contests");
        await fillLogin(page, owner);
        await expect(rowOf(page, name)).toContainText("Please name the size of the kite.");
        await rowOf(page, name).getByRole("button", { name: "Edit" }).click();
        await expect(page.getByRole("dialog", { name: "Update Contest" })).toContainText(
          "Please name the size of the kite.",
        );
      },
    );

    test(
      "the delete dialog says the consequence before it happens",
      { annotation: { type: "settled", description: "product decisions §3, delete" } },
      async ({ page, contest, newcomer }) => {
        const { _id, name, owner } = await contest({ prize: "2400" });
        const participant = await newcomer();
        await participant.api.put("/api/join-contest", { data: { contestId: _id, email: participant.email } });
        await page.goto("/login?from=/dashboard/my_created_contests");
        await fillLogin(page, owner);
        await rowOf(page, name).getByRole("button", { name: "Delete" }).click();
        await expect(page.getByRole("alertdialog")).toContainText("refund 1 person, ৳2,400");
      },
    );
  });

  test.describe("My Submitted Contests", () => {
    test.use({ person: "creator" });

    test("My Submitted Contests is a table of title, prize, status", async ({ page }) => {
      await page.goto("/dashboard/contest_submitted");
      const table = main(page).getByRole("table");
      for (const column of ["Title", "Prize", "Status"]) {
        await expect(table.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
      }
      await expect(table.getByRole("row").nth(1)).toContainText("৳");
    });

    test(
      "each row of My Submitted Contests opens its entries",
      { annotation: { type: "settled", description: "product decisions §4" } },
      async ({ page }) => {
        await page.goto("/dashboard/contest_submitted");
        await main(page)
          .getByRole("row")
          .nth(1)
          .getByRole("link", { name: /Entries|winner/ })
          .click();
        await expect(page).toHaveURL(/\/dashboard\/contest_submitted\/[0-9a-f-]{36}$/);
      },
    );
  });

  test.describe("choosing a winner", () => {
    test(
      "after the deadline the creator chooses one winner, with a note, once only; it fills My Winning Contests, Winner's Circle and the win rate, and tells everyone",
      { annotation: { type: "settled", description: "product decisions §4" } },
      async ({ page, contest, newcomer }) => {
        const owner = await newcomer("creator");
        const winner = await newcomer();
        const other = await newcomer();
        const { _id, name } = await contest({ by: owner, deadline: inDays(6 / 86_400) });
        for (const person of [winner, other]) {
          await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } });
          await person.api.put(`/api/submit-entry/${_id}`, { data: { text: `A kite by ${person.email}`, link: "" } });
        }
        const phase = async () =>
          ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase;
        await expect.poll(phase).toBe("judging");

        await page.goto(`/login?from=/dashboard/contest_submitted/${_id}`);
        await fillLogin(page, owner);
        await main(page).getByRole("listbox").getByRole("option").filter({ hasText: winner.email }).click();
        const entry = main(page).getByRole("article").filter({ hasText: winner.email });
        await entry.getByRole("button", { name: /^Choose as winner/ }).click();
        await page.getByRole("alertdialog").getByLabel(/Note/).fill("It flies in the lightest wind.");
        await page
          .getByRole("alertdialog")
          .getByRole("button", { name: /^Declare/ })
          .click();
        await expect(main(page).getByText(/won this contest/)).toBeVisible();

        const entries = (await (await owner.api.get(`/api/contest-entries/${_id}`)).json()) as {
          _id: string;
          isWinner: boolean;
        }[];
        const second = await owner.api.put(`/api/declare-winner/${_id}`, {
          data: { entryId: entries[1]?._id, note: "Another." },
        });
        expect(second.status()).toBe(409);
        expect(entries.filter(({ isWinner }) => isWinner)).toHaveLength(1);

        const won = await winner.api.get("/api/user/won-contests");
        expect(await won.json()).toEqual([
          expect.objectContaining({ id: _id, name, note: "It flies in the lightest wind." }),
        ]);
        expect(await (await winner.api.get(`/api/my-stats/${winner.email}`)).json()).toMatchObject({
          finished: 1,
          won: 1,
        });
        const latest = (await (await owner.api.get("/api/winners")).json()) as { lastContest: { _id: string } }[];
        expect(latest.map(({ lastContest }) => lastContest._id)).toContain(_id);
        for (const [person, kind] of [
          [winner, "winner"],
          [other, "result"],
        ] as const) {
          const notices = (await (await person.api.get("/api/notices")).json()) as { kind: string }[];
          expect(notices.map((notice) => notice.kind)).toContain(kind);
        }
      },
    );
  });

  test.describe("Manage Users and Manage Contests", () => {
    test.use({ person: "admin" });

    test("Manage Users is a table of photo, name, email, current status, current role and a remove action", async ({
      page,
    }) => {
      await page.goto(`/dashboard/manage_users?q=${user.email}`);
      for (const column of ["Photo", "Name", "Email", "Status", "Role"]) {
        await expect(main(page).getByRole("columnheader", { name: column, exact: true })).toBeVisible();
      }
      const row = rowOf(page, user.email);
      await expect(row.locator("img")).toBeVisible();
      await expect(row.getByText("Verified", { exact: true })).toBeVisible();
      await expect(row.getByText("User", { exact: true })).toBeVisible();
      await row.getByRole("button", { name: /^Actions for/ }).click();
      await expect(page.getByRole("menuitem", { name: "Remove" })).toBeEnabled();
    });

    test("the remove action of Manage Users removes the person", async ({ page, newcomer }) => {
      const { email } = await newcomer();
      await page.goto(`/dashboard/manage_users?q=${email}`);
      await chooseAction(page, email, "Remove");
      await giveReason(page, "Spam.");
      await expect(rowOf(page, email)).toHaveCount(0);
    });

    test(
      "an admin sees open requests first in Manage Users, and approves or declines",
      { annotation: { type: "settled", description: "product decisions §1" } },
      async ({ page, newcomer }) => {
        const person = await newcomer();
        await person.api.put(`/api/update-user-role/${person.email}`, { data: { role: "requested" } });
        await page.goto("/dashboard/manage_users");
        await expect(main(page).getByRole("row").nth(1).getByRole("button", { name: "Approve" })).toBeVisible();
        await page.goto(`/dashboard/manage_users?q=${person.email}`);
        await expect(rowOf(page, person.email).getByRole("button", { name: "Decline" })).toBeVisible();
        await rowOf(page, person.email).getByRole("button", { name: "Approve" }).click();
        await expect(rowOf(page, person.email).getByText("Creator", { exact: true })).toBeVisible();
      },
    );

    test("Manage Contests is a table of image, name, creator name and email, status", async ({ page, contest }) => {
      const { name, image, owner } = await contest({ isPending: true });
      await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
      for (const column of ["Image", "Name", "Creator", "Status"]) {
        await expect(main(page).getByRole("columnheader", { name: column, exact: true })).toBeVisible();
      }
      const row = rowOf(page, name);
      await expect(row.locator("img")).toHaveAttribute("src", image);
      await expect(row).toContainText(owner.name);
      await expect(row).toContainText(owner.email);
      await expect(row).toContainText("pending");
    });

    for (const action of ["Confirm", "Delete", "Comment"]) {
      test(`Manage Contests has the action ${action.toLowerCase()}`, async ({ page, contest }) => {
        const { name } = await contest({ isPending: true });
        await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
        await expect(rowOf(page, name).getByRole("button", { name: action })).toBeEnabled();
      });
    }

    test("Comment opens a modal", async ({ page, contest }) => {
      const { name } = await contest({ isPending: true });
      await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
      await rowOf(page, name).getByRole("button", { name: "Comment" }).click();
      await expect(page.getByRole("dialog", { name: /Comment/ }).getByLabel(/comment/)).toBeVisible();
    });
  });

  test.describe("Participated Contests", () => {
    test.use({ person: "user" });

    test("Participated Contests is a table of name, description, deadline, payment status", async ({ page }) => {
      await page.goto("/dashboard/my_participated_contests");
      for (const column of ["Name", "Description", "Deadline", "Payment status"]) {
        await expect(main(page).getByRole("columnheader", { name: column, exact: true })).toBeVisible();
      }
      await expect(main(page).getByRole("row").nth(1)).toContainText(/Paid|Refunded/);
    });

    test("Participated Contests has a count badge", async ({ page, as }) => {
      const answer = await (await as("user")).get(`/api/participated-contests/${user.email}`);
      await page.goto("/dashboard/my_participated_contests");
      await expect(main(page).locator("header .cq-count")).toContainText(
        `${answer.headers()["x-total-count"]} contest`,
      );
    });

    test(
      "Participated Contests rows add amount, phase and entry state",
      { annotation: { type: "settled", description: "product decisions §4" } },
      async ({ page }) => {
        await page.goto("/dashboard/my_participated_contests");
        await expect(main(page).getByRole("row").nth(1)).toContainText(/৳/);
        await expect(main(page).getByRole("row").nth(1)).toContainText(/No entry|Submitted|Winner/);
      },
    );
  });

  test.describe("My Winning Contests", () => {
    test.use({ person: "user" });

    test("My Winning Contests is a list of won contests with id, image, name and dateWon", async ({ page }) => {
      await answerWith(page, "**/api/user/won-contests", [
        {
          id: "5f0c9d3e-0000-4000-8000-000000000001",
          image: "/media/won.svg",
          name: "A bridge of reeds",
          dateWon: "2026-02-03T10:00:00.000Z",
          prize: 5000,
          note: "",
          isPublic: true,
        },
      ]);
      await page.route("**/media/won.svg", (route) =>
        route.fulfill({
          contentType: "image/svg+xml",
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        }),
      );
      await page.goto("/dashboard/my_winning_contests");
      const card = main(page).getByRole("article", { name: "A bridge of reeds" });
      await expect(card.locator("img")).toHaveAttribute("src", "/media/won.svg");
      await expect(card).toContainText("5f0c9d3e-0000-4000-8000-000000000001");
      await expect(card).toContainText("03/02/2026");
      expect(await columnsOf(main(page).getByRole("article"))).toBe(1);
    });

    test(
      "the count badge of My Winning Contests shows the number of wins",
      {
        annotation: {
          type: "settled",
          description:
            "product decisions §4: choosing a winner fills the badge; the specification's 0 was a placeholder",
        },
      },
      async ({ page, as }) => {
        const won = (await (await (await as("user")).get("/api/user/won-contests")).json()) as unknown[];
        await page.goto("/dashboard/my_winning_contests");
        await expect(main(page).locator("header .cq-count")).toContainText(new RegExp(`^${won.length}\\b`));
      },
    );
  });

  test.describe("the user's screens at first", () => {
    test('the empty state of Participated Contests is "Participate in a contest to see your progress here"', async ({
      page,
      newcomer,
    }) => {
      await page.goto("/login?from=/dashboard/my_participated_contests");
      await fillLogin(page, await newcomer());
      await expect(main(page).getByText("Participate in a contest to see your progress here")).toBeVisible();
    });

    test('the empty state of My Winning Contests is "You haven\'t won any contests yet. Keep participating!"', async ({
      page,
      newcomer,
    }) => {
      await page.goto("/login?from=/dashboard/my_winning_contests");
      await fillLogin(page, await newcomer());
      await expect(main(page).getByText("You haven't won any contests yet. Keep participating!")).toBeVisible();
    });

    test(
      'My Profile\'s ring is 0 % and says "No finished contests yet" at first',
      { annotation: { type: "settled", description: "product decisions §4: the ring is the win rate" } },
      async ({ page, newcomer }) => {
        await page.goto("/login?from=/dashboard/my_profile");
        await fillLogin(page, await newcomer());
        await expect(main(page).getByRole("img", { name: "Win rate: 0%" })).toBeVisible();
        await expect(main(page)).toContainText("No finished contests yet");
      },
    );

    test("the profile-update form changes the name", async ({ page, newcomer }) => {
      const person = await newcomer();
      await signIn(page, person);
      await page.goto("/dashboard/my_profile");
      await field(main(page), "name").fill("Shirin Sultana");
      await main(page).getByRole("button", { name: "Update Profile" }).click();
      await expect(toast(page, "Updated Successfully! Please Reload")).toBeVisible();
      await expect(page.locator(".sh-side")).toContainText("Shirin Sultana");
    });
  });

  test.describe("My Profile", () => {
    test.use({ person: "user" });

    test(
      "My Profile shows a percentage ring",
      {
        annotation: {
          type: "settled",
          description: "product decisions §4: the ring is the win rate over finished contests, and does not wait 5 s",
        },
      },
      async ({ page }) => {
        await answerWith(page, "**/api/my-stats/**", { joined: 9, finished: 8, won: 3 });
        await page.goto("/dashboard/my_profile");
        await expect(main(page).getByRole("img", { name: "Win rate: 38%" })).toBeVisible();
        await expect(main(page)).toContainText("3 of 8");
      },
    );

    test("My Profile has a profile-update form with optional new name and photo URL fields", async ({ page }) => {
      await page.goto("/dashboard/my_profile");
      await expect(main(page).getByLabel("New name (optional)")).toBeEditable();
      await expect(main(page).getByLabel("Photo URL (optional)")).toBeEditable();
    });
  });

  test.describe("The four states of a dashboard list", () => {
    const LISTS = [
      { person: "creator", path: "my_created_contests", call: /\/api\/my-contests\// },
      { person: "creator", path: "contest_submitted", call: /\/api\/my-contests\// },
      { person: "admin", path: "manage_users", call: /\/api\/all-users-except\// },
      { person: "admin", path: "manage_contests", call: /\/api\/all-contests-unfiltered/ },
      { person: "user", path: "my_participated_contests", call: /\/api\/participated-contests\// },
      { person: "user", path: "my_winning_contests", call: /\/api\/user\/won-contests/ },
    ] as const;
    const settled = {
      annotation: { type: "settled", description: "product decisions §5: every list has four designed states" },
    };

    for (const { person, path, call } of LISTS) {
      test.describe(path, () => {
        test.use({ person });

        test(`${path} shows a skeleton while it loads`, settled, async ({ page }) => {
          const release = await pauseRequests(page, call);
          await page.goto(`/dashboard/${path}`);
          await expect(main(page).locator("[aria-busy=true]").first()).toBeVisible();
          release();
          await expect(main(page).locator("[aria-busy=true]")).toHaveCount(0);
        });

        test(`${path} that fails says so and offers Retry`, settled, async ({ page, forgive }) => {
          forgive(/422/);
          await answerWith(page, call, { error: { code: "failed", message: "It is raining." } }, 422);
          await page.goto(`/dashboard/${path}`);
          await expect(main(page).getByRole("alert")).toContainText("It is raining.");
          await page.unroute(call);
          await main(page).getByRole("button", { name: "Retry" }).click();
          await expect(main(page).getByRole("alert")).toHaveCount(0);
        });
      });
    }

    for (const { person, path } of LISTS.filter(({ person: who }) => who !== "user")) {
      test.describe(`${path}, filtered`, () => {
        test.use({ person });
        test(`${path} that is empty because of a filter says so and offers to clear it`, settled, async ({ page }) => {
          await page.goto(`/dashboard/${path}?q=nothing-is-called-this`);
          await main(page).locator(".cq-state").getByRole("button").click();
          await expect(page).toHaveURL(`/dashboard/${path}`);
          await expect(main(page).getByRole("table")).toBeVisible();
        });
      });
    }
  });
});
