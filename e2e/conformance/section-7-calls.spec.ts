import type { Page } from "@playwright/test";
import { waitForHydration } from "../hydration";
import { chooseAction, giveReason } from "../manage-users";
import { admin, newPerson, creator, user } from "../people";
import { avatar, captchaText, fillLogin, payWithTestCard, readCanvases } from "../site";
import {
  aContestForm,
  answerWith,
  expect,
  field,
  fillContestForm,
  idToken,
  nextBody,
  nextCall,
  signInWithGoogle,
  singleton,
  test,
  toast,
} from "../signed-in";
import type { Contest, Creator, ErrorResponse, User } from "../wire";

const main = (page: Page) => page.locator("main");
const rowOf = (page: Page, text: string) => main(page).getByRole("row").filter({ hasText: text });
const encoded = encodeURIComponent;
const text = expect.any(String);

test.describe("7. The calls it makes", () => {
  test.describe("one backend, with credentials", () => {
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
      const call = nextCall(page, "GET", /^\/api\/participated-contests\//);
      await page.goto("/dashboard/my_participated_contests");
      expect((await (await call).allHeaders())["cookie"]).toContain("conquest_session=");
      const module = await singleton<{ http: { defaults: { withCredentials: boolean } } }>(page, "http");
      expect(await module.evaluate(({ http }) => http.defaults.withCredentials)).toBe(true);
    });
  });

  test.describe("session and users", () => {
    test("POST /jwt has the body {email} and opens the session with a cookie", async ({ page }) => {
      await page.goto("/login");
      const call = nextCall(page, "POST", "/jwt");
      await fillLogin(page, user);
      const request = await call;
      expect(request.postDataJSON()).toEqual({ email: user.email });
      const answer = await request.response();
      expect(await answer?.json()).toEqual({ success: true });
      const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes("conquest_session"));
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    });

    test(
      "POST /jwt carries the provider's ID token, and the e-mail in it must be the one in the body",
      { annotation: { type: "settled", description: "product decisions §1" } },
      async ({ page, as }) => {
        await page.goto("/login");
        const call = nextCall(page, "POST", "/jwt");
        await fillLogin(page, user);
        const { authorization = "" } = await (await call).allHeaders();
        expect(authorization).toMatch(/^Bearer .+\..+\./);
        const visitor = await as("visitor");
        const other = await visitor.post("/api/jwt", { data: { email: admin.email }, headers: { authorization } });
        expect(other.ok()).toBe(false);
        expect((await visitor.post("/api/jwt", { data: { email: user.email } })).ok()).toBe(false);
      },
    );

    test(
      "POST /logout clears the cookie and ends the session on the server",
      { annotation: { type: "settled", description: "product decisions §1" } },
      async ({ newcomer }) => {
        const { api, email } = await newcomer();
        const { cookies } = await api.storageState();
        expect(await (await api.post("/api/logout", { data: {} })).json()).toEqual({ success: true });
        const old = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
        expect((await api.get(`/api/user/${email}`, { headers: { cookie: old } })).status()).toBe(401);
      },
    );

    test("PUT /save-user has the body {name, image, email, role, status}", async ({ page }) => {
      await page.goto("/login");
      const sent = nextBody<object>(page, "PUT", "/save-user");
      await fillLogin(page, user);
      expect(Object.keys(await sent).toSorted()).toEqual(["email", "image", "name", "role", "status"]);
    });

    test("GET /user/{email} answers an object with a role field", async ({ as }) => {
      expect(await (await (await as("user")).get(`/api/user/${user.email}`)).json()).toMatchObject({ role: "user" });
    });

    test("GET /all-users answers a list of users with _id, email and role", async ({ as }) => {
      const users = (await (await (await as("admin")).get("/api/all-users")).json()) as User[];
      expect(users.length).toBeGreaterThan(3);
      for (const known of users) expect(known).toMatchObject({ _id: text, email: text, role: text });
    });

    test.describe("signed in", () => {
      test.use({ person: "user" });
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
    });

    test("PUT /update-user-role/{email} has the body {role: requested}", async ({ page, newcomer }) => {
      const person = await newcomer();
      await page.goto("/login?from=/dashboard");
      await fillLogin(page, person);
      const call = nextCall(page, "PUT", `/update-user-role/${encoded(person.email)}`);
      await page.getByRole("button", { name: "Become A Creator" }).click();
      const request = await call;
      expect(request.postDataJSON()).toEqual({ role: "requested" });
      expect((await request.response())?.status()).toBe(200);
    });

    test("GET /all-users-except/{email} answers a list of users", async ({ as }) => {
      const users = (await (await (await as("admin")).get(`/api/all-users-except/${admin.email}`)).json()) as User[];
      for (const known of users)
        expect(known).toMatchObject({ _id: text, name: text, email: text, image: text, status: text, role: text });
      expect(users.map(({ email }) => email)).not.toContain(admin.email);
    });

    test.describe("admin", () => {
      test.use({ person: "admin" });

      test(
        "DELETE /delete-user/{id} needs no body",
        {
          annotation: {
            type: "settled",
            description: "decision 0035: the screen sends the reason that the person reads",
          },
        },
        async ({ page, newcomer, as }) => {
          const [{ id }, other] = [await newcomer(), await newcomer()];
          expect((await (await as("admin")).delete(`/api/delete-user/${id}`)).status()).toBe(200);
          await page.goto(`/dashboard/manage_users?q=${other.email}`);
          await chooseAction(page, other.email, "Remove");
          const call = nextCall(page, "DELETE", `/delete-user/${other.id}`);
          await giveReason(page, "Spam.");
          const request = await call;
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
    });
  });

  test.describe("contests for everyone", () => {
    test("GET /search-contests/{searchTerm} answers contests with _id, name, image and description", async ({
      as,
      contest,
    }) => {
      const { _id, name, image, description } = await contest();
      const answer = await (await as("visitor")).get(`/api/search-contests/${encoded(name)}`);
      expect(await answer.json()).toEqual([expect.objectContaining({ _id, name, image, description })]);
    });

    test("GET /best-creators answers creators with _id, name, photo and bestContest {name, description}", async ({
      as,
    }) => {
      const creators = (await (await (await as("visitor")).get("/api/best-creators")).json()) as Creator[];
      expect(Array.isArray(creators)).toBe(true);
      for (const known of creators)
        expect(known).toMatchObject({
          _id: text,
          name: text,
          photo: text,
          bestContest: { name: text, description: text },
        });
    });

    test("GET /best-creators is an empty list by default", async ({ page }) => {
      await answerWith(page, "**/api/best-creators", []);
      await page.goto("/login");
      await waitForHydration(page);
      await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
      await expect(page.getByRole("region", { name: "Best Contest Creator" })).toContainText("No creators yet");
    });

    test("GET /popular-contests answers contests with _id, name, description, image and participants", async ({
      as,
    }) => {
      const contests = (await (await (await as("visitor")).get("/api/popular-contests")).json()) as Contest[];
      expect(contests).not.toEqual([]);
      for (const known of contests) {
        expect(known).toMatchObject({
          _id: text,
          name: text,
          description: text,
          image: text,
          participants: expect.any(Array),
        });
      }
    });

    test(
      "GET /winners is requested",
      {
        annotation: {
          type: "settled",
          description: "product decisions §4: its result fills Winner's Circle; in the specification it was unused",
        },
      },
      async ({ page }) => {
        await page.goto("/login");
        await waitForHydration(page);
        const call = nextCall(page, "GET", "/winners");
        await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
        expect((await (await call).response())?.status()).toBe(200);
      },
    );

    test("GET /popular-contests-no-limit answers the contests for Top Contests", async ({ page }) => {
      await page.goto("/login");
      await waitForHydration(page);
      const call = nextCall(page, "GET", "/popular-contests-no-limit");
      await page.getByRole("banner").getByRole("link", { name: "Top Contests" }).click();
      const contests = (await (await (await call).response())?.json()) as Contest[];
      await expect(main(page).getByRole("article")).toHaveCount(contests.length);
    });

    test("GET /all-contests answers contests, each with _id", async ({ as }) => {
      const contests = (await (await (await as("visitor")).get("/api/all-contests")).json()) as Contest[];
      expect(contests).not.toEqual([]);
      for (const known of contests) expect(known).toMatchObject({ _id: text });
    });

    test(
      'lists stay arrays; ?limit and cursor page them, with Link: rel="next" and X-Total-Count',
      { annotation: { type: "settled", description: "product decisions §3" } },
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
      as,
      contest,
    }) => {
      const { _id, name, image, description, prize, deadline } = await contest();
      expect(await (await (await as("visitor")).get(`/api/contest-details/${_id}`)).json()).toMatchObject({
        _id,
        name,
        image,
        description,
        prize: Number(prize),
        deadline: new Date(deadline).toISOString(),
        participants: [],
      });
    });

    test.describe("creator", () => {
      test.use({ person: "creator" });
      test("GET /contest-details/{id} also prefills the edit form", async ({ page }) => {
        await page.goto("/dashboard/my_created_contests?phase=in_review");
        const call = nextCall(page, "GET", /^\/api\/contest-details\/[0-9a-f-]+$/);
        await main(page).getByRole("button", { name: "Edit" }).first().click();
        const { name } = (await (await (await call).response())?.json()) as Contest;
        await expect(field(page.getByRole("dialog"), "name")).toHaveValue(name);
      });
    });

    test.describe("user", () => {
      test.use({ person: "user" });
      test("the payment page reads the prize from GET /contest-details/{id}, at the same base address", async ({
        page,
        contest,
      }) => {
        const { _id } = await contest({ prize: "31000" });
        const call = nextCall(page, "GET", `/contest-details/${_id}`);
        await page.goto(`/contest-details/${_id}/payment`);
        await call;
        await expect(field(page, "amount")).toHaveValue("৳31,000");
      });
    });
  });

  test.describe("contests of creators", () => {
    test.use({ person: "creator" });

    test(
      "POST /create-contest has the contest's fields in its body",
      {
        annotation: {
          type: "settled",
          description:
            "product decisions §3: status, participants and creator are set by the server, whatever the body says",
        },
      },
      async ({ page, as }) => {
        const form = aContestForm();
        await page.goto("/dashboard/add_contest");
        await fillContestForm(page, form);
        const call = nextCall(page, "POST", "/create-contest");
        await main(page).getByRole("button", { name: "Add Contest" }).click();
        const request = await call;
        const { deadline: _deadline, ...texts } = form;
        expect(request.postDataJSON()).toMatchObject({
          ...texts,
          status: "pending",
          participants: [],
          creator: { name: expect.any(String), email: creator.email, photo: expect.any(String) },
          deadline: expect.stringMatching(/^\d{4}-\d{1,2}-\d{1,2}T\d{1,2}:\d{1,2}:\d{1,2}Z$/),
        });
        const answer = (await (await request.response())?.json()) as { insertedId: string };
        const api = await as("creator");
        expect(await (await api.get(`/api/contest-details/${answer.insertedId}`)).json()).toMatchObject({
          status: "pending",
          participants: [],
        });
        await api.delete(`/api/delete-contest/${answer.insertedId}`, { data: {} });
      },
    );

    test("POST /create-contest takes status, participants and creator in the body, and believes none of them", async ({
      newcomer,
      as,
    }) => {
      const owner = await newcomer("creator");
      const body = {
        ...aContestForm(),
        status: "open",
        participants: ["somebody"],
        creator: { name: "x", email: creator.email, photo: "" },
      };
      const { insertedId } = (await (await owner.api.post("/api/create-contest", { data: body })).json()) as {
        insertedId: string;
      };
      const found = (await (await as("admin")).get(`/api/contest-details/${insertedId}`)).json();
      expect(await found).toMatchObject({ status: "pending", participants: [], creator: { name: owner.name } });
      await owner.api.delete(`/api/delete-contest/${insertedId}`, { data: {} });
    });

    test("GET /my-contests/{email} answers contests with name, description, prize, _id and status", async ({ as }) => {
      const contests = (await (
        await (await as("creator")).get(`/api/my-contests/${creator.email}`)
      ).json()) as Contest[];
      expect(contests).not.toEqual([]);
      for (const known of contests) {
        expect(known).toMatchObject({
          _id: text,
          name: text,
          description: text,
          prize: expect.any(Number),
          status: expect.stringMatching(/^(pending|open)$/),
        });
      }
    });

    test("DELETE /delete-contest/{id} deletes the contest", async ({ contest }) => {
      const { _id, owner } = await contest({ isPending: true });
      const answer = await owner.api.delete(`/api/delete-contest/${_id}`);
      expect(answer.status()).toBe(200);
      expect((await owner.api.get(`/api/contest-details/${_id}`)).status()).toBe(404);
    });

    test(
      "DELETE /delete-contest/{id} cancels where somebody has paid: every payment refunded, the contest kept",
      { annotation: { type: "settled", description: "product decisions §3" } },
      async ({ contest, newcomer }) => {
        const { _id, owner } = await contest({ prize: "2400" });
        const participant = await newcomer();
        await participant.api.put("/api/join-contest", { data: { contestId: _id, email: participant.email } });
        const answer = await owner.api.delete(`/api/delete-contest/${_id}`, { data: {} });
        expect(await answer.json()).toMatchObject({ cancelled: true, refundedCount: 1, refundedTotal: 2400 });
        const mine = (await (
          await participant.api.get(`/api/participated-contests/${participant.email}`)
        ).json()) as object[];
        expect(mine).toEqual([expect.objectContaining({ _id, paymentStatus: "refunded", phase: "cancelled" })]);
      },
    );

    test("PUT /update-contest/{id} has the form fields plus deadline; modifiedCount greater than 0 means success", async ({
      contest,
    }) => {
      const { _id, owner } = await contest({ isPending: true });
      const form = aContestForm({ name: "A better name", deadline: "2031-03-05T07:05:09Z" });
      const answer = await owner.api.put(`/api/update-contest/${_id}`, { data: form });
      expect(((await answer.json()) as { modifiedCount: number }).modifiedCount).toBeGreaterThan(0);
      expect(await (await owner.api.get(`/api/contest-details/${_id}`)).json()).toMatchObject({
        name: "A better name",
        deadline: "2031-03-05T07:05:09.000Z",
      });
    });

    test(
      "terms freeze once somebody has joined: fee, prize, task, tag and an earlier deadline are 409; description and a later deadline stay editable",
      { annotation: { type: "settled", description: "product decisions §3" } },
      async ({ contest, newcomer }) => {
        const { _id, owner, deadline } = await contest();
        const participant = await newcomer();
        await participant.api.put("/api/join-contest", { data: { contestId: _id, email: participant.email } });
        const later = new Date(Date.parse(deadline) + 86_400_000).toISOString();
        const update = async (data: object) => (await owner.api.put(`/api/update-contest/${_id}`, { data })).status();
        for (const change of [
          { registrationPrice: "1" },
          { prize: "1" },
          { task: "Another." },
          { tags: "Book Review" },
          {
            deadline: aContestForm({}).deadline.replace(
              /^\d{4}-\d\d-\d\dT/,
              `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T`,
            ),
          },
        ]) {
          expect(await update(change), JSON.stringify(change)).toBe(409);
        }
        for (const change of [{ description: "Better words." }, { deadline: later }]) {
          expect(await update(change), JSON.stringify(change)).toBe(200);
        }
      },
    );
  });

  test.describe("contests of admins", () => {
    test.use({ person: "admin" });

    test("GET /all-contests-unfiltered answers all contests", async ({ as, contest }) => {
      const { _id, name } = await contest({ isPending: true });
      const answer = await (await as("admin")).get(`/api/all-contests-unfiltered?q=${encoded(name)}`);
      expect(await answer.json()).toEqual([expect.objectContaining({ _id, status: "pending" })]);
    });

    test("PUT /update-contest-status/{id} has the body {status: open}", async ({ page, contest }) => {
      const { _id, name } = await contest({ isPending: true });
      await page.goto(`/dashboard/manage_contests?q=${encoded(name)}`);
      const call = nextCall(page, "PUT", `/update-contest-status/${_id}`);
      await rowOf(page, name).getByRole("button", { name: "Confirm" }).click();
      const request = await call;
      expect(request.postDataJSON()).toEqual({ status: "open" });
      expect((await request.response())?.status()).toBe(200);
    });
  });

  test.describe("participation", () => {
    test("GET /participated-contests/{email} answers contests with name, description and deadline", async ({ as }) => {
      const contests = (await (
        await (await as("user")).get(`/api/participated-contests/${user.email}`)
      ).json()) as object[];
      expect(contests).not.toEqual([]);
      for (const known of contests) expect(known).toMatchObject({ name: text, description: text, deadline: text });
    });

    test("PUT /join-contest has the body {contestId, email}", async ({ page, contest, newcomer }) => {
      const { _id } = await contest();
      const person = await newcomer();
      await page.goto(`/login?from=/contest-details/${_id}/payment`);
      await fillLogin(page, person);
      const sent = nextBody(page, "PUT", "/join-contest");
      await payWithTestCard(page);
      // The body also contains the displayed amount, so that the server can reject a different charge.
      expect(await sent).toMatchObject({ contestId: _id, email: person.email });
    });

    test(
      "joining is exactly once: a second call is 409 and charges nothing",
      { annotation: { type: "settled", description: "product decisions §4" } },
      async ({ contest, newcomer }) => {
        const { _id } = await contest();
        const { api, email } = await newcomer();
        const join = () => api.put("/api/join-contest", { data: { contestId: _id, email } });
        const statuses = (await Promise.all([join(), join()])).map((answer) => answer.status()).toSorted();
        expect(statuses).toEqual([200, 409]);
        const payments = (await (await api.get(`/api/participated-contests/${email}`)).json()) as object[];
        expect(payments).toHaveLength(1);
      },
    );

    test(
      "the server records who, what, how much, when, the last four digits 4242 and the state",
      { annotation: { type: "settled", description: "product decisions §4" } },
      async ({ contest, newcomer }) => {
        const { _id } = await contest({ prize: "2400" });
        const { api, email } = await newcomer();
        const receipt = await api.put("/api/join-contest", { data: { contestId: _id, email } });
        expect(await receipt.json()).toMatchObject({
          contestId: _id,
          amount: 2400,
          last4: "4242",
          paymentStatus: "paid",
          paidAt: text,
        });
      },
    );

    test("GET /api/user/won-contests answers an array of won contests", async ({ as }) => {
      const won = (await (await (await as("user")).get("/api/user/won-contests")).json()) as object[];
      expect(Array.isArray(won)).toBe(true);
      for (const known of won) expect(known).toMatchObject({ id: text, image: text, name: text, dateWon: text });
    });

    test.describe("entries", () => {
      test(
        "a joined person submits one entry and gets a receipt: server time and a SHA-256 of the content",
        { annotation: { type: "settled", description: "product decisions §4" } },
        async ({ contest, newcomer }) => {
          const { _id, owner } = await contest();
          const { api, email } = await newcomer();
          const submit = () =>
            api.put(`/api/submit-entry/${_id}`, {
              data: { text: "A kite of paper.", link: "https://example.com/kite" },
            });
          expect((await submit()).ok()).toBe(false);
          await api.put("/api/join-contest", { data: { contestId: _id, email } });
          expect(await (await submit()).json()).toMatchObject({
            text: "A kite of paper.",
            submittedAt: text,
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          });
          expect(await (await owner.api.get(`/api/contest-entries/${_id}`)).json()).toHaveLength(1);
        },
      );

      test(
        "a winner cannot be declared before the deadline: 409",
        { annotation: { type: "settled", description: "product decisions §4" } },
        async ({ contest, newcomer }) => {
          const { _id, owner } = await contest();
          const { api, email } = await newcomer();
          await api.put("/api/join-contest", { data: { contestId: _id, email } });
          const entry = (await (
            await api.put(`/api/submit-entry/${_id}`, { data: { text: "A kite.", link: "" } })
          ).json()) as { _id: string };
          const answer = await owner.api.put(`/api/declare-winner/${_id}`, {
            data: { entryId: entry._id, note: "The lightest." },
          });
          expect(answer.status()).toBe(409);
        },
      );
    });
  });

  test.describe("Identity provider calls", () => {
    const identity = (page: Page, act: string) =>
      page.waitForRequest((request) => request.url().includes(`/v1/accounts:${act}`));

    test("the identity provider is asked to create a user with e-mail and password, and to update the profile (name and photo)", async ({
      page,
    }) => {
      await readCanvases(page);
      await page.goto("/register");
      const { name, email, password } = newPerson("Rumana Islam");
      await field(page, "full_name").fill(name);
      await field(page, "email").fill(email);
      await field(page, "password").fill(password);
      await field(page, "photo_url").fill("/media/people/man-02.webp");
      await field(page, "captcha").fill(await captchaText(page));
      await field(page, "captcha").blur();
      const created = identity(page, "signUp");
      const updated = identity(page, "update");
      await main(page).getByRole("button", { name: "Register", exact: true }).click();
      expect((await created).postDataJSON()).toMatchObject({ email, password });
      expect((await updated).postDataJSON()).toMatchObject({
        displayName: name,
        photoUrl: "/media/people/man-02.webp",
      });
      await expect(avatar(page)).toBeVisible();
    });

    test("the identity provider is asked to sign in with e-mail and password", async ({ page }) => {
      await page.goto("/login");
      const call = identity(page, "signInWithPassword");
      await fillLogin(page, user);
      expect((await call).postDataJSON()).toMatchObject({ email: user.email, password: user.password });
      await expect(avatar(page)).toBeVisible();
    });

    test("the identity provider is asked to sign in with a Google popup", async ({ page }) => {
      await page.goto("/login");
      const call = identity(page, "signInWithIdp");
      await signInWithGoogle(page, newPerson());
      expect((await call).postDataJSON()).toMatchObject({ postBody: expect.stringContaining("google.com") });
      await expect(avatar(page)).toBeVisible();
    });

    test("the identity provider is asked to sign out: its session is gone from the browser", async ({
      page,
      newcomer,
    }) => {
      await page.goto("/login");
      await fillLogin(page, await newcomer());
      await avatar(page).click();
      await page.getByRole("button", { name: "Logout" }).click();
      await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
      await page.reload();
      await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    });
  });

  test.describe("401 and 403", () => {
    test.use({ person: "user" });

    for (const status of [401, 403]) {
      test(`on a ${status} answer to any product call, the product logs the user out, goes to /login and rethrows the error`, async ({
        page,
        forgive,
      }) => {
        forgive(new RegExp(String(status)));
        await page.route("**/api/my-stats/**", (route) =>
          route.fulfill({ status, json: { error: { code: "no_session", message: "Your session has ended." } } }),
        );
        await page.goto("/dashboard");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        interface Calls {
          http: { get: (path: string) => Promise<unknown> };
        }
        const module = await singleton<Calls>(page, "http");
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
    }
  });

  test.describe("errors", () => {
    test(
      "errors are {error: {code, message, fields?}}, and nothing under /api answers HTML",
      { annotation: { type: "settled", description: "product decisions §2" } },
      async ({ as }) => {
        const visitor = await as("visitor");
        for (const answer of [
          await visitor.get("/api/nothing-here"),
          await visitor.post("/api/contact", { data: {} }),
        ]) {
          expect(answer.headers()["content-type"]).toContain("application/json");
          const { error } = (await answer.json()) as ErrorResponse;
          expect(error.message).toMatch(/\w.*\.$/);
        }
      },
    );

    test(
      "a blocked person is refused at /jwt with 403 and a sentence saying so",
      { annotation: { type: "settled", description: "product decisions §1" } },
      async ({ newcomer, as }) => {
        const person = await newcomer();
        await (await as("admin")).put(`/api/update-user/${person.id}`, { data: { status: "blocked" } });
        const visitor = await as("visitor");
        const token = await idToken(visitor, "signInWithPassword", person);
        const answer = await visitor.post("/api/jwt", {
          data: { email: person.email },
          headers: { Authorization: `Bearer ${token}` },
        });
        expect(answer.status()).toBe(403);
        expect(((await answer.json()) as ErrorResponse).error.message).toMatch(/blocked/);
      },
    );
  });

  test.describe("on the screen", () => {
    test("a blocked person who signs in reads that they are blocked", async ({ page, newcomer, as, forgive }) => {
      forgive(/403/);
      const person = await newcomer();
      await (await as("admin")).put(`/api/update-user/${person.id}`, { data: { status: "blocked" } });
      await page.goto("/login");
      await fillLogin(page, person);
      await expect(main(page)).toContainText(/blocked/i);
      await expect(toast(page, /blocked/i)).toBeVisible();
    });
  });
});
