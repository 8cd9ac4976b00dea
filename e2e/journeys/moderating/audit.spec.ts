import type { APIRequestContext, APIResponse, Page } from "@playwright/test";
import { expect } from "../../site";
import { inDays, test } from "../../signed-in";
import type { Contest } from "../../wire";

const acts = (page: Page) => page.getByRole("table", { name: "Audit log" }).getByRole("rowheader");
const row = (page: Page, act: string) => page.getByRole("row").filter({ hasText: act });

async function done(answer: Promise<APIResponse>): Promise<APIResponse> {
  expect((await answer).status(), await (await answer).text()).toBeLessThan(300);
  return answer;
}

/** The date this many days from now, in the page's time zone. */
const day = (page: Page, later = 0) =>
  page.evaluate((days) => {
    const date = new Date();
    date.setDate(date.getDate() + days);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
  }, later);

const phaseOf = async (api: APIRequestContext, id: string) =>
  ((await (await api.get(`/api/contest-details/${id}`)).json()) as Contest).phase;

test.describe("the audit trail", () => {
  test.use({ person: "admin" });

  test("lists actions on a contest and filters them by contest, actor and date", async ({
    page,
    contest,
    newcomer,
    as,
  }) => {
    test.slow();
    const admin = await as("admin");
    const [owner, author, judge] = [await newcomer("creator"), await newcomer(), await newcomer()];
    const { api } = owner;

    // One contest is decided at once; the other has its deadline extended, which delays the choice.
    const decided = await contest({ by: owner, deadline: inDays(25 / 86_400) });
    await done(author.api.put("/api/join-contest", { data: { contestId: decided._id, email: author.email } }));
    const entry = (await (
      await done(author.api.put(`/api/submit-entry/${decided._id}`, { data: { text: "A kite of silk", link: "" } }))
    ).json()) as { _id: string };

    const { _id, name } = await contest({ by: owner, deadline: inDays(3), isPending: true });
    await done(
      admin.post(`/api/comment-contest/${_id}`, {
        data: { text: "Please say how large a kite may be.", decision: "changes_requested" },
      }),
    );
    await done(api.put(`/api/update-contest/${_id}`, { data: { task: "A kite of a metre at most." } }));
    await done(admin.put(`/api/update-contest-status/${_id}`, { data: { status: "open" } }));
    await done(author.api.put("/api/join-contest", { data: { contestId: _id, email: author.email } }));
    await done(
      api.put(`/api/extend-deadline/${_id}`, {
        data: { deadline: inDays(9), reason: "The hall is free a week later." },
      }),
    );
    await done(api.post(`/api/contest-judges/${_id}`, { data: { email: judge.email } }));
    await done(api.get(`/api/joiners/${_id}/table`));
    await done(judge.api.post(`/api/report-contest/${_id}`, { data: { reason: "stolen", word: "I drew this kite." } }));
    const cases = (await (await done(admin.get("/api/reports?state=open"))).json()) as {
      _id: string;
      contest: { _id: string };
    }[];
    await done(
      admin.put(`/api/report-decision/${cases.find((each) => each.contest._id === _id)!._id}`, {
        data: { decision: "dismiss", note: "" },
      }),
    );
    await done(
      admin.put(`/api/update-user/${judge.id}`, {
        data: { status: "blocked", reason: "The same advertisement in nine contests." },
      }),
    );
    await expect.poll(() => phaseOf(api, decided._id), { timeout: 60_000 }).toBe("judging");
    await done(api.put(`/api/declare-winner/${decided._id}`, { data: { entryId: entry._id, note: "It flies." } }));

    await page.goto("/dashboard");
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Audit log" }).click();
    const search = page.getByRole("searchbox", { name: "Contest, name or email" });
    await search.fill(name);
    const ofContest = [
      /^Report dismissed/,
      /^Participants exported.*as CSV/,
      /^Judge invited/,
      /^Deadline extended.* → /,
      /^Contest approved/,
      /^Changes requested/,
    ];
    await expect(acts(page)).toHaveText(ofContest);
    await expect(row(page, "Deadline extended")).toContainText("The hall is free a week later.");
    await expect(row(page, "Deadline extended")).toContainText("as creator");
    await expect(row(page, "Deadline extended").getByRole("rowheader")).not.toContainText(/T\d\d:/);
    await expect(row(page, "Changes requested")).toContainText("Please say how large a kite may be.");
    await expect(page.getByRole("table")).not.toContainText(judge.email);

    // Filtered by contest; also found by actor or affected user, for any contest.
    await row(page, "Deadline extended")
      .getByRole("button", { name: `Show only events about “${name}”` })
      .press("Enter");
    await search.fill("");
    await expect(page.getByRole("button", { name: /^Remove filter Contest:/ })).toBeVisible();
    await expect(acts(page)).toHaveText(ofContest);
    await page.getByRole("button", { name: "Clear all" }).press("Enter");
    await search.fill(owner.email);
    await expect(acts(page)).toHaveText([
      /^Winner picked/,
      /^Report dismissed/,
      /^Participants exported/,
      /^Judge invited/,
      /^Deadline extended/,
      /^Role changed/,
    ]);
    await expect(row(page, "Winner picked")).toContainText(decided.name);
    await search.fill(judge.email);
    await expect(acts(page)).toHaveText([/^User blocked.*verified → blocked/]);
    await expect(row(page, "User blocked")).toContainText("The same advertisement in nine contests.");

    await page.goto(`/dashboard/audit?contest=${_id}`);
    const [yesterday, today, tomorrow] = [await day(page, -1), await day(page), await day(page, 1)];
    await page.getByLabel("Last day").fill(yesterday);
    await expect(page.getByText("No events match")).toBeVisible();
    await page.getByLabel("Last day").fill(tomorrow);
    await page.getByLabel("First day").fill(yesterday);
    await expect(acts(page)).toHaveText(ofContest);
    await page.reload();
    await expect(page.getByLabel("First day")).toHaveValue(yesterday);
    await expect(acts(page)).toHaveText(ofContest);
    await page.getByLabel("First day").fill(tomorrow);
    await expect(page.getByText("No events match")).toBeVisible();

    // On phones the date filters are behind a button.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/dashboard/audit?contest=${_id}&since=${tomorrow}`);
    await page.getByRole("button", { name: "Filters 1 chosen" }).click();
    await page.getByRole("dialog").getByLabel("First day").fill(today);
    await page.getByRole("dialog").getByRole("button", { name: "Show" }).click();
    await expect(acts(page).first()).toContainText("Report dismissed");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
