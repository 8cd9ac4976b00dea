import { newPerson, user } from "../people";
import { register } from "../site";
import { aContestForm, field, nextBody, uidOf } from "../signed-in";
import { expect, inOneWorker, pageStatements, settled, test } from "./statements";
import { main } from "./steps";
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

const TAKA = settled("product decisions §3: text of digits is accepted, whole taka are stored and answered");
const text = expect.any(String);
const ISO = expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/);

/** Title, what the form holds, what the public response holds, and the decision. */
const CONTEST_FIELDS = [
  [
    "a contest has image, a URL",
    { image: "https://images.example.com/cover.webp" },
    { image: "https://images.example.com/cover.webp" },
    {},
  ],
  ["a contest has registrationPrice, sent as text", { registrationPrice: "250" }, { registrationPrice: 250 }, TAKA],
  ...TAGS.map((tags) => [`"${tags}" is a tag option`, { tags }, { tags }, {}] as const),
] as const;

test.describe("3. Entities and their fields", () => {
  inOneWorker(() => {
    test("a contest has _id, its identifier", async ({ sharedContest, get }) => {
      const { _id } = await sharedContest();
      expect(await get(`/contest-details/${_id}`)).toMatchObject({ _id });
    });

    for (const name of ["name", "description", "task"] as const)
      test(`a contest has ${name}`, async ({ sharedContest, get }) => {
        const made = await sharedContest();
        expect(await get(`/contest-details/${made._id}`)).toMatchObject({ [name]: made[name] });
      });

    test("a contest has deadline, an ISO timestamp string", async ({ sharedContest, get }) => {
      const { _id, deadline } = await sharedContest();
      expect((await get<Contest>(`/contest-details/${_id}`)).deadline).toBe(new Date(deadline).toISOString());
    });

    test("a contest has participants, an array that starts empty", async ({ sharedContest, get }) => {
      const { _id } = await sharedContest();
      expect(await get(`/contest-details/${_id}`)).toMatchObject({ participants: [] });
    });

    test("a contest has creator {name, email, photo}", async ({ sharedContest, get }) => {
      const { _id, name, owner } = await sharedContest();
      const [found] = await get<[Contest]>(`/all-contests-unfiltered?q=${encodeURIComponent(name)}`, "admin");
      expect(found).toMatchObject({ _id, creator: { name: owner.name, email: owner.email, photo: text } });
    });

    test(
      "no public answer holds an e-mail address",
      settled("product decisions §3"),
      async ({ call, sharedContest }) => {
        const { _id } = await sharedContest();
        for (const path of [
          "/search-contests/a",
          "/best-creators",
          "/popular-contests",
          "/winners",
          "/popular-contests-no-limit",
          "/all-contests",
          `/contest-details/${_id}`,
          `/published-entries/${_id}`,
        ] as const) {
          const answer = await call("visitor", `GET ${path}`);
          expect(answer.status(), path).toBe(200);
          expect(await answer.text(), path).not.toMatch(/[\w.-]+@[\w-]+\.\w/);
        }
      },
    );
  });

  for (const [title, form, stored, source] of CONTEST_FIELDS)
    test(title, source, async ({ contest, get }) => {
      const { _id } = await contest(form);
      expect(await get(`/contest-details/${_id}`)).toMatchObject(stored);
    });

  test("a contest has prize, text when created and shown as a number in taka", TAKA, async ({ contest, get, page }) => {
    const { _id } = await contest({ prize: "100000" });
    expect(await get(`/contest-details/${_id}`)).toMatchObject({ prize: 100_000 });
    await page.goto(`/contest-details/${_id}`);
    await expect(page.getByText("৳1,00,000").first()).toBeVisible();
  });

  test(
    "a contest's image is an https address or a picture of this site",
    settled("product decisions §5, images"),
    async ({ call }) => {
      for (const image of ["http://images.example.com/cover.webp", "javascript:alert(1)", "cover.webp"])
        expect((await call("creator", "POST /create-contest", aContestForm({ image }))).status(), image).toBe(422);
    },
  );

  test("a contest has tags, one of the categories", async ({ call }) => {
    const answer = await call("creator", "POST /create-contest", { ...aContestForm(), tags: "Knitting" });
    expect(answer.status()).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { fields: { tags: text } } });
  });

  test("a contest has status, pending or open", async ({ contest, get }) => {
    const one = await contest({ isPending: true });
    const other = await contest({ by: one.owner });
    expect(await get(`/contest-details/${one._id}`, "admin")).toMatchObject({ status: "pending" });
    expect(await get(`/contest-details/${other._id}`, "admin")).toMatchObject({ status: "open" });
  });

  test(
    "participants holds opaque ids on public answers, at most 100 of them; participantCount is exact",
    settled("product decisions §3"),
    async ({ get }) => {
      for (const { participants, participantCount } of await get<Contest[]>("/popular-contests-no-limit")) {
        expect(participants).toHaveLength(Math.min(100, participantCount));
        for (const participant of participants) expect(participant).not.toContain("@");
      }
    },
  );

  pageStatements(
    { path: "/dashboard/add_contest", person: "creator" },
    {
      "these eight are all the tag options of Add Contest": (page) =>
        expect(field(main(page), "tags").locator("option:not([value=''])")).toHaveText(TAGS),
    },
  );

  for (const name of ["_id", "name", "email", "image"])
    test(`a user has ${name}`, async ({ get }) => {
      expect(await get(`/user/${user.email}`, "user")).toMatchObject({ [name]: text });
    });

  for (const role of ["admin", "creator", "user"] as const)
    test(`a user has role, which may be ${role}`, async ({ get }) => {
      expect(await get(`/user/${role}@conquest.test`, role)).toMatchObject({ role });
    });

  test("a user has status, verified or blocked", async ({ newcomer, call, get }) => {
    const { id, email } = await newcomer();
    const status = async () => (await get<User>(`/user/${email}`, "admin")).status;
    expect(await status()).toBe("verified");
    await call("admin", `PUT /update-user/${id}`, { status: "blocked" });
    expect(await status()).toBe("blocked");
  });

  test("a user's role is also the value requested", async ({ newcomer, call, get }) => {
    const person = await newcomer();
    await call(person, `PUT /update-user-role/${person.email}`, { role: "requested" });
    expect(await get(`/user/${person.email}`, person)).toMatchObject({ role: "requested" });
  });

  test("a user is saved on sign-in with {name, image, email, role: user, status: Verified}", async ({ page }) => {
    const { name, email, password } = newPerson("Rumana Islam");
    const sent = nextBody(page, "PUT", "/save-user");
    await register(page, { name, email, password });
    expect(await sent).toEqual({ name, image: "", email, role: "user", status: "Verified" });
  });

  test(
    "role and status are set by the server on the first save only; what the body says of them is never believed",
    settled("product decisions §1"),
    async ({ newcomer, call }) => {
      const person = await newcomer();
      const body = { name: person.name, image: "", email: "somebody@else.example", role: "admin", status: "blocked" };
      expect(await (await call(person, "PUT /save-user", body)).json()).toMatchObject({
        email: person.email,
        role: "user",
        status: "verified",
      });
    },
  );

  inOneWorker(() => {
    const profile = { path: "/dashboard/profile", person: "user" } as const;
    for (const [name, shown] of [
      ["uid", null],
      ["displayName", /Name\s*\w+/],
      ["email", /Email\s*user@conquest\.test/],
      ["metadata.creationTime", /Join date\s*\w{3} \w{3} \d{2} 20\d{2}/],
    ] as const)
      test(`the signed-in user has ${name}, which Profile shows`, async ({ tab, as }) => {
        const account = (await tab(profile)).getByRole("region", { name: "Account", exact: true });
        const words = shown ?? new RegExp(`User ID\\s*${await uidOf(await as("visitor"), user)}`);
        await expect(account).toContainText(words);
      });
  });

  test("the signed-in user has photoURL, given at registration", async ({ page, call, get }) => {
    const person = newPerson();
    const image = "/media/people/woman-01.webp";
    await register(page, person, image);
    await page.goto("/dashboard/profile");
    await expect(page.getByRole("region", { name: "Account", exact: true }).getByRole("img")).toHaveAttribute(
      "src",
      image,
    );
    const { _id } = await get<User>(`/user/${person.email}`, "admin");
    await call("admin", `DELETE /delete-user/${_id}`);
  });

  test("a best creator has _id, name, photo and bestContest {name, description}", async ({ get }) => {
    const creators = await get<Creator[]>("/best-creators");
    expect(creators).not.toEqual([]);
    const shape = { _id: text, name: text, photo: text, bestContest: { name: text, description: text } };
    for (const creator of creators) expect(creator).toMatchObject(shape);
  });

  test("a won contest has id, image, name and dateWon", async ({ get }) => {
    const won = await get<object[]>("/user/won-contests", "user");
    expect(won).not.toEqual([]);
    for (const contest of won) expect(contest).toMatchObject({ id: text, image: text, name: text, dateWon: ISO });
  });

  for (const theme of ["light", "dark"])
    test(`the theme may be ${theme}`, async ({ page }) => {
      await page.addInitScript((value) => localStorage.setItem("theme", value), theme);
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    });

  for (const [title, path, person, names] of [
    [
      "the registration form has full_name, email, password, photo_url and captcha",
      "/register",
      "visitor",
      ["full_name", "email", "password", "photo_url", "captcha"],
    ],
    ["the contact form has name, email and message", "/contact_us", "visitor", ["name", "email", "message"]],
    [
      "the payment form has card number, expiry, CVC, cardholder name and amount",
      "/contest-details/{id}/payment",
      "user",
      ["card_number", "expiry", "cvc", "cardholder_name", "amount"],
    ],
  ] as const)
    pageStatements(
      { path, person },
      {
        [title]: async (page) => {
          for (const name of names) await expect(field(page.locator("main form"), name)).toBeVisible();
        },
      },
    );
});
