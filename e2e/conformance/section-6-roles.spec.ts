import type { APIRequestContext, Page } from "@playwright/test";
import { admin, newPerson, creator, user } from "../people";
import { avatar, fillLogin, register } from "../site";
import { aContestForm, expect, pauseRequests, nextCall, test } from "../signed-in";
import type { Contest, ErrorResponse, User } from "../wire";

const main = (page: Page) => page.locator("main");
const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });

const NO_ID = "00000000-0000-4000-8000-000000000000";

interface Call {
  /** The wording of the specification's role table. */
  does: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  data?: object;
}

const CREATOR_CALLS: Call[] = [
  { does: "add a contest", method: "POST", path: "/create-contest", data: aContestForm() },
];

const ADMIN_CALLS: Call[] = [
  { does: "list all users except self", method: "GET", path: `/all-users-except/${admin.email}` },
  { does: "change a user's status", method: "PUT", path: `/update-user/${NO_ID}`, data: { status: "blocked" } },
  { does: "change a user's role", method: "PUT", path: `/update-user/${NO_ID}`, data: { role: "admin" } },
  { does: "delete users", method: "DELETE", path: `/delete-user/${NO_ID}` },
  { does: "list all contests unfiltered", method: "GET", path: "/all-contests-unfiltered" },
  { does: "confirm a contest", method: "PUT", path: `/update-contest-status/${NO_ID}`, data: { status: "open" } },
  { does: "comment on a contest", method: "POST", path: `/comment-contest/${NO_ID}`, data: { text: "Good." } },
  { does: "read the contact inbox", method: "GET", path: "/contact-messages" },
];

const SIGNED_IN_CALLS: Call[] = [
  { does: "read a user's record", method: "GET", path: `/user/${user.email}` },
  { does: "list users", method: "GET", path: "/all-users" },
  { does: "list somebody's contests", method: "GET", path: `/my-contests/${creator.email}` },
  { does: "list somebody's participated contests", method: "GET", path: `/participated-contests/${user.email}` },
  { does: "list won contests", method: "GET", path: "/user/won-contests" },
  {
    does: "request creator status",
    method: "PUT",
    path: `/update-user-role/${user.email}`,
    data: { role: "requested" },
  },
  { does: "change a profile", method: "PUT", path: "/update-profile", data: { name: "Somebody", photoUrl: "" } },
  { does: "join a contest", method: "PUT", path: "/join-contest", data: { contestId: NO_ID, email: user.email } },
  { does: "update a contest", method: "PUT", path: `/update-contest/${NO_ID}`, data: { name: "Mine now" } },
  { does: "delete a contest", method: "DELETE", path: `/delete-contest/${NO_ID}`, data: {} },
  { does: "save a user record", method: "PUT", path: "/save-user", data: { name: "Somebody" } },
];

const send = (api: APIRequestContext, { method, path, data }: Call) =>
  api.fetch(`/api${path}`, { method, ...(data && { data }) });

const DASHBOARDS = {
  user: ["my_participated_contests", "my_winning_contests", "my_profile"],
  creator: ["add_contest", "my_created_contests", "contest_submitted"],
  admin: ["manage_users", "manage_contests"],
} as const;

const SERVER = {
  annotation: { type: "settled", description: "product decisions §2: the server enforces who may call" },
};
const TAKING_PART = {
  annotation: { type: "settled", description: "what somebody paid for stays theirs in every role" },
};
const GUARD = {
  annotation: { type: "settled", description: "platform, the remote contract: the shell sends the wrong role away" },
};

test.describe("6. Roles and permissions", () => {
  test.describe("visitor", () => {
    test("a visitor can browse the home page", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("region", { name: "Popular Contests" }).getByRole("article").first()).toBeVisible();
    });

    test("a visitor can browse all contests and top contests", async ({ page }) => {
      for (const path of ["/all_contests", "/top_contests"]) {
        await page.goto(path);
        await expect(main(page).getByRole("article").first()).toBeVisible();
      }
    });

    test("a visitor can search", async ({ page }) => {
      await page.goto("/?q=a");
      await expect(page.getByRole("region", { name: "Search Results" }).getByRole("article").first()).toBeVisible();
    });

    test("a visitor can view details", async ({ page, contest }) => {
      const { _id, name } = await contest();
      await page.goto(`/contest-details/${_id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    });

    test("a visitor can contact", async ({ as }) => {
      const message = { name: "Nusrat Jahan", email: "nusrat@example.com", message: "Good morning." };
      expect((await (await as("visitor")).post("/api/contact", { data: message })).status()).toBe(200);
    });

    test("a visitor can register", async ({ page }) => {
      await register(page, newPerson());
      await expect(avatar(page)).toBeVisible();
    });

    test("a visitor can log in", async ({ page }) => {
      await page.goto("/login");
      await fillLogin(page, user);
      await expect(avatar(page)).toBeVisible();
    });

    for (const call of [...SIGNED_IN_CALLS, ...CREATOR_CALLS, ...ADMIN_CALLS]) {
      test(
        `a visitor may not ${call.does} (${call.method} ${call.path.replace(NO_ID, "{id}").replace(/[\w.]+@[\w.]+/, "{email}")}): 401`,
        SERVER,
        async ({ as }) => {
          const answer = await send(await as("visitor"), call);
          expect(answer.status()).toBe(401);
          expect(((await answer.json()) as ErrorResponse).error.message).toMatch(/\w/);
        },
      );
    }

    test("a visitor may not open any screen of the dashboard", async ({ page }) => {
      for (const screen of [
        "",
        "/profile",
        ...Object.values(DASHBOARDS)
          .flat()
          .map((name) => `/${name}`),
      ]) {
        await page.goto(`/dashboard${screen}`);
        await expect(page).toHaveURL(/\/login/);
      }
    });
  });

  test.describe("user", () => {
    test.use({ person: "user" });

    for (const [what, path, title] of [
      ["see participated contests", "/dashboard/my_participated_contests", /Participated Contests/],
      ["see winning contests", "/dashboard/my_winning_contests", /Winning Contests/],
      ["see and change their profile", "/dashboard/my_profile", /My Profile/],
    ] as const) {
      test(`a user can ${what}`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
      });
    }

    test("a user can pay", async ({ page, contest }) => {
      const { _id } = await contest();
      await page.goto(`/contest-details/${_id}/payment`);
      await expect(main(page).getByRole("button", { name: /^Pay/ })).toBeEnabled();
    });

    test("a user can request creator status", async ({ newcomer }) => {
      const { api, email } = await newcomer();
      const answer = await api.put(`/api/update-user-role/${email}`, { data: { role: "requested" } });
      expect(answer.status()).toBe(200);
    });

    for (const screen of [...DASHBOARDS.creator, ...DASHBOARDS.admin]) {
      test(`a user may not open /dashboard/${screen}`, GUARD, async ({ page }) => {
        await page.goto(`/dashboard/${screen}`);
        await expect(page).toHaveURL("/dashboard");
      });
    }

    for (const call of [...CREATOR_CALLS, ...ADMIN_CALLS]) {
      test(`a user may not ${call.does}: 403`, SERVER, async ({ as }) => {
        expect((await send(await as("user"), call)).status()).toBe(403);
      });
    }

    test("a user may not read another's record, contests or participated contests: 404", SERVER, async ({ as }) => {
      const api = await as("user");
      for (const path of [
        `/user/${creator.email}`,
        `/my-contests/${creator.email}`,
        `/participated-contests/${creator.email}`,
      ]) {
        expect((await api.get(`/api${path}`)).status(), path).toBe(404);
      }
    });

    test("a user may not request creator status for another: 404", SERVER, async ({ as }) => {
      const answer = await (
        await as("user")
      ).put(`/api/update-user-role/${creator.email}`, { data: { role: "requested" } });
      expect(answer.status()).toBe(404);
    });

    test(
      "a user may not update or delete another's contest: 404, and nothing changes",
      SERVER,
      async ({ as, contest }) => {
        const { _id, name } = await contest();
        const api = await as("user");
        expect((await api.put(`/api/update-contest/${_id}`, { data: { name: "Mine now" } })).status()).toBe(404);
        expect((await api.delete(`/api/delete-contest/${_id}`, { data: {} })).status()).toBe(404);
        expect(await (await api.get(`/api/contest-details/${_id}`)).json()).toMatchObject({ name });
      },
    );

    test("a user may not join with another's e-mail: 422", SERVER, async ({ as, contest }) => {
      const { _id } = await contest();
      const answer = await (
        await as("user")
      ).put("/api/join-contest", { data: { contestId: _id, email: creator.email } });
      expect(answer.status()).toBe(422);
    });

    test("a user who lists all users gets only their own record", SERVER, async ({ as }) => {
      const users = (await (await (await as("user")).get("/api/all-users")).json()) as User[];
      expect(users.map(({ email }) => email)).toEqual([user.email]);
    });
  });

  test.describe("requested", () => {
    test("role requested has the same menu as user, without Become A Creator", async ({ page, newcomer }) => {
      const person = await newcomer();
      await person.api.put(`/api/update-user-role/${person.email}`, { data: { role: "requested" } });
      await page.goto("/login?from=/dashboard");
      await fillLogin(page, person);
      for (const label of ["My Participated Contests", "My Winning Contests", "My Profile"]) {
        await expect(menu(page).getByRole("link", { name: label })).toBeVisible();
      }
      await expect(page.getByRole("button", { name: "Become A Creator" })).toHaveCount(0);
    });

    test("role requested may request again only after an answer: 409", SERVER, async ({ newcomer }) => {
      const { api, email } = await newcomer();
      await api.put(`/api/update-user-role/${email}`, { data: { role: "requested" } });
      expect((await api.put(`/api/update-user-role/${email}`, { data: { role: "requested" } })).status()).toBe(409);
    });

    test("role requested may not add a contest: 403", SERVER, async ({ newcomer }) => {
      const { api, email } = await newcomer();
      await api.put(`/api/update-user-role/${email}`, { data: { role: "requested" } });
      expect((await api.post("/api/create-contest", { data: aContestForm() })).status()).toBe(403);
    });
  });

  test.describe("creator", () => {
    test.use({ person: "creator" });

    test("a creator can add a contest", async ({ contest }) => {
      expect((await contest({ isPending: true }))._id).toMatch(/\w/);
    });

    test("a creator can list own contests", async ({ page }) => {
      await page.goto("/dashboard/my_created_contests");
      await expect(main(page).getByRole("table").getByRole("row").nth(1)).toBeVisible();
    });

    test("a creator can edit their contest", async ({ contest }) => {
      const { _id, owner } = await contest({ isPending: true });
      const answer = await owner.api.put(`/api/update-contest/${_id}`, { data: { name: "A better name" } });
      expect(await answer.json()).toMatchObject({ modifiedCount: 1 });
    });

    test("a creator can delete their contest", async ({ contest }) => {
      const { _id, owner } = await contest({ isPending: true });
      expect((await owner.api.delete(`/api/delete-contest/${_id}`, { data: {} })).status()).toBe(200);
      expect((await owner.api.get(`/api/contest-details/${_id}`)).status()).toBe(404);
    });

    test("a creator can view submitted contests", async ({ page }) => {
      await page.goto("/dashboard/contest_submitted");
      await expect(main(page).getByRole("table").getByRole("row").nth(1)).toBeVisible();
    });

    for (const screen of DASHBOARDS.user) {
      test(`a creator may open /dashboard/${screen}, having taken part or not`, TAKING_PART, async ({ page }) => {
        await page.goto(`/dashboard/${screen}`);
        await expect(main(page).getByRole("heading", { level: 1, name: /^My / })).toBeVisible();
        await expect(page).toHaveURL(`/dashboard/${screen}`);
      });
    }

    for (const screen of DASHBOARDS.admin) {
      test(`a creator may not open /dashboard/${screen}`, GUARD, async ({ page }) => {
        await page.goto(`/dashboard/${screen}`);
        await expect(page).toHaveURL("/dashboard");
      });
    }

    for (const call of ADMIN_CALLS) {
      test(`a creator may not ${call.does}: 403`, SERVER, async ({ as }) => {
        expect((await send(await as("creator"), call)).status()).toBe(403);
      });
    }

    test("a creator may not edit or delete another's contest: 404", SERVER, async ({ as, contest }) => {
      const { _id } = await contest();
      const api = await as("creator");
      expect((await api.put(`/api/update-contest/${_id}`, { data: { name: "Mine now" } })).status()).toBe(404);
      expect((await api.delete(`/api/delete-contest/${_id}`, { data: {} })).status()).toBe(404);
    });

    test("a creator may not confirm their own contest", SERVER, async ({ contest }) => {
      const { _id, owner } = await contest({ isPending: true });
      const answer = await owner.api.put(`/api/update-contest-status/${_id}`, { data: { status: "open" } });
      expect(answer.status()).toBe(403);
    });

    test("a creator may not join their own contest: 409", SERVER, async ({ contest }) => {
      const { _id, owner } = await contest();
      const answer = await owner.api.put("/api/join-contest", { data: { contestId: _id, email: owner.email } });
      expect(answer.status()).toBe(409);
    });
  });

  test.describe("admin", () => {
    test.use({ person: "admin" });

    test("an admin can list all users except self", async ({ page, as }) => {
      const users = (await (
        await (await as("admin")).get(`/api/all-users-except/${admin.email}?limit=100`)
      ).json()) as User[];
      expect(users.map(({ email }) => email)).not.toContain(admin.email);
      await page.goto("/dashboard/manage_users");
      await expect(main(page).getByRole("row").nth(1)).toBeVisible();
      await expect(main(page).getByRole("table")).not.toContainText(admin.email);
    });

    test("an admin can change status", async ({ newcomer, as }) => {
      const { id } = await newcomer();
      expect((await (await as("admin")).put(`/api/update-user/${id}`, { data: { status: "blocked" } })).status()).toBe(
        200,
      );
    });

    test("an admin can change role", async ({ newcomer, as }) => {
      const { id } = await newcomer();
      expect((await (await as("admin")).put(`/api/update-user/${id}`, { data: { role: "creator" } })).status()).toBe(
        200,
      );
    });

    test("an admin can delete users", async ({ newcomer, as }) => {
      const { id, api, email } = await newcomer();
      expect((await (await as("admin")).delete(`/api/delete-user/${id}`)).status()).toBe(200);
      expect((await api.get(`/api/user/${email}`)).status()).toBe(403);
    });

    test("an admin can list all contests unfiltered", async ({ page, contest }) => {
      const { name } = await contest({ isPending: true });
      await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
      await expect(main(page).getByRole("row").filter({ hasText: name })).toBeVisible();
    });

    test("an admin can confirm a contest", async ({ contest, as }) => {
      const { _id } = await contest({ isPending: true });
      expect(
        (await (await as("admin")).put(`/api/update-contest-status/${_id}`, { data: { status: "open" } })).status(),
      ).toBe(200);
    });

    test("an admin can delete a contest", async ({ contest, as }) => {
      const { _id } = await contest();
      expect((await (await as("admin")).delete(`/api/delete-contest/${_id}`, { data: {} })).status()).toBe(200);
      expect((await (await as("visitor")).get(`/api/contest-details/${_id}`)).status()).toBe(404);
    });

    test("an admin can comment on a contest", async ({ contest, as }) => {
      const { _id } = await contest({ isPending: true });
      expect(
        (await (await as("admin")).post(`/api/comment-contest/${_id}`, { data: { text: "Good." } })).status(),
      ).toBe(200);
    });

    for (const screen of DASHBOARDS.user) {
      test(`an admin may open /dashboard/${screen}, having taken part or not`, TAKING_PART, async ({ page }) => {
        await page.goto(`/dashboard/${screen}`);
        await expect(main(page).getByRole("heading", { level: 1, name: /^My / })).toBeVisible();
        await expect(page).toHaveURL(`/dashboard/${screen}`);
      });
    }

    for (const screen of DASHBOARDS.creator) {
      test(`an admin may not open /dashboard/${screen}`, GUARD, async ({ page }) => {
        await page.goto(`/dashboard/${screen}`);
        await expect(page).toHaveURL("/dashboard");
      });
    }

    test("an admin may not add a contest: 403", SERVER, async ({ as }) => {
      expect((await (await as("admin")).post("/api/create-contest", { data: aContestForm() })).status()).toBe(403);
    });

    test(
      "nobody can change, block or delete themselves",
      { annotation: { type: "settled", description: "product decisions §1" } },
      async ({ as }) => {
        const api = await as("admin");
        const { _id } = (await (await api.get(`/api/user/${admin.email}`)).json()) as User;
        expect((await api.put(`/api/update-user/${_id}`, { data: { role: "user" } })).status()).toBe(409);
        expect((await api.put(`/api/update-user/${_id}`, { data: { status: "blocked" } })).status()).toBe(409);
        expect((await api.delete(`/api/delete-user/${_id}`)).status()).toBe(409);
      },
    );
  });

  test.describe("rules for all", () => {
    test.describe("signed in", () => {
      test.use({ person: "user" });

      test("the role is read from the server by the signed-in user's e-mail, once the user is loaded and has an e-mail", async ({
        page,
      }) => {
        const asked: string[] = [];
        page.on("request", (request) => asked.push(new URL(request.url()).pathname));
        const release = await pauseRequests(page, "**/api/jwt");
        const reading = nextCall(page, "PUT", "/save-user");
        await page.goto("/dashboard");
        await expect(page.locator(".cq-spinner").first()).toBeVisible();
        expect(asked.filter((path) => /^\/api\/(user\/|save-user)/.test(path))).toEqual([]);
        release();
        const request = await reading;
        expect(request.postDataJSON()).toMatchObject({ email: user.email });
        expect(await (await request.response())?.json()).toMatchObject({ email: user.email, role: "user" });
      });

      for (const path of ["/login", "/register"]) {
        test(`the screen ${path} is hidden from signed-in users`, async ({ page }) => {
          await page.goto(path);
          await expect(avatar(page)).toBeVisible();
          await expect(page.locator("[name=password]")).toHaveCount(0);
        });
      }

      for (const status of [401, 403]) {
        test(`on a ${status} response, the user is logged out and sent to /login`, async ({ page, forgive }) => {
          forgive(new RegExp(String(status)));
          await page.goto("/");
          await expect(avatar(page)).toBeVisible();
          await page.route("**/api/all-contests*", (route) =>
            route.fulfill({ status, json: { error: { code: "no_session", message: "Your session has ended." } } }),
          );
          await page.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
          await expect(page).toHaveURL(/\/login/);
          await expect(avatar(page)).toHaveCount(0);
          await expect(main(page)).toContainText("Your session has ended.");
        });
      }
    });

    test("the payment route requires sign-in", async ({ page, as }) => {
      const [{ _id }] = (await (await (await as("visitor")).get("/api/popular-contests")).json()) as [Contest];
      await page.goto(`/contest-details/${_id}/payment`);
      await expect(page).toHaveURL(/\/login/);
    });

    test(
      "a block or demotion acts on the next request",
      {
        annotation: {
          type: "settled",
          description: "product decisions §1: role and status are read from the database on every request",
        },
      },
      async ({ newcomer, as }) => {
        const { id, api, email } = await newcomer("creator");
        const boss = await as("admin");
        await boss.put(`/api/update-user/${id}`, { data: { role: "user" } });
        expect((await api.post("/api/create-contest", { data: aContestForm() })).status()).toBe(403);
        await boss.put(`/api/update-user/${id}`, { data: { status: "blocked" } });
        expect((await api.get(`/api/user/${email}`)).status()).toBe(403);
      },
    );
  });
});
