import type { Locator, Page } from "@playwright/test";
import { creator, newPerson } from "../people";
import { addContest, captchaText, openStep, readCanvases } from "../site";
import { aContestForm, field, fillContestForm, inDays, nextBody, REQUIRED, toast } from "../signed-in";
import { expect, pageStatements, settled, test, type Target } from "./statements";
import { answerCaptcha, CARD, fillIn, main, openRegister, submit } from "./steps";
import type { Contest } from "../wire";

const required = new RegExp(REQUIRED);
const register = (page: Page) => submit(page, "Register");

async function solveCaptcha(page: Page) {
  await answerCaptcha(page);
  await expect(register(page)).toBeEnabled();
}

/** Submits the registration form with a solved captcha. */
async function sendRegistration(page: Page, texts: Record<string, string>) {
  for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text);
  await solveCaptcha(page);
  await register(page).click();
}

/** Answers registrations as the identity provider rejects them. */
const refuseSignUp = (page: Page, message: string) =>
  page.route(/accounts:signUp/, (route) =>
    route.fulfill({
      status: 400,
      headers: { "access-control-allow-origin": "*" },
      json: { error: { code: 400, message } },
    }),
  );

const FIELDS = ["name", "image", "description", "registrationPrice", "prize", "task", "tags", "deadline"] as const;

/** Opens the Update Contest form, empties fields and submits it. */
async function updateEmptied(page: Page, empty: (modal: Locator) => Promise<unknown>) {
  await main(page).getByRole("button", { name: "Edit" }).first().click();
  const modal = page.getByRole("dialog", { name: "Update Contest" });
  await empty(modal);
  await modal.getByRole("button", { name: /^Update/ }).click();
}

const TYPED_FIELDS = FIELDS.filter((name) => name !== "tags");

/** The list has no empty option, but the form must still reject an empty value. */
const emptyTags = (modal: Locator) =>
  field(modal, "tags").evaluate((select) => {
    (select as HTMLSelectElement).value = "";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });

const UPDATE_FORM = {
  form: "Update Contest",
  path: "/dashboard/my_created_contests?phase=in_review",
  person: "creator",
  within: (page: Page) => page.getByRole("dialog", { name: "Update Contest" }),
} as const;

interface Form extends Target {
  form: string;
  fields: readonly string[];
  within?: (page: Page) => ReturnType<Page["locator"]>;
  /** Ends the title, after the form and the field. */
  says?: string;
}

/** Forms that were submitted empty, and their required fields. */
const EMPTY_FORMS: Form[] = [
  {
    form: "Register",
    path: "/register",
    fields: ["full_name", "email", "password"],
    before: readCanvases,
    prepare: (page) => sendRegistration(page, {}),
  },
  { form: "Login", path: "/login", fields: ["email", "password"], prepare: (page) => submit(page, "Login").click() },
  {
    form: "Contact",
    path: "/contact_us",
    fields: ["name", "email", "message"],
    prepare: (page) => submit(page, "Submit").click(),
  },
  {
    form: "Add Contest",
    path: "/dashboard/add_contest",
    person: "creator",
    fields: FIELDS,
    prepare: async (page) => {
      await addContest(page);
      await openStep(page, "Prize and deadline");
      await field(main(page), "deadline").fill("");
    },
  },
  {
    ...UPDATE_FORM,
    fields: TYPED_FIELDS,
    prepare: (page) =>
      updateEmptied(page, async (modal) => {
        for (const name of TYPED_FIELDS) await field(modal, name).fill("");
      }),
  },
  { ...UPDATE_FORM, fields: ["tags"], prepare: (page) => updateEmptied(page, emptyTags) },
  {
    form: "Payment",
    path: "/contest-details/{id}/payment",
    person: "user",
    fields: ["card_number", "expiry", "cvc", "cardholder_name"],
    says: "",
    prepare: (page) => submit(page, /^Pay/).click(),
  },
];

test.describe("5. Validation rules", () => {
  for (const { form, fields, says = `, "${REQUIRED}"`, within = main, ...target } of EMPTY_FORMS) {
    const rows = fields.map((name) => [
      `${form}: ${name} is required${says}`,
      (page: Page) => expect(field(within(page), name)).toHaveAccessibleDescription(required),
    ]);
    pageStatements(target, {
      ...(Object.fromEntries(rows) as Parameters<typeof pageStatements>[1]),
      ...(form === "Register" && {
        "Register: photo_url is optional": async (page) => {
          await expect(field(page, "email")).toHaveAccessibleDescription(required);
          await expect(field(page, "photo_url")).not.toHaveAccessibleDescription(required);
        },
      }),
    });
  }

  test(
    "the search box has no validation: any text is searched for",
    settled("product decisions §3: trimmed, at most 100 characters, and a blank search asks for a word"),
    async ({ page }) => {
      const text = "<b>½ %_\\'\"</b>/?#";
      await page.goto("/");
      await page.getByRole("searchbox", { name: "Search Contests..." }).fill(text);
      await page.getByRole("searchbox", { name: "Search Contests..." }).press("Enter");
      await expect(page.getByRole("region", { name: "Search Results" })).toContainText(`No contests match “${text}”`);
    },
  );

  test('Register: captcha is required, "This field is required"', async ({ page }) => {
    await openRegister(page);
    await field(page, "captcha").focus();
    await field(page, "captcha").blur();
    await expect(field(page, "captcha")).toHaveAccessibleDescription(required);
  });

  test("Register: email is of email type", async ({ page }) => {
    await openRegister(page);
    await expect(field(page, "email")).toHaveAttribute("type", "email");
    await sendRegistration(page, { full_name: "Rumana Islam", email: "rumana", password: "Conquest-2026" });
    await expect(field(page, "email")).toHaveAccessibleDescription(/e-?mail/i);
  });

  test("Register: the captcha must equal the generated text exactly (case-sensitive)", async ({ page }) => {
    await openRegister(page);
    // Needs a letter to change its case.
    while (!/[a-z]/i.test(await captchaText(page)))
      await main(page).getByRole("button", { name: "Reload Captcha" }).click();
    const text = await captchaText(page);
    await answerCaptcha(page, text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());
    await expect(toast(page, "Captcha is not validated")).toBeVisible();
  });

  test("each of the eight fields is required by the server too", async ({ call }) => {
    for (const name of FIELDS) {
      const answer = await call("creator", "POST /create-contest", { ...aContestForm(), [name]: "" });
      expect(answer.status(), name).toBe(422);
      expect(await answer.json()).toMatchObject({ error: { fields: { [name]: REQUIRED } } });
    }
  });

  pageStatements(
    { path: "/dashboard/add_contest", person: "creator" },
    {
      "the deadline defaults to today": async (page) => {
        const today = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Dhaka" }).format(new Date());
        await expect(field(main(page), "deadline")).toHaveValue(today);
        await expect(field(main(page), "deadline")).toHaveAccessibleDescription(/23:59 GMT\+6/);
      },
    },
    "product decisions §3: today, at 23:59 local time",
  );

  test.describe("creator", () => {
    test.use({ person: "creator" });

    test("the deadline is displayed as dd/MM/yyyy", async ({ page }) => {
      await page.goto("/dashboard/add_contest");
      await openStep(page, "Prize and deadline");
      await field(main(page), "deadline").fill("5/3/2031");
      await field(main(page), "deadline").blur();
      await expect(field(main(page), "deadline")).toHaveValue("05/03/2031");
    });

    test(
      "the deadline is sent as a string shaped year-month-dayThour:minute:secondZ",
      settled("product decisions §3: the true instant, not local time labelled as Z"),
      async ({ page, call, get }) => {
        const form = aContestForm();
        await page.goto("/dashboard/add_contest");
        await fillContestForm(page, form);
        await field(main(page), "deadline").fill("05/03/2031");
        await field(main(page), "deadline").blur();
        const sent = nextBody<{ deadline: string }>(page, "POST", "/create-contest");
        await addContest(page);
        // This is 23:59 in Dhaka.
        expect((await sent).deadline).toBe("2031-03-05T17:59:00Z");
        await expect(page).toHaveURL("/dashboard/my_created_contests");
        const query = `/my-contests/${creator.email}?q=${encodeURIComponent(form.name)}` as const;
        const [made] = await get<[Contest]>(query, "creator");
        await call("creator", `DELETE /delete-contest/${made._id}`, {});
      },
    );
  });

  test(
    "the server accepts a deadline with or without zero padding",
    settled("product decisions §3"),
    async ({ contest }) => {
      for (const deadline of ["2031-3-5T7:5:9Z", "2031-03-05T07:05:09Z"]) await contest({ deadline });
    },
  );

  for (const [title, forms] of [
    ["the server refuses a deadline in the past", [{ deadline: inDays(-1) }]],
    [
      "money is whole taka from 0 to 999,999,999",
      ["-1", "1.5", "1000000000", "12 taka", "1e3"].map((prize) => ({ prize })),
    ],
  ] as const)
    test(title, settled("product decisions §3"), async ({ call }) => {
      for (const form of forms) {
        const answer = await call("creator", "POST /create-contest", aContestForm(form));
        expect(answer.status(), JSON.stringify(form)).toBe(422);
      }
    });

  pageStatements(
    { path: "/contest-details/{id}/payment", person: "user" },
    {
      "Payment: the amount is read-only": (page) => expect(field(main(page), "amount")).not.toBeEditable(),
      'Payment: a card number other than 4242424242424242 is "Invalid card number"': async (page) => {
        await fillIn(main(page), { ...CARD, card_number: "4000000000000002" });
        await submit(page, /^Pay/).click();
        await expect(field(main(page), "card_number")).toHaveAccessibleDescription(/Invalid card number/);
      },
    },
  );

  const PICTURE = "https://images.example.com/me.webp";
  for (const [title, data, saved] of [
    ["the new name is optional: a photo URL alone is enough", { name: "", photoUrl: PICTURE }, { image: PICTURE }],
    [
      "the photo URL is optional: a new name alone is enough",
      { name: "Shirin Sultana", photoUrl: "" },
      { name: "Shirin Sultana", image: "" },
    ],
  ] as const)
    test(title, async ({ newcomer, call }) => {
      const person = await newcomer();
      const answer = await call(person, "PUT /update-profile", data);
      expect(await answer.json()).toMatchObject({ name: person.name, ...saved });
    });

  test("the identity provider's own rules apply: what it says of a password passes on", async ({ page, forgive }) => {
    forgive(/400/);
    // The page itself rejects passwords of fewer than 6 characters with the same sentence.
    await refuseSignUp(page, "WEAK_PASSWORD : Password should be at least 6 characters");
    await openRegister(page);
    const { name, email } = newPerson();
    await sendRegistration(page, { full_name: name, email, password: "Conquest-2027" });
    await expect(field(page, "password")).toHaveAccessibleDescription(/at least 6 characters for your password/i);
  });

  test("if the provider reports that the password does not meet requirements, the error passes on", async ({
    page,
    forgive,
  }) => {
    forgive(/400/);
    const sentence = "Password must contain a numeric character";
    await refuseSignUp(page, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${sentence}]`);
    await openRegister(page);
    const { name, email } = newPerson("Rumana Islam");
    await sendRegistration(page, { full_name: name, email, password: "Conquest-no-digit" });
    await expect(field(page, "password")).toHaveAccessibleDescription(new RegExp(sentence));
  });
});
