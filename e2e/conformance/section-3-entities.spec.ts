import { aNewcomer, user } from "../people";
import { register } from "../site";
import { aContestForm, expect, field, nextBody, test, uidOf } from "../signed-in";
import type { Contest, Creator, User } from "../wire";

const TAGS = [
  "Image Design Contests",
  "Article Writing",
  "Marketing Strategy",
  "Digital Advertisement Contests",
  "Gaming Review",
  "Book Review",
  "Business Idea Concerts",
  "Movie Review",
] as const;

const TAKA = {
  annotation: {
    type: "settled",
    description: "product decisions §3: text of digits is accepted, whole taka are stored and answered",
  },
};

test.describe("3. Entities and their fields", () => {
  test.describe("Contest", () => {
    test("a contest has _id, its identifier", async ({ contest, as }) => {
      const { _id } = await contest();
      expect(await (await (await as("visitor")).get(`/api/contest-details/${_id}`)).json()).toMatchObject({ _id });
    });

    for (const name of ["name", "description", "task"] as const) {
      test(`a contest has ${name}`, async ({ contest, as }) => {
        const made = await contest();
        expect(await (await (await as("visitor")).get(`/api/contest-details/${made._id}`)).json()).toMatchObject({
          [name]: made[name],
        });
      });
    }

    test("a contest has image, a URL", async ({ contest, as }) => {
      const { _id, image } = await contest({ image: "https://images.example.com/cover.webp" });
      expect(await (await (await as("visitor")).get(`/api/contest-details/${_id}`)).json()).toMatchObject({ image });
    });

    test(
      "a contest's image is an https address or a picture of this site",
      { annotation: { type: "settled", description: "product decisions §5, images" } },
      async ({ newcomer }) => {
        const { api } = await newcomer("creator");
        for (const image of ["http://images.example.com/cover.webp", "javascript:alert(1)", "cover.webp"]) {
          const answer = await api.post("/api/create-contest", { data: aContestForm({ image }) });
          expect(answer.status(), image).toBe(422);
        }
      },
    );

    test("a contest has registrationPrice, sent as text", TAKA, async ({ contest, as }) => {
      const { _id } = await contest({ registrationPrice: "250" });
      expect(await (await (await as("visitor")).get(`/api/contest-details/${_id}`)).json()).toMatchObject({
        registrationPrice: 250,
      });
    });

    test(
      "a contest has prize, text when created and shown as a number in taka",
      TAKA,
      async ({ contest, as, page }) => {
        const { _id } = await contest({ prize: "100000" });
        expect(await (await (await as("visitor")).get(`/api/contest-details/${_id}`)).json()).toMatchObject({
          prize: 100_000,
        });
        await page.goto(`/contest-details/${_id}`);
        await expect(page.getByText("৳1,00,000").first()).toBeVisible();
      },
    );

    test("a contest has tags, one of the categories", async ({ newcomer }) => {
      const { api } = await newcomer("creator");
      const answer = await api.post("/api/create-contest", { data: { ...aContestForm(), tags: "Knitting" } });
      expect(answer.status()).toBe(422);
      expect(await answer.json()).toMatchObject({ error: { fields: { tags: expect.any(String) } } });
    });

    test("a contest has deadline, an ISO timestamp string", async ({ contest, as }) => {
      const { _id, deadline } = await contest();
      const answer = (await (await (await as("visitor")).get(`/api/contest-details/${_id}`)).json()) as Contest;
      expect(answer.deadline).toBe(new Date(deadline).toISOString());
    });

    test("a contest has status, pending or open", async ({ contest, as }) => {
      const one = await contest({ isPending: true });
      const other = await contest({ by: one.owner });
      const admin = await as("admin");
      expect(await (await admin.get(`/api/contest-details/${one._id}`)).json()).toMatchObject({ status: "pending" });
      expect(await (await admin.get(`/api/contest-details/${other._id}`)).json()).toMatchObject({ status: "open" });
    });

    test("a contest has participants, an array that starts empty", async ({ contest, as }) => {
      const { _id } = await contest();
      expect(await (await (await as("visitor")).get(`/api/contest-details/${_id}`)).json()).toMatchObject({
        participants: [],
      });
    });

    test(
      "participants holds opaque ids on public answers, at most 100 of them; participantCount is exact",
      { annotation: { type: "settled", description: "product decisions §3" } },
      async ({ as }) => {
        const answer = await (await as("visitor")).get("/api/popular-contests-no-limit");
        for (const { participants, participantCount } of (await answer.json()) as Contest[]) {
          expect(participants).toHaveLength(Math.min(100, participantCount));
          for (const participant of participants) expect(participant).not.toContain("@");
        }
      },
    );

    test("a contest has creator {name, email, photo}", async ({ contest, as }) => {
      const { _id, name, owner } = await contest();
      const answer = await (await as("admin")).get(`/api/all-contests-unfiltered?q=${encodeURIComponent(name)}`);
      const [found] = (await answer.json()) as [Contest];
      expect(found).toMatchObject({
        _id,
        creator: { name: owner.name, email: owner.email, photo: expect.any(String) },
      });
    });

    test(
      "no public answer holds an e-mail address",
      { annotation: { type: "settled", description: "product decisions §3" } },
      async ({ as, contest }) => {
        const { _id } = await contest();
        const visitor = await as("visitor");
        for (const path of [
          "/search-contests/a",
          "/best-creators",
          "/popular-contests",
          "/winners",
          "/popular-contests-no-limit",
          "/all-contests",
          `/contest-details/${_id}`,
          `/published-entries/${_id}`,
        ]) {
          const answer = await visitor.get(`/api${path}`);
          expect(answer.status(), path).toBe(200);
          expect(await answer.text(), path).not.toMatch(/[\w.-]+@[\w-]+\.\w/);
        }
      },
    );
  });

  test.describe("Tag options", () => {
    for (const tags of TAGS) {
      test(`"${tags}" is a tag option`, async ({ contest, as }) => {
        const { _id } = await contest({ tags });
        expect(await (await (await as("visitor")).get(`/api/contest-details/${_id}`)).json()).toMatchObject({ tags });
      });
    }

    test.describe("on the screen", () => {
      test.use({ person: "creator" });
      test("these eight are all the tag options of Add Contest", async ({ page }) => {
        await page.goto("/dashboard/add_contest");
        const options = field(page.locator("main"), "tags").locator("option:not([value=''])");
        await expect(options).toHaveText(TAGS);
      });
    });
  });

  test.describe("User (server record)", () => {
    for (const name of ["_id", "name", "email", "image"]) {
      test(`a user has ${name}`, async ({ as }) => {
        expect(await (await (await as("user")).get(`/api/user/${user.email}`)).json()).toMatchObject({
          [name]: expect.any(String),
        });
      });
    }

    test("a user has status, verified or blocked", async ({ newcomer, as }) => {
      const { id, email } = await newcomer();
      const admin = await as("admin");
      const status = async () => ((await (await admin.get(`/api/user/${email}`)).json()) as User).status;
      expect(await status()).toBe("verified");
      await admin.put(`/api/update-user/${id}`, { data: { status: "blocked" } });
      expect(await status()).toBe("blocked");
    });

    for (const role of ["admin", "creator", "user"] as const) {
      test(`a user has role, which may be ${role}`, async ({ as }) => {
        expect(await (await (await as(role)).get(`/api/user/${role}@conquest.test`)).json()).toMatchObject({ role });
      });
    }

    test("a user's role is also the value requested", async ({ newcomer }) => {
      const { api, email } = await newcomer();
      await api.put(`/api/update-user-role/${email}`, { data: { role: "requested" } });
      expect(await (await api.get(`/api/user/${email}`)).json()).toMatchObject({ role: "requested" });
    });

    test("a user is saved on sign-in with {name, image, email, role: user, status: Verified}", async ({ page }) => {
      const newcomer = aNewcomer("Rumana Islam");
      const sent = nextBody(page, "PUT", "/save-user");
      await register(page, newcomer);
      expect(await sent).toEqual({
        name: newcomer.name,
        image: "",
        email: newcomer.email,
        role: "user",
        status: "Verified",
      });
    });

    test(
      "role and status are set by the server on the first save only; what the body says of them is never believed",
      { annotation: { type: "settled", description: "product decisions §1" } },
      async ({ newcomer }) => {
        const { api, email, name } = await newcomer();
        const body = { name, image: "", email: "somebody@else.example", role: "admin", status: "blocked" };
        expect(await (await api.put("/api/save-user", { data: body })).json()).toMatchObject({
          email,
          role: "user",
          status: "verified",
        });
      },
    );
  });

  test.describe("Signed-in user (session)", () => {
    test.use({ person: "user" });
    test("the signed-in user has uid, which Profile shows", async ({ page, as }) => {
      const uid = await uidOf(await as("visitor"), user);
      await page.goto("/dashboard/profile");
      await expect(page.getByRole("region", { name: "Account" })).toContainText(new RegExp(`User ID\\s*${uid}`));
    });

    for (const [name, shown] of [
      ["displayName", /Name\s*\w+/],
      ["email", /Email\s*user@conquest\.test/],
      ["metadata.creationTime", /Join date\s*\w{3} \w{3} \d{2} 20\d{2}/],
    ] as const) {
      test(`the signed-in user has ${name}, which Profile shows`, async ({ page }) => {
        await page.goto("/dashboard/profile");
        await expect(page.getByRole("region", { name: "Account" })).toContainText(shown);
      });
    }
  });

  test.describe("Signed-in user's photo", () => {
    test("the signed-in user has photoURL, given at registration", async ({ page, as }) => {
      const newcomer = aNewcomer();
      const image = "/media/people/woman-01.webp";
      await register(page, newcomer, image);
      await page.goto("/dashboard/profile");
      await expect(page.getByRole("region", { name: "Account" }).getByRole("img")).toHaveAttribute("src", image);
      const admin = await as("admin");
      const { _id } = (await (await admin.get(`/api/user/${newcomer.email}`)).json()) as User;
      await admin.delete(`/api/delete-user/${_id}`);
    });
  });

  test.describe("Best creator, Won contest, Theme", () => {
    test("a best creator has _id, name, photo and bestContest {name, description}", async ({ as }) => {
      const creators = (await (await (await as("visitor")).get("/api/best-creators")).json()) as Creator[];
      expect(creators).not.toEqual([]);
      const text = expect.any(String);
      for (const creator of creators) {
        expect(creator).toMatchObject({
          _id: text,
          name: text,
          photo: text,
          bestContest: { name: text, description: text },
        });
      }
    });

    test("a won contest has id, image, name and dateWon", async ({ as }) => {
      const won = (await (await (await as("user")).get("/api/user/won-contests")).json()) as object[];
      expect(won).not.toEqual([]);
      const text = expect.any(String);
      for (const contest of won)
        expect(contest).toMatchObject({
          id: text,
          image: text,
          name: text,
          dateWon: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
        });
    });

    for (const theme of ["light", "dark"]) {
      test(`the theme may be ${theme}`, async ({ page }) => {
        await page.addInitScript((value) => localStorage.setItem("theme", value), theme);
        await page.goto("/");
        await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      });
    }
  });

  test.describe("Forms", () => {
    test("the registration form has full_name, email, password, photo_url and captcha", async ({ page }) => {
      await page.goto("/register");
      for (const name of ["full_name", "email", "password", "photo_url", "captcha"])
        await expect(field(page.locator("main form"), name)).toBeVisible();
    });

    test("the contact form has name, email and message", async ({ page }) => {
      await page.goto("/contact_us");
      for (const name of ["name", "email", "message"])
        await expect(field(page.locator("main form"), name)).toBeVisible();
    });

    test.describe("signed in", () => {
      test.use({ person: "user" });
      test("the payment form has card number, expiry, CVC, cardholder name and amount", async ({ page, contest }) => {
        const { _id } = await contest();
        await page.goto(`/contest-details/${_id}/payment`);
        for (const name of ["card_number", "expiry", "cvc", "cardholder_name", "amount"]) {
          await expect(field(page.locator("main form"), name)).toBeVisible();
        }
      });
    });
  });
});
