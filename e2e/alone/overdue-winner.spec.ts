import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import pg from "pg";
import { hasPostgres, startPostgres } from "@conquest/server/src/testing/start-postgres";
import { aContestForm } from "@conquest/shared/testing/samples";
import { startSite, stopSite, type SiteChild } from "../../scripts/src/process/site-child";
import { admin, creator, user, type Person } from "../people";
import { startSecond } from "../second-server";
import { expect, signIn, test } from "../site";

/** A site with direct database access, to test scheduled jobs on contests that closed long ago. */
interface ClosedSite {
  url: string;
  /** Moves the contest's deadline this many days into the past and starts a server, which runs the due jobs. */
  letPass(contestId: string, days: number): Promise<void>;
  rows(text: string, values: unknown[]): Promise<Record<string, unknown>[]>;
}

const siteTest = test.extend<object, { site: ClosedSite }>({
  site: [
    async ({}, provide) => {
      const dataFolder = await mkdtemp(path.join(tmpdir(), "conquest-promise-"));
      const postgres = await startPostgres();
      const first: SiteChild = await startSite({
        dataFolder,
        args: ["--no-build"],
        env: { DATABASE_URL: postgres.url, SITE_URL: "" },
      });
      const database = new pg.Client({ connectionString: postgres.url });
      await database.connect();
      const started: { stop(): Promise<void> }[] = [];
      await provide({
        url: first.url,
        async letPass(contestId, days) {
          await database.query(
            "update contests set deadline = now() - make_interval(days => $2) - interval '1 hour' where id = $1",
            [contestId, days],
          );
          started.push(await startSecond(postgres.url, first, path.join(dataFolder, `pictures-${started.length}`)));
        },
        rows: async (text, values) => (await database.query<Record<string, unknown>>(text, values)).rows,
      });
      await Promise.all(started.map((server) => server.stop()));
      await database.end();
      await stopSite(first);
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** Signs in and returns a function that calls the API from the page, like its scripts. */
async function signInForApi(page: Page, person: Person, url: string) {
  await signIn(page, person, url);
  return (method: string, address: string, body?: object) =>
    page.evaluate(
      async ({ method, address, body }) => {
        const answer = await fetch(`/api${address}`, {
          method,
          ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
        });
        if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Record<string, unknown>;
      },
      { method, address, body },
    );
}

siteTest.skip(!hasPostgres, "There is no PostgreSQL on this machine.");

siteTest(
  "a contest without a winner becomes overdue after 14 days and is refunded after 30",
  async ({ page, another, forgive, site }) => {
    siteTest.setTimeout(180_000);
    // For visitors a cancelled contest is a 404, and pages are server-rendered as for visitors.
    forgive(/404.*\/contest-details\//);
    const { url } = site;
    const main = (tab: Page) => tab.locator("main");
    const [creatorPage, adminPage] = [await another(), await another()];
    const [asCreator, asAdmin, asUser] = [
      await signInForApi(creatorPage, creator, url),
      await signInForApi(adminPage, admin, url),
      await signInForApi(page, user, url),
    ];
    const name = "A kite nobody judges";
    const { insertedId } = await asCreator(
      "POST",
      "/create-contest",
      aContestForm({ name, deadline: new Date(Date.now() + 86_400_000).toISOString() }),
    );
    const id = insertedId as string;
    await asAdmin("PUT", `/update-contest-status/${id}`, { status: "open" });
    await asUser("PUT", "/join-contest", { contestId: id, email: user.email });
    await asUser("PUT", `/submit-entry/${id}`, { text: "Of silk" });

    await site.letPass(id, 14);
    await expect(async () => {
      await creatorPage.goto(`${url}/dashboard`);
      await expect(
        main(creatorPage).getByText(`“${name}” is overdue: 14 days have passed without a winner.`),
      ).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 75_000 });
    await adminPage.goto(`${url}/dashboard`);
    await main(adminPage)
      .getByRole("link", {
        name: `“${name}” is overdue: its creator hasn't picked a winner in 14 days. You can pick one.`,
      })
      .click();
    await expect(main(adminPage).getByRole("button", { name: /^Pick as winner/ })).toBeVisible();

    await site.letPass(id, 30);
    const reason = "No winner was picked within 30 days after the deadline.";
    await expect(async () => {
      await page.goto(`${url}/dashboard`);
      await expect(main(page).getByText(`“${name}” was cancelled: ${reason}`)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 75_000 });
    await page.goto(`${url}/dashboard/my_participated_contests`);
    await expect(main(page).getByRole("row").filter({ hasText: name })).toContainText("Refunded");
    await page.goto(`${url}/contest-details/${id}`);
    await expect(main(page).getByText(reason).first()).toBeVisible();
    // Users who never visit get an email.
    forgive(/^error: Blocked script execution in '[^']*\/mailbox\/[^']*'/);
    await page.goto(`${url}/mailbox?to=${encodeURIComponent(creator.email)}`);
    await expect(page.getByRole("link", { name: /^Winner overdue: “A kite/ })).toBeVisible();
    await page.goto(`${url}/mailbox?to=${encodeURIComponent(user.email)}`);
    await page.getByRole("link", { name: /^Contest cancelled: “A kite/ }).click();
    await expect(page.frameLocator("iframe").getByText("Refunded: ৳25,000")).toBeVisible();
    expect(await site.rows("select state from participations where contest_id = $1", [id])).toEqual([
      { state: "refunded" },
    ]);
    expect(
      await site.rows("select count(*)::int as told from notices where kind = 'cancelled' and text like $1", [
        `%${name}%`,
      ]),
    ).toEqual([{ told: 2 }]);
  },
);
