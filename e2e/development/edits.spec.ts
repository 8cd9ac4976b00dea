import { expect, test, type Page } from "@playwright/test";
import { edit, restore } from "./sources";

const PAGE = "mf-public/src/features/contact/contact-page.tsx";
/** Allows for a type check of the whole repository on a busy machine. */
const TYPE_CHECK_TIMEOUT_MS = 300_000;
const ADVICE = "Tell us its name, so we can find it.";

test.describe.configure({ mode: "default" });
test.afterEach(restore);

/** Opens the contact page, types a name and sets a mark that a reload would lose. */
async function openTypedPage(page: Page) {
  await page.goto("/contact_us");
  const field = page.getByLabel("Name", { exact: false }).first();
  await field.fill("Somebody");
  await page.evaluate(() => ((globalThis as { isSame?: boolean }).isSame = true));
  const expectUnchanged = async () => {
    await expect(field).toHaveValue("Somebody");
    expect(await page.evaluate(() => (globalThis as { isSame?: boolean }).isSame)).toBe(true);
  };
  return { expectUnchanged };
}

const overlay = (page: Page) => page.locator("conquest-dev").getByRole("alert");

test("shows an edit of a remote and keeps typed text", async ({ page }) => {
  const { expectUnchanged } = await openTypedPage(page);
  const times: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) {
    const startedAt = Date.now();
    await edit(PAGE, turn === 1 ? ADVICE : `Edit ${turn - 1}.`, `Edit ${turn}.`);
    await page.getByText(`Edit ${turn}.`).waitFor();
    times.push(Date.now() - startedAt);
  }
  await expectUnchanged();
  console.log(`An edit is on the screen after ${times.join(", ")} ms.`);
});

test("shows an edit of shared code and keeps typed text", async ({ page }) => {
  const { expectUnchanged } = await openTypedPage(page);
  await edit("shared/ui/page/page-heading.tsx", "{title}", "{title} indeed");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("indeed");
  await expectUnchanged();
});

test("shows an edit of the shell and keeps typed text", async ({ page }) => {
  const { expectUnchanged } = await openTypedPage(page);
  await edit("shell/src/frame/footer/footer.tsx", "Compete. Create. Conquer.", "Compete. Edit. Conquer.");
  await expect(page.getByText("Compete. Edit. Conquer.")).toBeVisible();
  await expectUnchanged();
});

test("does not reload the page when a hidden part is edited", async ({ page }) => {
  const { expectUnchanged } = await openTypedPage(page);
  const isCompiled = page.waitForFunction(
    () =>
      new Promise((resolve) => {
        const source = new EventSource("/@dev/events");
        let hash: string | undefined;
        source.onmessage = ({ data }: MessageEvent<string>) => {
          const row = (JSON.parse(data) as { rows: { name: string; hash: string }[] }).rows.find(
            ({ name }) => name === "mf-dashboard-user",
          )!;
          hash ??= row.hash;
          if (row.hash !== hash) resolve(true);
        };
      }),
  );
  await edit("mf-dashboard-user/src/routes.tsx", "pageTable({", "pageTable({ // edited\n");
  await isCompiled;
  await expectUnchanged();
});

test("shows a compiler error with its position until it is fixed", async ({ page }) => {
  const { expectUnchanged } = await openTypedPage(page);
  await edit(PAGE, "const EMPTY = {", "const EMPTY = {{");
  await expect(overlay(page)).toContainText(`${PAGE}:`);
  await expectUnchanged();
  await restore();
  await expect(overlay(page)).toHaveCount(0);
  await expectUnchanged();
});

test("shows a type error with its position until it is fixed", async ({ page }) => {
  test.setTimeout(4 * TYPE_CHECK_TIMEOUT_MS);
  await openTypedPage(page);
  const took: number[] = [];
  // The first check covers all sources, the second is incremental.
  for (let time = 0; time < 2; time += 1) {
    const from = performance.now();
    await edit(PAGE, "const MIN_SENDING_MS = 1000;", "const MIN_SENDING_MS: string = 1000;");
    await expect(overlay(page)).toContainText("TS2322", { timeout: TYPE_CHECK_TIMEOUT_MS });
    took.push((performance.now() - from) / 1000);
    await expect(overlay(page)).toContainText(new RegExp(`${PAGE}:\\d+:7`));
    await restore();
    await expect(overlay(page)).toHaveCount(0, { timeout: TYPE_CHECK_TIMEOUT_MS });
  }
  console.log(`A type error is shown after ${took.map((seconds) => seconds.toFixed(1)).join(" and ")} s.`);
});

test("delays an API call while the server restarts", async ({ page }) => {
  const { expectUnchanged } = await openTypedPage(page);
  await edit("server/src/app.ts", "BODY_LIMIT_BYTES = 256 * 1024;", "BODY_LIMIT_BYTES = 1024 * 256;");
  await expect(page.locator("conquest-dev")).toContainText("The server is restarting");
  const status = await page.evaluate(async () => (await fetch("/api/popular-contests")).status);
  expect(status).toBe(200);
  await expect(page.locator("conquest-dev")).not.toContainText("The server is restarting");
  await expectUnchanged();
});

test("serves the last build of a remote until its dev server recovers", async ({ page }) => {
  const { expectUnchanged } = await openTypedPage(page);
  const rowOf = () =>
    page.evaluate(
      () =>
        new Promise<{ pid: number; phase: string }>((resolve) => {
          const source = new EventSource("/@dev/events");
          source.onmessage = ({ data }: MessageEvent<string>) => {
            source.close();
            resolve(
              (JSON.parse(data) as { rows: { name: string; pid: number; phase: string }[] }).rows.find(
                ({ name }) => name === "mf-public",
              )!,
            );
          };
        }),
    );
  process.kill((await rowOf()).pid, "SIGKILL");
  await expect(page.locator("conquest-dev")).toContainText("Its last build is shown until then.");
  await expectUnchanged();
  const other = await page.context().newPage();
  const files: string[] = [];
  other.on("request", (request) => files.push(new URL(request.url()).pathname));
  await other.goto("/about");
  await expect(other.getByRole("heading", { name: "About us" })).toBeVisible();
  expect(files.filter((file) => /^\/mf\/mf-public\/(?!dev\/)/.test(file))).not.toEqual([]);

  await expect(page.locator("conquest-dev")).not.toContainText("Its last build is shown");
  await expectUnchanged();
  // Without typed text the page switches to the live version by itself.
  await expect.poll(() => files).toContain("/mf/mf-public/dev/remoteEntry.js");
  await expect(other.getByRole("heading", { name: "About us" })).toBeVisible();
});
