import type { Page } from "@playwright/test";
import { admin, creator, newPerson, user } from "../people";
import { avatar, fillLogin, register } from "../site";
import { aContestForm, nextCall, openSignedIn, pauseRequests } from "../signed-in";
import { expect, pageStatements, settled, test, type Endpoint, type Viewer } from "./statements";
import { banner, endSession, heading, main } from "./steps";
import type { ErrorResponse, User } from "../wire";

const NO_ID = "00000000-0000-4000-8000-000000000000";
const REQUESTED = { role: "requested" };
const BLOCKED = { status: "blocked" };
const CREATE = "POST /create-contest";

/** A row of the specification's role table, with a request that does it. */
type Call = [does: string, endpoint: Endpoint, data?: object];

const CREATOR_CALLS: Call[] = [["add a contest", CREATE, aContestForm()]];
const ADMIN_CALLS: Call[] = [
  ["list all users except self", `GET /all-users-except/${admin.email}`],
  ["change a user's status", `PUT /update-user/${NO_ID}`, BLOCKED],
  ["change a user's role", `PUT /update-user/${NO_ID}`, { role: "admin" }],
  ["delete users", `DELETE /delete-user/${NO_ID}`],
  ["list all contests unfiltered", "GET /all-contests-unfiltered"],
  ["confirm a contest", `PUT /update-contest-status/${NO_ID}`, { status: "open" }],
  ["comment on a contest", `POST /comment-contest/${NO_ID}`, { text: "Good." }],
  ["read the contact inbox", "GET /contact-messages"],
];
const SIGNED_IN_CALLS: Call[] = [
  ["read a user's record", `GET /user/${user.email}`],
  ["list users", "GET /all-users"],
  ["list a creator's contests", `GET /my-contests/${creator.email}`],
  ["list a user's participated contests", `GET /participated-contests/${user.email}`],
  ["list won contests", "GET /user/won-contests"],
  ["request creator status", `PUT /update-user-role/${user.email}`, REQUESTED],
  ["change a profile", "PUT /update-profile", { name: "Somebody", photoUrl: "" }],
  ["join a contest", "PUT /join-contest", { contestId: NO_ID, email: user.email }],
  ["update a contest", `PUT /update-contest/${NO_ID}`, { name: "Mine now" }],
  ["delete a contest", `DELETE /delete-contest/${NO_ID}`, {}],
  ["save a user record", "PUT /save-user", { name: "Somebody" }],
];

const DASHBOARDS = {
  user: ["my_participated_contests", "my_winning_contests", "my_profile"],
  creator: ["add_contest", "my_created_contests", "contest_submitted"],
  admin: ["manage_users", "manage_contests"],
} as const;

const SERVER = settled("product decisions §2: the server enforces who may call");
const PERSONS = settled("product decisions §1");
const TAKING_PART = "users keep what they paid for in every role";
const GUARD = "platform, the remote contract: the shell sends the wrong role away";

const firstRow = (page: Page) => expect(main(page).getByRole("table").getByRole("row").nth(1)).toBeVisible();
const firstCard = (page: Page, name: string) =>
  expect(page.getByRole("region", { name }).getByRole("article").first()).toBeVisible();

/** Title, role, page and what it shows. */
const SCREENS: [string, Viewer, string, (page: Page) => Promise<void>][] = [
  ["a visitor can browse the home page", "visitor", "/", (page) => firstCard(page, "Popular Contests")],
  ["a visitor can search", "visitor", "/?q=a", (page) => firstCard(page, "Search Results")],
  ...(
    [
      ["see participated contests", "my_participated_contests", /Participated Contests/],
      ["see winning contests", "my_winning_contests", /Winning Contests/],
      ["see and change their profile", "my_profile", /My Profile/],
    ] as const
  ).map(([what, path, title]): (typeof SCREENS)[number] => [
    `a user can ${what}`,
    "user",
    `/dashboard/${path}`,
    (page) => expect(heading(page)).toContainText(title),
  ]),
  [
    "a user can pay",
    "user",
    "/contest-details/{id}/payment",
    (page) => expect(main(page).getByRole("button", { name: /^Pay/ })).toBeEnabled(),
  ],
  ["a creator can list own contests", "creator", "/dashboard/my_created_contests", (page) => firstRow(page)],
  ["a creator can view submitted contests", "creator", "/dashboard/contest_submitted", (page) => firstRow(page)],
  ...["/login", "/register"].map((path): (typeof SCREENS)[number] => [
    `the screen ${path} is hidden from signed-in users`,
    "user",
    path,
    async (page) => {
      await expect(avatar(page)).toBeVisible();
      await expect(page.locator("[name=password]")).toHaveCount(0);
    },
  ]),
  [
    "the payment route requires sign-in",
    "visitor",
    "/contest-details/{id}/payment",
    (page) => expect(page).toHaveURL(/\/login/),
  ],
];

/** Dashboard screens that are open to, or closed to, a role that they were not made for. */
const OTHER_SCREENS = [
  ["creator", "may", DASHBOARDS.user],
  ["admin", "may", DASHBOARDS.user],
  ["user", "may not", [...DASHBOARDS.creator, ...DASHBOARDS.admin]],
  ["creator", "may not", DASHBOARDS.admin],
  ["admin", "may not", DASHBOARDS.creator],
] as const;
const article = (role: string) => (role === "admin" ? "an admin" : `a ${role}`);

/** A request of one caller; `{id}` and `{email}` in the endpoint are those of the subject. */
type Step = [who: Viewer | "subject", endpoint: Endpoint, status: number, data?: object];
type Steps = [title: string, source: object, ...Step[]][];

const OPEN = { status: "open" };
const JOIN = "PUT /join-contest";
const REQUEST: Step = ["subject", "PUT /update-user-role/{email}", 200, REQUESTED];
const GONE: Step = ["visitor", "GET /contest-details/{id}", 404];
const RENAME = { name: "Mine now" };

/** Calls about a contest, where the subject is its owner. */
const CONTEST_STEPS: Record<"open" | "pending", Steps> = {
  open: [
    ["a user may not join with another's e-mail: 422", SERVER, ["user", JOIN, 422, { email: creator.email }]],
    [
      "a creator may not edit or delete another's contest: 404",
      SERVER,
      ["creator", "PUT /update-contest/{id}", 404, RENAME],
      ["creator", "DELETE /delete-contest/{id}", 404, {}],
    ],
    ["a creator may not join their own contest: 409", SERVER, ["subject", JOIN, 409, {}]],
    ["an admin can delete a contest", {}, ["admin", "DELETE /delete-contest/{id}", 200, {}], GONE],
  ],
  pending: [
    ["a creator may not confirm their own contest", SERVER, ["subject", "PUT /update-contest-status/{id}", 403, OPEN]],
    [
      "a creator can delete their contest",
      {},
      ["subject", "DELETE /delete-contest/{id}", 200, {}],
      ["subject", "GET /contest-details/{id}", 404],
    ],
    ["an admin can confirm a contest", {}, ["admin", "PUT /update-contest-status/{id}", 200, OPEN]],
    ["an admin can comment on a contest", {}, ["admin", "POST /comment-contest/{id}", 200, { text: "Good." }]],
  ],
};

const ACTS_AT_ONCE = settled("product decisions §1: role and status are read from the database on every request");

/** Calls about a new account, which is the subject. */
const PERSON_STEPS: Steps = [
  ["a user can request creator status", {}, REQUEST],
  [
    "role requested may request again only after an answer: 409",
    SERVER,
    REQUEST,
    ["subject", "PUT /update-user-role/{email}", 409, REQUESTED],
  ],
  ["role requested may not add a contest: 403", SERVER, REQUEST, ["subject", CREATE, 403, aContestForm()]],
  ["an admin can change status", {}, ["admin", "PUT /update-user/{id}", 200, BLOCKED]],
  ["an admin can change role", {}, ["admin", "PUT /update-user/{id}", 200, { role: "creator" }]],
  ["an admin can delete users", {}, ["admin", "DELETE /delete-user/{id}", 200], ["subject", "GET /user/{email}", 403]],
  [
    "a block or demotion acts on the next request",
    ACTS_AT_ONCE,
    ["admin", "PUT /update-user/{id}", 200, { role: "creator" }],
    ["admin", "PUT /update-user/{id}", 200, { role: "user" }],
    ["subject", CREATE, 403, aContestForm()],
    ["admin", "PUT /update-user/{id}", 200, BLOCKED],
    ["subject", "GET /user/{email}", 403],
  ],
];

test.describe("6. Roles and permissions", () => {
  for (const [does, endpoint, data] of [...SIGNED_IN_CALLS, ...CREATOR_CALLS, ...ADMIN_CALLS])
    test(
      `a visitor may not ${does} (${endpoint.replace(NO_ID, "{id}").replace(/[\w.]+@[\w.]+/, "{email}")}): 401`,
      SERVER,
      async ({ call }) => {
        const answer = await call("visitor", endpoint, data);
        expect(answer.status()).toBe(401);
        expect(((await answer.json()) as ErrorResponse).error.message).toMatch(/\w/);
      },
    );

  for (const [role, calls] of [
    ["user", [...CREATOR_CALLS, ...ADMIN_CALLS]],
    ["creator", ADMIN_CALLS],
    ["admin", CREATOR_CALLS],
  ] as const)
    for (const [does, endpoint, data] of calls)
      test(`${article(role)} may not ${does}: 403`, SERVER, async ({ call }) => {
        expect((await call(role, endpoint, data)).status()).toBe(403);
      });

  for (const [title, person, path, check] of SCREENS) pageStatements({ path, person }, { [title]: check });

  for (const [person, may, screens] of OTHER_SCREENS)
    for (const screen of screens)
      pageStatements(
        { path: `/dashboard/${screen}`, person },
        may === "may"
          ? {
              [`${article(person)} may open /dashboard/${screen}, having taken part or not`]: async (page) => {
                await expect(main(page).getByRole("heading", { level: 1, name: /^My / })).toBeVisible();
                await expect(page).toHaveURL(`/dashboard/${screen}`);
              },
            }
          : {
              [`${article(person)} may not open /dashboard/${screen}`]: (page) => expect(page).toHaveURL("/dashboard"),
            },
        may === "may" ? TAKING_PART : GUARD,
      );

  for (const [status, rows] of Object.entries(CONTEST_STEPS))
    for (const [title, source, ...steps] of rows)
      test(title, source, async ({ call, contest }) => {
        const { _id, owner } = await contest({ isPending: status === "pending" });
        for (const [who, endpoint, expected, data] of steps) {
          const body = endpoint === JOIN ? { contestId: _id, email: owner.email, ...data } : data;
          const answer = await call(who === "subject" ? owner : who, endpoint.replace("{id}", _id) as Endpoint, body);
          expect(answer.status(), endpoint).toBe(expected);
        }
      });

  for (const [title, source, ...steps] of PERSON_STEPS)
    test(title, source, async ({ call, newcomer }) => {
      const person = await newcomer();
      for (const [who, endpoint, expected, data] of steps) {
        const path = endpoint.replace("{id}", person.id).replace("{email}", person.email) as Endpoint;
        expect((await call(who === "subject" ? person : who, path, data)).status(), endpoint).toBe(expected);
      }
    });

  test("a visitor can browse all contests and top contests", async ({ page }) => {
    for (const path of ["/all_contests", "/top_contests"]) {
      await page.goto(path);
      await expect(main(page).getByRole("article").first()).toBeVisible();
    }
  });

  test("a visitor can view details", async ({ page, sharedContest }) => {
    const { _id, name } = await sharedContest();
    await page.goto(`/contest-details/${_id}`);
    await expect(heading(page)).toHaveText(name);
  });

  test("a visitor can contact", async ({ call }) => {
    const message = { name: "Nusrat Jahan", email: "nusrat@example.com", message: "Good morning." };
    expect((await call("visitor", "POST /contact", message)).status()).toBe(200);
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

  test("a visitor may not open any screen of the dashboard", async ({ page }) => {
    for (const screen of [
      "",
      "/profile",
      ...Object.values(DASHBOARDS).flatMap((names) => names.map((name) => `/${name}`)),
    ]) {
      await page.goto(`/dashboard${screen}`);
      await expect(page).toHaveURL(/\/login/);
    }
  });

  test("a user may not read another's record, contests or participated contests: 404", SERVER, async ({ call }) => {
    for (const list of ["user", "my-contests", "participated-contests"])
      expect((await call("user", `GET /${list}/${creator.email}`)).status(), list).toBe(404);
  });

  test("a user may not request creator status for another: 404", SERVER, async ({ call }) => {
    expect((await call("user", `PUT /update-user-role/${creator.email}`, REQUESTED)).status()).toBe(404);
  });

  test(
    "a user may not update or delete another's contest: 404, and nothing changes",
    SERVER,
    async ({ call, get, contest }) => {
      const { _id, name } = await contest();
      expect((await call("user", `PUT /update-contest/${_id}`, { name: "Mine now" })).status()).toBe(404);
      expect((await call("user", `DELETE /delete-contest/${_id}`, {})).status()).toBe(404);
      expect(await get(`/contest-details/${_id}`, "user")).toMatchObject({ name });
    },
  );

  test("a user who lists all users gets only their own record", SERVER, async ({ get }) => {
    const users = await get<User[]>("/all-users", "user");
    expect(users.map(({ email }) => email)).toEqual([user.email]);
  });

  test("role requested has the same menu as user, without Become A Creator", async ({ page, newcomer, call }) => {
    const person = await newcomer();
    await call(person, `PUT /update-user-role/${person.email}`, REQUESTED);
    await openSignedIn(page, person, "/dashboard");
    const menu = page.getByRole("navigation", { name: "Dashboard" });
    for (const label of ["My Participated Contests", "My Winning Contests", "My Profile"])
      await expect(menu.getByRole("link", { name: label })).toBeVisible();
    await expect(page.getByRole("button", { name: "Become A Creator" })).toHaveCount(0);
  });

  test("a creator can add a contest", async ({ contest }) => {
    expect((await contest({ isPending: true }))._id).toMatch(/\w/);
  });

  test("a creator can edit their contest", async ({ contest, call }) => {
    const { _id, owner } = await contest({ isPending: true });
    const answer = await call(owner, `PUT /update-contest/${_id}`, { name: "A better name" });
    expect(await answer.json()).toMatchObject({ modifiedCount: 1 });
  });

  test("users cannot change, block or delete themselves", PERSONS, async ({ call, get }) => {
    const { _id } = await get<User>(`/user/${admin.email}`, "admin");
    for (const data of [{ role: "user" }, BLOCKED])
      expect((await call("admin", `PUT /update-user/${_id}`, data)).status()).toBe(409);
    expect((await call("admin", `DELETE /delete-user/${_id}`)).status()).toBe(409);
  });

  test.describe("admin", () => {
    test.use({ person: "admin" });

    test("an admin can list all users except self", async ({ page, get }) => {
      const users = await get<User[]>(`/all-users-except/${admin.email}?limit=100`, "admin");
      expect(users.map(({ email }) => email)).not.toContain(admin.email);
      await page.goto("/dashboard/manage_users");
      await expect(main(page).getByRole("row").nth(1)).toBeVisible();
      await expect(main(page).getByRole("table")).not.toContainText(admin.email);
    });

    test("an admin can list all contests unfiltered", async ({ page, contest }) => {
      const { name } = await contest({ isPending: true });
      await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
      await expect(main(page).getByRole("row").filter({ hasText: name })).toBeVisible();
    });
  });

  test.describe("user", () => {
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

    for (const status of [401, 403])
      test(`on a ${status} response, the user is logged out and sent to /login`, async ({ page, forgive }) => {
        forgive(new RegExp(String(status)));
        await page.goto("/");
        await expect(avatar(page)).toBeVisible();
        await endSession(page, "**/api/all-contests*", status);
        await banner(page).getByRole("link", { name: "All Contests" }).click();
        await expect(page).toHaveURL(/\/login/);
        await expect(avatar(page)).toHaveCount(0);
        await expect(main(page)).toContainText("Your session has ended.");
      });
  });
});
