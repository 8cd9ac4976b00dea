import type { Page } from "@playwright/test";
import { user } from "../people";
import { avatar, fillLogin, payWithTestCard, stopCountdown } from "../site";
import { columnsOf, field, inDays, nextCall, openSignedIn, pauseRequests, REQUIRED, toast, WIDTHS } from "../signed-in";
import { expect, inOneWorker, pageStatements, settled, test } from "./statements";
import { followLink, heading, main, submit } from "./steps";
import type { Contest } from "../wire";

const articles = (page: Page) => main(page).getByRole("article");
const registerLink = (page: Page) => main(page).getByRole("link", { name: /^Register/ });
const DETAILS = settled("product decisions §3");

test.describe("2. Screens and routes", () => {
  const CONTACT_FIELDS = ["name", "email", "message"];
  pageStatements(
    { path: "/contact_us" },
    {
      "Contact has a Submit button": (page) => expect(submit(page, "Submit")).toHaveAttribute("type", "submit"),
      ...Object.fromEntries(
        CONTACT_FIELDS.map((name) => [
          `Contact has the field ${name}, which is required`,
          async (page: Page) => {
            await expect(main(page).getByLabel(new RegExp(`^${name}`, "i"))).toHaveAttribute("name", name);
            await submit(page, "Submit").click();
            await expect(field(main(page), name)).toHaveAccessibleDescription(new RegExp(REQUIRED));
          },
        ]),
      ),
    },
  );

  for (const { size, width, columns } of WIDTHS) {
    const title = `All contests is a grid of contest cards in ${columns} column${columns > 1 ? "s" : ""} on a ${size} screen`;
    pageStatements(
      { path: "/all_contests", width },
      {
        [title]: async (page) => expect(await columnsOf(articles(page))).toBe(columns),
        ...(size === "large" && {
          'All contests has the heading "All Contests"': (page) => expect(heading(page)).toHaveText("All Contests"),
          'All contests has the text "All the contests are ready to go for you now, lets dive"': (page) =>
            expect(page.getByText("All the contests are ready to go for you now, lets dive")).toBeVisible(),
        }),
      },
    );
  }

  test("nine placeholder cards show while All contests load", async ({ page }) => {
    const release = await pauseRequests(page, /\/api\/all-contests/);
    await followLink(page, "All Contests");
    await expect(main(page).getByTestId("skeleton-card")).toHaveCount(9);
    release();
    await expect(articles(page).first()).toBeVisible();
    await expect(main(page).getByTestId("skeleton-card")).toHaveCount(0);
  });

  test("All contests keeps its filters in the address", settled("product decisions §3, lists"), async ({ page }) => {
    await page.goto("/all_contests");
    await field(main(page), "tag").selectOption("Book Review");
    await expect(page).toHaveURL("/all_contests?tag=Book+Review");
    await expect(articles(page).first()).toContainText("Book Review");
    await page.reload();
    await expect(field(main(page), "tag")).toHaveValue("Book Review");
  });

  test("All contests loads more on demand", settled("product decisions §3, lists"), async ({ page }) => {
    await page.goto("/all_contests");
    await expect(articles(page).first()).toBeVisible();
    const before = await articles(page).count();
    await submit(page, "Load more").click();
    await expect(articles(page).nth(before)).toBeVisible();
  });

  test(
    "All contests that match no filter say so and offer to clear the filters",
    settled("product decisions §5: empty because of a filter"),
    async ({ page }) => {
      await page.goto("/all_contests?q=no-contest-is-called-this");
      await expect(main(page)).toContainText("No contests match");
      await main(page).getByRole("button", { name: "Clear all" }).first().click();
      await expect(page).toHaveURL("/all_contests");
      await expect(articles(page).first()).toBeVisible();
    },
  );

  pageStatements(
    { path: "/top_contests" },
    {
      "Top contests is a grid of contest cards": async (page) => expect(await columnsOf(articles(page))).toBe(3),
      'Top contests has the subtitle "Top Contests by number of participants"': (page) =>
        expect(page.getByText("Top Contests by number of participants")).toBeVisible(),
    },
  );

  test(
    "Top contests stand in the order of their participants, open ones first",
    settled("product decisions §3: open first, by participant count, then nearer deadline"),
    async ({ page, get }) => {
      const contests = await get<Contest[]>("/popular-contests-no-limit");
      const rank = ({ phase, participantCount }: Contest) => (phase === "open" ? 1_000_000 : 0) + participantCount;
      expect(contests.map(rank)).toEqual(contests.map(rank).toSorted((one, other) => other - one));
      await page.goto("/top_contests");
      await expect(articles(page).first()).toContainText(contests[0]?.name ?? "");
    },
  );

  const details = { path: "/contest-details/{id}" };
  inOneWorker(() => {
    pageStatements(details, {
      "Contest details shows the contest's image and name": async (page, { sharedContest }) => {
        const { name, image } = await sharedContest();
        await expect(heading(page)).toHaveText(name);
        await expect(main(page).locator(`img[src="${image}"]`)).toBeVisible();
      },
      "Contest details shows the description": async (page, { sharedContest }) =>
        expect(main(page)).toContainText((await sharedContest()).description),
      "Contest details has a Register button that links to /contest-details/{id}/payment": async (
        page,
        { sharedContest },
      ) =>
        expect(registerLink(page)).toHaveAttribute("href", `/contest-details/${(await sharedContest())._id}/payment`),
    });

    pageStatements(
      details,
      {
        "Contest details also shows the task, the tag, the entry cost and the deadline in words with its time zone":
          async (page, { sharedContest }) => {
            const { task, tags } = await sharedContest();
            await expect(main(page)).toContainText(task);
            await expect(main(page)).toContainText(tags);
            await expect(main(page)).toContainText(/Entry fee\s*৳45,000/);
            await expect(main(page)).toContainText(/\d{1,2} \w+ 20\d\d.* GMT\+6/);
          },
      },
      "product decisions §3",
    );
  });

  test("Contest details shows the participant count", async ({ page, joined }) => {
    const { _id } = await joined();
    await page.goto(`/contest-details/${_id}`);
    await expect(main(page)).toContainText("1 participant");
  });

  test("Contest details shows the prize in taka", async ({ page, contest }) => {
    const { _id } = await contest({ prize: "123456" });
    await page.goto(`/contest-details/${_id}`);
    await expect(main(page).getByText("৳1,23,456").first()).toBeVisible();
  });

  test("Contest details shows a live countdown of days, hours, min and sec to the deadline", async ({
    page,
    contest,
  }) => {
    const { _id } = await contest({ deadline: inDays(9) });
    await page.goto(`/contest-details/${_id}`);
    const timer = page.getByRole("timer");
    for (const unit of ["days", "hours", "min", "sec"]) await expect(timer).toContainText(unit);
    await expect(timer).toContainText(/0?8\s*days/);
  });

  test("the countdown is refreshed every second", async ({ page, sharedContest }) => {
    const left = await stopCountdown(page, (await sharedContest())._id);
    const before = await left();
    await page.clock.runFor(1000);
    await expect.poll(left).toBe(before - 1);
  });

  test("Contest details has a back button that returns to the previous page", async ({ page }) => {
    await page.goto("/top_contests");
    await main(page)
      .getByRole("link", { name: /Details/ })
      .first()
      .click();
    await main(page).getByRole("button", { name: /Back/ }).click();
    await expect(page).toHaveURL("/top_contests");
  });

  test("the Register button knows that the viewer has joined", DETAILS, async ({ page, joined }) => {
    const { _id, person: viewer } = await joined();
    await openSignedIn(page, viewer, `/contest-details/${_id}`);
    await expect(main(page)).toContainText("You've joined this contest");
    await expect(registerLink(page)).toHaveCount(0);
  });

  test.describe("creator", () => {
    test.use({ person: "creator" });
    test("the Register button knows the viewer's own contest", DETAILS, async ({ page, get }) => {
      const [mine] = await get<[Contest]>("/my-contests/creator@conquest.test?phase=open", "creator");
      await page.goto(`/contest-details/${mine._id}`);
      await expect(main(page)).toContainText("This is your contest");
      await expect(registerLink(page)).toHaveCount(0);
    });
  });

  test("the Register button knows a contest that is closed", DETAILS, async ({ page, get }) => {
    const [closed] = await get<[Contest]>("/all-contests?phase=judging");
    await page.goto(`/contest-details/${closed._id}`);
    await expect(main(page).getByRole("button", { name: "Closed" })).toBeDisabled();
    await expect(registerLink(page)).toHaveCount(0);
  });

  test(
    'a contest in review is 404 to strangers; its owner and admins see it with an "In review" banner',
    DETAILS,
    async ({ call, contest, page }) => {
      const { _id, owner } = await contest({ isPending: true });
      for (const [who, status] of [
        ["visitor", 404],
        ["user", 404],
        ["admin", 200],
        [owner, 200],
      ] as const)
        expect((await call(who, `GET /contest-details/${_id}`)).status()).toBe(status);
      await openSignedIn(page, owner, `/contest-details/${_id}`);
      await expect(heading(page)).toBeVisible();
      await expect(main(page)).toContainText("In review");
    },
  );

  /** Name and label. */
  const CARD_FIELDS = [
    ["card_number", "Card number"],
    ["expiry", "Expiry"],
    ["cvc", "CVC"],
    ["cardholder_name", "Cardholder name"],
  ] as const;
  const payment = { path: "/contest-details/{id}/payment", person: "user" } as const;

  inOneWorker(() => {
    pageStatements(payment, {
      ...Object.fromEntries(
        CARD_FIELDS.map(([name, label]) => [
          `Payment has the field ${label.toLowerCase()}`,
          async (page: Page) => {
            await expect(main(page).getByLabel(label)).toHaveAttribute("name", name);
            await expect(field(main(page), name)).toBeEditable();
          },
        ]),
      ),
      "the expiry field has the placeholder MM/YY": (page) =>
        expect(field(main(page), "expiry")).toHaveAttribute("placeholder", "MM/YY"),
      "Payment has an amount field that is read-only": async (page) => {
        await expect(main(page).getByLabel("Amount")).toHaveAttribute("name", "amount");
        await expect(field(main(page), "amount")).toHaveAttribute("readonly", "");
      },
    });
  });

  test.describe("Payment (signed-in only)", () => {
    test.use({ person: "user" });

    test(
      "the amount is the contest prize, read from the contest details",
      settled("product decisions §3: amountDue, which is the prize unless JOIN_AMOUNT says otherwise"),
      async ({ page, sharedContest }) => {
        const { _id } = await sharedContest();
        const read = nextCall(page, "GET", `/contest-details/${_id}`);
        await page.goto(`/contest-details/${_id}/payment`);
        await read;
        await expect(field(main(page), "amount")).toHaveValue("৳45,000");
      },
    );

    test(
      "a changed amount is not charged until the page has shown it",
      settled("product decisions §3: everything that shows or records an amount uses amountDue"),
      async ({ page, contest, call, get, forgive }) => {
        forgive(/409/);
        const { _id, owner } = await contest({ prize: "0" });
        await page.goto(`/contest-details/${_id}/payment`);
        const join = main(page).getByRole("button", { name: "Join for free" });
        await expect(join).toBeVisible();
        await call(owner, `PUT /update-contest/${_id}`, { prize: "5000" });
        await call("admin", `PUT /update-contest-status/${_id}`, { status: "open" });
        await join.click();
        await expect(main(page).getByRole("alert")).toContainText("The entry fee is now ৳5,000.");
        await expect(field(main(page), "amount")).toHaveValue("৳5,000");
        expect(await get(`/contest-details/${_id}`)).toMatchObject({ participantCount: 0 });
      },
    );

    test("while authentication loads, the guard shows a spinner", async ({ page }) => {
      const release = await pauseRequests(page, "**/api/jwt");
      await page.goto("/dashboard/my_profile");
      await expect(page.locator(".cq-spinner").first()).toBeVisible();
      await expect(page).toHaveURL("/dashboard/my_profile");
      release();
      await expect(heading(page)).toHaveText("My Profile");
      await expect(avatar(page)).toHaveCount(0);
    });
  });

  test(
    "Payment says that no real card should be entered and sends no card number anywhere",
    settled("product decisions §4"),
    async ({ page, contest, openAsNewcomer }) => {
      const { _id } = await contest();
      const sent: string[] = [];
      page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
      await openAsNewcomer(`/contest-details/${_id}/payment`);
      await expect(main(page)).toContainText(/use a real card/i);
      await payWithTestCard(page);
      await expect(toast(page, "Payment successful")).toBeVisible();
      expect(sent.filter((request) => /4242\s?4242/.test(decodeURIComponent(request)))).toEqual([]);
    },
  );

  test("without a session, the guard redirects to /login and passes the requested path so the user can return to it", async ({
    page,
  }) => {
    await page.goto("/dashboard/my_profile");
    await expect(page).toHaveURL(/\/login/);
    await fillLogin(page, user);
    await expect(page).toHaveURL("/dashboard/my_profile");
    await expect(heading(page)).toHaveText("My Profile");
  });
});
