import type { Page } from "@playwright/test";
import { isAwake } from "../awake";
import { user } from "../people";
import { avatar, fillLogin, payWithTestCard, stopCountdown } from "../site";
import { columnsOf, expect, field, hold, inDays, nextCall, REQUIRED, test, toast, WIDTHS } from "../signed-in";
import type { Contest } from "../wire";

const main = (page: Page) => page.locator("main");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const TAKA = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "BDT",
  currencyDisplay: "narrowSymbol",
  maximumFractionDigits: 0,
});

test.describe("2. Screens and routes", () => {
  test.describe("Contact", () => {
    for (const name of ["name", "email", "message"]) {
      test(`Contact has the field ${name}, which is required`, async ({ page }) => {
        await page.goto("/contact_us");
        await expect(main(page).getByLabel(new RegExp(`^${name}`, "i"))).toHaveAttribute("name", name);
        await main(page).getByRole("button", { name: "Submit" }).click();
        await expect(field(main(page), name)).toHaveAccessibleDescription(new RegExp(REQUIRED));
      });
    }

    test("Contact has a Submit button", async ({ page }) => {
      await page.goto("/contact_us");
      await expect(main(page).getByRole("button", { name: "Submit" })).toHaveAttribute("type", "submit");
    });
  });

  test.describe("All contests", () => {
    test('All contests has the heading "All Contests"', async ({ page }) => {
      await page.goto("/all_contests");
      await expect(heading(page)).toHaveText("All Contests");
    });

    test('All contests has the text "All the contests are ready to go for you now, lets dive"', async ({ page }) => {
      await page.goto("/all_contests");
      await expect(page.getByText("All the contests are ready to go for you now, lets dive")).toBeVisible();
    });

    for (const { size, width, columns } of WIDTHS) {
      test(`All contests is a grid of contest cards in ${columns} column${columns > 1 ? "s" : ""} on a ${size} screen`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/all_contests");
        expect(await columnsOf(main(page).getByRole("article"))).toBe(columns);
      });
    }

    test("nine placeholder cards show while All contests load", async ({ page }) => {
      const release = await hold(page, /\/api\/all-contests/);
      await page.goto("/login");
      await isAwake(page);
      await page.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
      await expect(main(page).getByTestId("skeleton-card")).toHaveCount(9);
      release();
      await expect(main(page).getByRole("article").first()).toBeVisible();
      await expect(main(page).getByTestId("skeleton-card")).toHaveCount(0);
    });

    test(
      "All contests keeps its filters in the address",
      { annotation: { type: "settled", description: "product decisions §3, lists" } },
      async ({ page }) => {
        await page.goto("/all_contests");
        await field(main(page), "tag").selectOption("Book Review");
        await expect(page).toHaveURL("/all_contests?tag=Book+Review");
        await expect(main(page).getByRole("article").first()).toContainText("Book Review");
        await page.reload();
        await expect(field(main(page), "tag")).toHaveValue("Book Review");
      },
    );

    test(
      "All contests loads more on demand",
      { annotation: { type: "settled", description: "product decisions §3, lists" } },
      async ({ page }) => {
        await page.goto("/all_contests");
        await expect(main(page).getByRole("article").first()).toBeVisible();
        const before = await main(page).getByRole("article").count();
        await main(page).getByRole("button", { name: "Load more" }).click();
        await expect(main(page).getByRole("article").nth(before)).toBeVisible();
      },
    );

    test(
      "All contests that match no filter say so and offer to clear the filters",
      { annotation: { type: "settled", description: "product decisions §5: empty because of a filter" } },
      async ({ page }) => {
        await page.goto("/all_contests?q=no-contest-is-called-this");
        await expect(main(page)).toContainText("No contests match");
        await main(page).getByRole("button", { name: "Clear all" }).first().click();
        await expect(page).toHaveURL("/all_contests");
        await expect(main(page).getByRole("article").first()).toBeVisible();
      },
    );
  });

  test.describe("Top contests", () => {
    test("Top contests is a grid of contest cards", async ({ page }) => {
      await page.goto("/top_contests");
      expect(await columnsOf(main(page).getByRole("article"))).toBe(3);
    });

    test('Top contests has the subtitle "Top Contests by number of participants"', async ({ page }) => {
      await page.goto("/top_contests");
      await expect(page.getByText("Top Contests by number of participants")).toBeVisible();
    });

    test(
      "Top contests stand in the order of their participants, open ones first",
      {
        annotation: {
          type: "settled",
          description: "product decisions §3: open first, by participant count, then nearer deadline",
        },
      },
      async ({ page, as }) => {
        const contests = (await (
          await (await as("visitor")).get("/api/popular-contests-no-limit")
        ).json()) as Contest[];
        const rank = ({ phase, participantCount }: Contest) => (phase === "open" ? 1_000_000 : 0) + participantCount;
        expect(contests.map(rank)).toEqual(contests.map(rank).toSorted((one, other) => other - one));
        await page.goto("/top_contests");
        await expect(main(page).getByRole("article").first()).toContainText(contests[0]?.name ?? "");
      },
    );
  });

  test.describe("Contest details", () => {
    test("Contest details shows the contest's image and name", async ({ page, contest }) => {
      const { _id, name, image } = await contest();
      await page.goto(`/contest-details/${_id}`);
      await expect(heading(page)).toHaveText(name);
      await expect(main(page).locator(`img[src="${image}"]`)).toBeVisible();
    });

    test("Contest details shows the participant count", async ({ page, contest, newcomer }) => {
      const { _id } = await contest();
      const { api, email } = await newcomer();
      await api.put("/api/join-contest", { data: { contestId: _id, email } });
      await page.goto(`/contest-details/${_id}`);
      await expect(main(page)).toContainText("1 participant");
    });

    test("Contest details shows the description", async ({ page, contest }) => {
      const { _id, description } = await contest();
      await page.goto(`/contest-details/${_id}`);
      await expect(main(page)).toContainText(description);
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

    test("the countdown is refreshed every second", async ({ page, contest }) => {
      const { _id } = await contest();
      const left = await stopCountdown(page, _id);
      const before = await left();
      await page.clock.runFor(1000);
      await expect.poll(left).toBe(before - 1);
    });

    test("Contest details has a Register button that links to /contest-details/{id}/payment", async ({
      page,
      contest,
    }) => {
      const { _id } = await contest();
      await page.goto(`/contest-details/${_id}`);
      await expect(main(page).getByRole("link", { name: /^Register/ })).toHaveAttribute(
        "href",
        `/contest-details/${_id}/payment`,
      );
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

    test(
      "Contest details also shows the task, the tag, the entry cost and the deadline in words with its time zone",
      { annotation: { type: "settled", description: "product decisions §3" } },
      async ({ page, contest }) => {
        const { _id, task, tags, prize } = await contest();
        await page.goto(`/contest-details/${_id}`);
        await expect(main(page)).toContainText(task);
        await expect(main(page)).toContainText(tags);
        await expect(main(page)).toContainText(
          new RegExp(`Entry cost\\s*${TAKA.format(Number(prize)).replace("৳", "৳")}`),
        );
        await expect(main(page)).toContainText(/\d{1,2} \w+ 20\d\d.* GMT\+6/);
      },
    );

    test(
      "the Register button knows that the viewer has joined",
      { annotation: { type: "settled", description: "product decisions §3" } },
      async ({ page, contest, newcomer }) => {
        const { _id } = await contest();
        const viewer = await newcomer();
        await viewer.api.put("/api/join-contest", { data: { contestId: _id, email: viewer.email } });
        await page.goto(`/login?from=/contest-details/${_id}`);
        await fillLogin(page, viewer);
        await expect(main(page)).toContainText("You have joined this contest");
        await expect(main(page).getByRole("link", { name: /^Register/ })).toHaveCount(0);
      },
    );

    test.describe("creator", () => {
      test.use({ person: "creator" });

      test(
        "the Register button knows the viewer's own contest",
        { annotation: { type: "settled", description: "product decisions §3" } },
        async ({ page, as }) => {
          const mine = (await (
            await (await as("creator")).get("/api/my-contests/creator@conquest.test?phase=open")
          ).json()) as Contest[];
          await page.goto(`/contest-details/${mine[0]?._id}`);
          await expect(main(page)).toContainText("This is your contest");
          await expect(main(page).getByRole("link", { name: /^Register/ })).toHaveCount(0);
        },
      );
    });

    test(
      "the Register button knows a contest that is closed",
      { annotation: { type: "settled", description: "product decisions §3" } },
      async ({ page, as }) => {
        const [closed] = (await (await (await as("visitor")).get("/api/all-contests?phase=judging")).json()) as [
          Contest,
        ];
        await page.goto(`/contest-details/${closed._id}`);
        await expect(main(page).getByRole("button", { name: "Closed" })).toBeDisabled();
        await expect(main(page).getByRole("link", { name: /^Register/ })).toHaveCount(0);
      },
    );

    test(
      'a contest in review is 404 to strangers; its owner and admins see it with an "In review" banner',
      { annotation: { type: "settled", description: "product decisions §3" } },
      async ({ as, contest, page, forgive }) => {
        forgive(/404/);
        const { _id, owner } = await contest({ isPending: true });
        expect((await (await as("visitor")).get(`/api/contest-details/${_id}`)).status()).toBe(404);
        expect((await (await as("user")).get(`/api/contest-details/${_id}`)).status()).toBe(404);
        expect((await (await as("admin")).get(`/api/contest-details/${_id}`)).status()).toBe(200);
        expect((await owner.api.get(`/api/contest-details/${_id}`)).status()).toBe(200);
        await page.goto(`/login?from=/contest-details/${_id}`);
        await fillLogin(page, owner);
        await expect(heading(page)).toBeVisible();
        await expect(main(page)).toContainText("In review");
      },
    );
  });

  test.describe("Payment (signed-in only)", () => {
    test.use({ person: "user" });

    for (const [name, label] of [
      ["card_number", "Card number"],
      ["expiry", "Expiry"],
      ["cvc", "CVC"],
      ["cardholder_name", "Cardholder name"],
    ] as const) {
      test(`Payment has the field ${label.toLowerCase()}`, async ({ page, contest }) => {
        const { _id } = await contest();
        await page.goto(`/contest-details/${_id}/payment`);
        await expect(main(page).getByLabel(label)).toHaveAttribute("name", name);
        await expect(field(main(page), name)).toBeEditable();
      });
    }

    test("the expiry field has the placeholder MM/YY", async ({ page, contest }) => {
      const { _id } = await contest();
      await page.goto(`/contest-details/${_id}/payment`);
      await expect(field(main(page), "expiry")).toHaveAttribute("placeholder", "MM/YY");
    });

    test("Payment has an amount field that is read-only", async ({ page, contest }) => {
      const { _id } = await contest();
      await page.goto(`/contest-details/${_id}/payment`);
      await expect(main(page).getByLabel("Amount")).toHaveAttribute("name", "amount");
      await expect(field(main(page), "amount")).toHaveAttribute("readonly", "");
    });

    test(
      "the amount is the contest prize, read from the contest details",
      {
        annotation: {
          type: "settled",
          description: "product decisions §3: amountDue, which is the prize unless JOIN_AMOUNT says otherwise",
        },
      },
      async ({ page, contest }) => {
        const { _id } = await contest({ prize: "45000" });
        const call = nextCall(page, "GET", `/contest-details/${_id}`);
        await page.goto(`/contest-details/${_id}/payment`);
        await call;
        await expect(field(main(page), "amount")).toHaveValue("৳45,000");
      },
    );

    test(
      "nobody is charged another amount than the page showed",
      {
        annotation: {
          type: "settled",
          description: "product decisions §3: everything that shows or records an amount uses amountDue",
        },
      },
      async ({ page, contest, as, forgive }) => {
        forgive(/409/);
        const { _id, owner } = await contest({ prize: "0" });
        await page.goto(`/contest-details/${_id}/payment`);
        const join = main(page).getByRole("button", { name: "Join for free" });
        await expect(join).toBeVisible();
        await owner.api.put(`/api/update-contest/${_id}`, { data: { prize: "5000" } });
        await (await as("admin")).put(`/api/update-contest-status/${_id}`, { data: { status: "open" } });
        await join.click();
        await expect(main(page).getByRole("alert")).toContainText("Joining this contest costs ৳5,000 now.");
        await expect(field(main(page), "amount")).toHaveValue("৳5,000");
        expect(await (await (await as("visitor")).get(`/api/contest-details/${_id}`)).json()).toMatchObject({
          participantCount: 0,
        });
      },
    );
  });

  test.describe("Payment (signed-in only)", () => {
    test(
      "Payment says that no real card should be entered and sends no card number anywhere",
      { annotation: { type: "settled", description: "product decisions §4" } },
      async ({ page, contest, newcomer }) => {
        const { _id } = await contest();
        const sent: string[] = [];
        page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
        await page.goto(`/login?from=/contest-details/${_id}/payment`);
        await fillLogin(page, await newcomer());
        await expect(main(page)).toContainText(/no real card/i);
        await payWithTestCard(page);
        await expect(toast(page, "Payment successful")).toBeVisible();
        expect(sent.filter((request) => /4242\s?4242/.test(decodeURIComponent(request)))).toEqual([]);
      },
    );
  });

  test.describe("Route guard", () => {
    test("if nobody is signed in, the guard redirects to /login and passes the requested path so the user can return to it", async ({
      page,
    }) => {
      await page.goto("/dashboard/my_profile");
      await expect(page).toHaveURL(/\/login/);
      await fillLogin(page, user);
      await expect(page).toHaveURL("/dashboard/my_profile");
      await expect(heading(page)).toHaveText("My Profile");
    });

    test.describe("signed in", () => {
      test.use({ person: "user" });
      test("while authentication loads, the guard shows a spinner", async ({ page }) => {
        const release = await hold(page, "**/api/jwt");
        await page.goto("/dashboard/my_profile");
        await expect(page.locator(".cq-spinner").first()).toBeVisible();
        await expect(page).toHaveURL("/dashboard/my_profile");
        release();
        await expect(heading(page)).toHaveText("My Profile");
        await expect(avatar(page)).toHaveCount(0);
      });
    });
  });
});
