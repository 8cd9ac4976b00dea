import type { Page } from "@playwright/test";
import { chooseAction, giveReason } from "../manage-users";
import { admin, creator, newPerson, user } from "../people";
import { addContest, avatar, fillLogin, payWithTestCard } from "../site";
import {
  aContestForm,
  answerWith,
  field,
  fillContestForm,
  idToken,
  nextBody,
  nextCall,
  signInWithGoogle,
  singleton,
  toast,
} from "../signed-in";
import { expect, settled, test } from "./statements";
import {
  answerCaptcha,
  banner,
  endSession,
  fillIn,
  followLink,
  heading,
  main,
  openRegister,
  rowOf,
  submit,
} from "./steps";
import type { Contest, ErrorResponse, User } from "../wire";

const encoded = encodeURIComponent;
const text = expect.any(String);
const REQUESTED = { role: "requested" };
const ACCOUNTS = settled("product decisions §1");
const CONTESTS = settled("product decisions §3");
const PARTICIPATION = settled("product decisions §4");
const BEST_CREATOR = { _id: text, name: text, photo: text, bestContest: { name: text, description: text } };
const DEADLINE = expect.stringMatching(/^\d{4}-\d{1,2}-\d{1,2}T\d{1,2}:\d{1,2}:\d{1,2}Z$/);

/** Title, role, path, what each element has, and the least number of elements. */
const LISTS = [
  [
    "GET /all-users answers a list of users with _id, email and role",
    "admin",
    "/all-users",
    { _id: text, email: text, role: text },
    4,
  ],
  [
    "GET /best-creators answers creators with _id, name, photo and bestContest {name, description}",
    "visitor",
    "/best-creators",
    BEST_CREATOR,
    0,
  ],
  [
    "GET /popular-contests answers contests with _id, name, description, image and participants",
    "visitor",
    "/popular-contests",
    { _id: text, name: text, description: text, image: text, participants: expect.any(Array) },
    1,
  ],
  ["GET /all-contests answers contests, each with _id", "visitor", "/all-contests", { _id: text }, 1],
  [
    "GET /my-contests/{email} answers contests with name, description, prize, _id and status",
    "creator",
    `/my-contests/${creator.email}`,
    {
      _id: text,
      name: text,
      description: text,
      prize: expect.any(Number),
      status: expect.stringMatching(/^(pending|open)$/),
    },
    1,
  ],
  [
    "GET /participated-contests/{email} answers contests with name, description and deadline",
    "user",
    `/participated-contests/${user.email}`,
    { name: text, description: text, deadline: text },
    1,
  ],
  [
    "GET /api/user/won-contests answers an array of won contests",
    "user",
    "/user/won-contests",
    { id: text, image: text, name: text, dateWon: text },
    0,
  ],
] as const;

const identity = (page: Page, act: string) =>
  page.waitForRequest((request) => request.url().includes(`/v1/accounts:${act}`));

test.describe("7. The calls it makes", () => {
  for (const [title, who, path, shape, least] of LISTS)
    test(title, async ({ get }) => {
      const list = await get<object[]>(path, who);
      expect(Array.isArray(list)).toBe(true);
      expect(list.length).toBeGreaterThanOrEqual(least);
      for (const element of list) expect(element).toMatchObject(shape);
    });

  test("GET /all-users-except/{email} answers a list of users", async ({ get }) => {
    const users = await get<User[]>(`/all-users-except/${admin.email}`, "admin");
    const shape = { _id: text, name: text, email: text, image: text, status: text, role: text };
    for (const known of users) expect(known).toMatchObject(shape);
    expect(users.map(({ email }) => email)).not.toContain(admin.email);
  });

  test("GET /user/{email} answers an object with a role field", async ({ get }) => {
    expect(await get(`/user/${user.email}`, "user")).toMatchObject({ role: "user" });
  });

  test.describe("user", () => {
    test.use({ person: "user" });

    test("all calls go to one backend base address", async ({ page, baseURL }) => {
      const called = new Set<string>();
      page.on("request", (request) => {
        if (["fetch", "xhr"].includes(request.resourceType())) called.add(new URL(request.url()).origin);
      });
      await page.goto("/dashboard/my_participated_contests");
      await expect(main(page).getByRole("table")).toBeVisible();
      const site = new URL(baseURL ?? "").origin;
      // The identity provider is the only other origin that is called.
      const others = [...called].filter((origin) => origin !== site);
      expect(others.length).toBeLessThanOrEqual(1);
      for (const origin of others) expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    });

    test("all calls carry credentials", async ({ page }) => {
      const sent = nextCall(page, "GET", /^\/api\/participated-contests\//);
      await page.goto("/dashboard/my_participated_contests");
      expect((await (await sent).allHeaders())["cookie"]).toContain("conquest_session=");
      const module = await singleton<{ http: { defaults: { withCredentials: boolean } } }>(page, "http");
      expect(await module.evaluate(({ http }) => http.defaults.withCredentials)).toBe(true);
    });

    test("GET /all-users is cached under the key allUsers", async ({ page }) => {
      const asked = nextCall(page, "GET", "/all-users");
      await page.goto("/dashboard/profile");
      await asked;
      interface Cache {
        queryClient: { getQueryCache: () => { getAll: () => { queryKey: unknown[] }[] } };
      }
      const module = await singleton<Cache>(page, "query-client");
      const keys = () =>
        module.evaluate(({ queryClient }) =>
          queryClient
            .getQueryCache()
            .getAll()
            .map(({ queryKey }) => queryKey[0]),
        );
      await expect.poll(keys).toContain("allUsers");
    });

    test("the payment page reads the prize from GET /contest-details/{id}, at the same base address", async ({
      page,
      sharedContest,
    }) => {
      const { _id } = await sharedContest();
      const sent = nextCall(page, "GET", `/contest-details/${_id}`);
      await page.goto(`/contest-details/${_id}/payment`);
      await sent;
      await expect(field(page, "amount")).toHaveValue("৳45,000");
    });

    for (const status of [401, 403])
      test(`on a ${status} answer to any product call, the product logs the user out, goes to /login and rethrows the error`, async ({
        page,
        forgive,
      }) => {
        forgive(new RegExp(String(status)));
        await endSession(page, "**/api/my-stats/**", status);
        await page.goto("/dashboard");
        await expect(heading(page)).toBeVisible();
        const module = await singleton<{ http: { get: (path: string) => Promise<unknown> } }>(page, "http");
        const thrown = await module.evaluate(({ http }) =>
          http.get("/api/my-stats/x").then(
            () => "",
            (error: Error) => error.message,
          ),
        );
        expect(thrown).toBe("Your session has ended.");
        await expect(page).toHaveURL(/\/login/);
        await expect(avatar(page)).toHaveCount(0);
      });
  });

  test("POST /jwt has the body {email} and opens the session with a cookie", async ({ page }) => {
    await page.goto("/login");
    const sent = nextCall(page, "POST", "/jwt");
    await fillLogin(page, user);
    const request = await sent;
    expect(request.postDataJSON()).toEqual({ email: user.email });
    expect(await (await request.response())?.json()).toEqual({ success: true });
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes("conquest_session"));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  });

  test(
    "POST /jwt carries the provider's ID token, and the e-mail in it must be the one in the body",
    ACCOUNTS,
    async ({ page, as, call }) => {
      await page.goto("/login");
      const sent = nextCall(page, "POST", "/jwt");
      await fillLogin(page, user);
      const { authorization = "" } = await (await sent).allHeaders();
      expect(authorization).toMatch(/^Bearer .+\..+\./);
      const visitor = await as("visitor");
      const other = await visitor.post("/api/jwt", { data: { email: admin.email }, headers: { authorization } });
      expect(other.ok()).toBe(false);
      expect((await call("visitor", "POST /jwt", { email: user.email })).ok()).toBe(false);
    },
  );

  test("POST /logout clears the cookie and ends the session on the server", ACCOUNTS, async ({ newcomer }) => {
    const { api, email } = await newcomer();
    const { cookies } = await api.storageState();
    expect(await (await api.post("/api/logout", { data: {} })).json()).toEqual({ success: true });
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect((await api.get(`/api/user/${email}`, { headers: { cookie } })).status()).toBe(401);
  });

  test("PUT /save-user has the body {name, image, email, role, status}", async ({ page }) => {
    await page.goto("/login");
    const sent = nextBody<object>(page, "PUT", "/save-user");
    await fillLogin(page, user);
    expect(Object.keys(await sent).toSorted()).toEqual(["email", "image", "name", "role", "status"]);
  });

  test("PUT /update-user-role/{email} has the body {role: requested}", async ({ page, openAsNewcomer }) => {
    const person = await openAsNewcomer("/dashboard");
    const sent = nextCall(page, "PUT", `/update-user-role/${encoded(person.email)}`);
    await page.getByRole("button", { name: "Become A Creator" }).click();
    const request = await sent;
    expect(request.postDataJSON()).toEqual(REQUESTED);
    expect((await request.response())?.status()).toBe(200);
  });

  test.describe("admin", () => {
    test.use({ person: "admin" });

    test(
      "DELETE /delete-user/{id} needs no body",
      settled("decision 0035: the screen sends the reason that the person reads"),
      async ({ page, newcomer, call }) => {
        const [{ id }, other] = [await newcomer(), await newcomer()];
        expect((await call("admin", `DELETE /delete-user/${id}`)).status()).toBe(200);
        await page.goto(`/dashboard/manage_users?q=${other.email}`);
        await chooseAction(page, other.email, "Remove");
        const sent = nextCall(page, "DELETE", `/delete-user/${other.id}`);
        await giveReason(page, "Spam.");
        const request = await sent;
        expect(request.postDataJSON()).toEqual({ reason: "Spam." });
        expect((await request.response())?.status()).toBe(200);
      },
    );

    test("PUT /update-user/{id} has the body {status}", async ({ page, newcomer }) => {
      const { id, email } = await newcomer();
      await page.goto(`/dashboard/manage_users?q=${email}`);
      await chooseAction(page, email, "Block");
      const blocking = nextBody(page, "PUT", `/update-user/${id}`);
      await giveReason(page, "Spam.");
      expect(await blocking).toEqual({ status: "blocked", reason: "Spam." });
      await expect(rowOf(page, email).getByText("Blocked", { exact: true })).toBeVisible();
      const unblocking = nextBody(page, "PUT", `/update-user/${id}`);
      await chooseAction(page, email, "Unblock");
      expect(await unblocking).toEqual({ status: "verified" });
    });

    test("PUT /update-user/{id} has the body {role}", async ({ page, newcomer }) => {
      const { id, email } = await newcomer();
      await page.goto(`/dashboard/manage_users?q=${email}`);
      await expect(rowOf(page, email)).toBeVisible();
      const sent = nextBody(page, "PUT", `/update-user/${id}`);
      await chooseAction(page, email, "Make creator");
      expect(await sent).toEqual({ role: "creator" });
    });

    test("PUT /update-contest-status/{id} has the body {status: open}", async ({ page, contest }) => {
      const { _id, name } = await contest({ isPending: true });
      await page.goto(`/dashboard/manage_contests?q=${encoded(name)}`);
      const sent = nextCall(page, "PUT", `/update-contest-status/${_id}`);
      await rowOf(page, name).getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
      const request = await sent;
      expect(request.postDataJSON()).toEqual({ status: "open" });
      expect((await request.response())?.status()).toBe(200);
    });
  });

  test("GET /search-contests/{searchTerm} answers contests with _id, name, image and description", async ({
    get,
    sharedContest,
  }) => {
    const { _id, name, image, description } = await sharedContest();
    const found = await get(`/search-contests/${encoded(name)}`);
    expect(found).toEqual([expect.objectContaining({ _id, name, image, description })]);
  });

  test("GET /best-creators is an empty list by default", async ({ page }) => {
    await answerWith(page, "**/api/best-creators", []);
    await followLink(page, "Home");
    await expect(page.getByRole("region", { name: "Best Contest Creator" })).toContainText("No creators yet");
  });

  test(
    "GET /winners is requested",
    settled("product decisions §4: its result fills Winner's Circle; in the specification it was unused"),
    async ({ page }) => {
      const sent = nextCall(page, "GET", "/winners");
      await followLink(page, "Home");
      expect((await (await sent).response())?.status()).toBe(200);
    },
  );

  test("GET /popular-contests-no-limit answers the contests for Top Contests", async ({ page }) => {
    const sent = nextCall(page, "GET", "/popular-contests-no-limit");
    await followLink(page, "Top Contests");
    const contests = (await (await (await sent).response())?.json()) as Contest[];
    await expect(main(page).getByRole("article")).toHaveCount(contests.length);
  });

  test(
    'lists stay arrays; ?limit and cursor page them, with Link: rel="next" and X-Total-Count',
    CONTESTS,
    async ({ as }) => {
      const visitor = await as("visitor");
      const first = await visitor.get("/api/all-contests?limit=2");
      const one = (await first.json()) as Contest[];
      expect(one).toHaveLength(2);
      expect(Number(first.headers()["x-total-count"])).toBeGreaterThan(2);
      const next = /<([^>]+)>; rel="next"/.exec(first.headers()["link"] ?? "")?.[1] ?? "";
      const other = (await (await visitor.get(next)).json()) as Contest[];
      expect(other.map(({ _id }) => _id)).not.toEqual(expect.arrayContaining([one[0]?._id]));
    },
  );

  test("GET /contest-details/{id} answers a contest with name, image, description, prize, deadline and participants", async ({
    get,
    sharedContest,
  }) => {
    const { _id, name, image, description, prize, deadline } = await sharedContest();
    const texts = { _id, name, image, description };
    const others = { prize: Number(prize), deadline: new Date(deadline).toISOString(), participants: [] };
    expect(await get(`/contest-details/${_id}`)).toMatchObject({ ...texts, ...others });
  });

  test.describe("creator", () => {
    test.use({ person: "creator" });

    test("GET /contest-details/{id} also prefills the edit form", async ({ page }) => {
      await page.goto("/dashboard/my_created_contests?phase=in_review");
      const sent = nextCall(page, "GET", /^\/api\/contest-details\/[0-9a-f-]+$/);
      await main(page).getByRole("button", { name: "Edit" }).first().click();
      const { name } = (await (await (await sent).response())?.json()) as Contest;
      await expect(field(page.getByRole("dialog"), "name")).toHaveValue(name);
    });

    test(
      "POST /create-contest has the contest's fields in its body",
      settled("product decisions §3: status, participants and creator are set by the server, whatever the body says"),
      async ({ page, get, call }) => {
        const form = aContestForm();
        await page.goto("/dashboard/add_contest");
        await fillContestForm(page, form);
        const sent = nextCall(page, "POST", "/create-contest");
        await addContest(page);
        const request = await sent;
        expect(request.postDataJSON()).toMatchObject({
          ...form,
          status: "pending",
          participants: [],
          creator: { name: text, email: creator.email, photo: text },
          deadline: DEADLINE,
        });
        const { insertedId } = (await (await request.response())?.json()) as { insertedId: string };
        const created = await get(`/contest-details/${insertedId}`, "creator");
        expect(created).toMatchObject({ status: "pending", participants: [] });
        await call("creator", `DELETE /delete-contest/${insertedId}`, {});
      },
    );
  });

  test("POST /create-contest takes status, participants and creator in the body, and believes none of them", async ({
    newcomer,
    call,
    get,
  }) => {
    const owner = await newcomer("creator");
    const other = { name: "x", email: creator.email, photo: "" };
    const body = { ...aContestForm(), status: "open", participants: ["somebody"], creator: other };
    const { insertedId } = (await (await call(owner, "POST /create-contest", body)).json()) as { insertedId: string };
    const found = await get(`/contest-details/${insertedId}`, "admin");
    expect(found).toMatchObject({ status: "pending", participants: [], creator: { name: owner.name } });
    await call(owner, `DELETE /delete-contest/${insertedId}`, {});
  });

  test("DELETE /delete-contest/{id} deletes the contest", async ({ contest, call }) => {
    const { _id, owner } = await contest({ isPending: true });
    expect((await call(owner, `DELETE /delete-contest/${_id}`)).status()).toBe(200);
    expect((await call(owner, `GET /contest-details/${_id}`)).status()).toBe(404);
  });

  test(
    "DELETE /delete-contest/{id} cancels after a payment: every payment refunded, the contest kept",
    CONTESTS,
    async ({ call, get, joined }) => {
      const { _id, owner, person } = await joined({ prize: "2400" });
      const answer = await call(owner, `DELETE /delete-contest/${_id}`, {});
      expect(await answer.json()).toMatchObject({ cancelled: true, refundedCount: 1, refundedTotal: 2400 });
      const refunded = { _id, paymentStatus: "refunded", phase: "cancelled" };
      expect(await get(`/participated-contests/${person.email}`, person)).toEqual([expect.objectContaining(refunded)]);
    },
  );

  test("PUT /update-contest/{id} has the form fields plus deadline; modifiedCount greater than 0 means success", async ({
    contest,
    call,
    get,
  }) => {
    const { _id, owner } = await contest({ isPending: true });
    const form = aContestForm({ name: "A better name", deadline: "2031-03-05T07:05:09Z" });
    const answer = await call(owner, `PUT /update-contest/${_id}`, form);
    expect(((await answer.json()) as { modifiedCount: number }).modifiedCount).toBeGreaterThan(0);
    const stored = { name: "A better name", deadline: "2031-03-05T07:05:09.000Z" };
    expect(await get(`/contest-details/${_id}`, owner)).toMatchObject(stored);
  });

  test(
    "terms freeze after the first participation: fee, prize, task, tag and an earlier deadline are 409; description and a later deadline stay editable",
    CONTESTS,
    async ({ call, joined }) => {
      const { _id, owner, deadline } = await joined();
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      const later = new Date(Date.parse(deadline) + 86_400_000).toISOString();
      for (const [change, status] of [
        [{ registrationPrice: "1" }, 409],
        [{ prize: "1" }, 409],
        [{ task: "Another." }, 409],
        [{ tags: "Book Review" }, 409],
        [{ deadline: aContestForm({}).deadline.replace(/^\d{4}-\d\d-\d\dT/, `${tomorrow}T`) }, 409],
        [{ description: "Better words." }, 200],
        [{ deadline: later }, 200],
      ] as const) {
        const answer = await call(owner, `PUT /update-contest/${_id}`, change);
        expect(answer.status(), JSON.stringify(change)).toBe(status);
      }
    },
  );

  test("GET /all-contests-unfiltered answers all contests", async ({ get, contest }) => {
    const { _id, name } = await contest({ isPending: true });
    const found = await get(`/all-contests-unfiltered?q=${encoded(name)}`, "admin");
    expect(found).toEqual([expect.objectContaining({ _id, status: "pending" })]);
  });

  test("PUT /join-contest has the body {contestId, email}", async ({ page, contest, openAsNewcomer }) => {
    const { _id } = await contest();
    const person = await openAsNewcomer(`/contest-details/${_id}/payment`);
    const sent = nextBody(page, "PUT", "/join-contest");
    await payWithTestCard(page);
    // The body also contains the displayed amount, so that the server can reject a different charge.
    expect(await sent).toMatchObject({ contestId: _id, email: person.email });
  });

  test(
    "joining is exactly once: a second call is 409 and charges nothing",
    PARTICIPATION,
    async ({ contest, newcomer, call, get }) => {
      const { _id } = await contest();
      const person = await newcomer();
      const join = () => call(person, "PUT /join-contest", { contestId: _id, email: person.email });
      const statuses = (await Promise.all([join(), join()])).map((answer) => answer.status()).toSorted();
      expect(statuses).toEqual([200, 409]);
      expect(await get(`/participated-contests/${person.email}`, person)).toHaveLength(1);
    },
  );

  test(
    "the server records who, what, how much, when, the last four digits 4242 and the state",
    PARTICIPATION,
    async ({ contest, newcomer, call }) => {
      const { _id } = await contest({ prize: "2400" });
      const person = await newcomer();
      const receipt = await call(person, "PUT /join-contest", { contestId: _id, email: person.email });
      const payment = { contestId: _id, amount: 2400, last4: "4242", paymentStatus: "paid", paidAt: text };
      expect(await receipt.json()).toMatchObject(payment);
    },
  );

  test(
    "a joined person submits one entry and gets a receipt: server time and a SHA-256 of the content",
    PARTICIPATION,
    async ({ contest, newcomer, call, get }) => {
      const { _id, owner } = await contest();
      const person = await newcomer();
      const entry = { text: "A kite of paper.", link: "https://example.com/kite" };
      expect((await call(person, `PUT /submit-entry/${_id}`, entry)).ok()).toBe(false);
      await call(person, "PUT /join-contest", { contestId: _id, email: person.email });
      const receipt = { text: entry.text, submittedAt: text, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
      expect(await (await call(person, `PUT /submit-entry/${_id}`, entry)).json()).toMatchObject(receipt);
      expect(await get(`/contest-entries/${_id}`, owner)).toHaveLength(1);
    },
  );

  test("a winner cannot be declared before the deadline: 409", PARTICIPATION, async ({ call, joined }) => {
    const { _id, owner, person } = await joined();
    const submitted = await call(person, `PUT /submit-entry/${_id}`, { text: "A kite.", link: "" });
    const winner = { entryId: ((await submitted.json()) as { _id: string })._id, note: "The lightest." };
    expect((await call(owner, `PUT /declare-winner/${_id}`, winner)).status()).toBe(409);
  });

  test("the identity provider is asked to create a user with e-mail and password, and to update the profile (name and photo)", async ({
    page,
  }) => {
    const { name, email, password } = newPerson("Rumana Islam");
    const photoUrl = "/media/people/man-02.webp";
    await openRegister(page);
    await fillIn(page, { full_name: name, email, password, photo_url: photoUrl });
    await answerCaptcha(page);
    const created = identity(page, "signUp");
    const updated = identity(page, "update");
    await submit(page, "Register").click();
    expect((await created).postDataJSON()).toMatchObject({ email, password });
    expect((await updated).postDataJSON()).toMatchObject({ displayName: name, photoUrl });
    await expect(avatar(page)).toBeVisible();
  });

  for (const [title, act, signIn, body] of [
    [
      "the identity provider is asked to sign in with e-mail and password",
      "signInWithPassword",
      (page: Page) => fillLogin(page, user),
      { email: user.email, password: user.password },
    ],
    [
      "the identity provider is asked to sign in with a Google popup",
      "signInWithIdp",
      (page: Page) => signInWithGoogle(page, newPerson()),
      { postBody: expect.stringContaining("google.com") },
    ],
  ] as const)
    test(title, async ({ page }) => {
      await page.goto("/login");
      const sent = identity(page, act);
      await signIn(page);
      expect((await sent).postDataJSON()).toMatchObject(body);
      await expect(avatar(page)).toBeVisible();
    });

  test("the identity provider is asked to sign out: its session is gone from the browser", async ({
    page,
    openAsNewcomer,
  }) => {
    await openAsNewcomer("/");
    await avatar(page).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(banner(page).getByRole("link", { name: "Login" })).toBeVisible();
    await page.reload();
    await expect(banner(page).getByRole("link", { name: "Login" })).toBeVisible();
  });

  test(
    "errors are {error: {code, message, fields?}}, and nothing under /api answers HTML",
    settled("product decisions §2"),
    async ({ call }) => {
      for (const answer of [await call("visitor", "GET /nothing-here"), await call("visitor", "POST /contact", {})]) {
        expect(answer.headers()["content-type"]).toContain("application/json");
        expect(((await answer.json()) as ErrorResponse).error.message).toMatch(/\w.*\.$/);
      }
    },
  );

  test(
    "a blocked person is refused at /jwt with 403 and a sentence saying so",
    ACCOUNTS,
    async ({ newcomer, as, call }) => {
      const person = await newcomer();
      await call("admin", `PUT /update-user/${person.id}`, { status: "blocked" });
      const visitor = await as("visitor");
      const headers = { Authorization: `Bearer ${await idToken(visitor, "signInWithPassword", person)}` };
      const answer = await visitor.post("/api/jwt", { data: { email: person.email }, headers });
      expect(answer.status()).toBe(403);
      expect(((await answer.json()) as ErrorResponse).error.message).toMatch(/blocked/);
    },
  );

  test("a blocked person who signs in reads that they are blocked", async ({ page, newcomer, call, forgive }) => {
    forgive(/403/);
    const person = await newcomer();
    await call("admin", `PUT /update-user/${person.id}`, { status: "blocked" });
    await page.goto("/login");
    await fillLogin(page, person);
    await expect(main(page)).toContainText(/blocked/i);
    await expect(toast(page, /blocked/i)).toBeVisible();
  });
});
