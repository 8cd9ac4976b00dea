import { expect, test, type Page } from "@playwright/test";
import { edit, mend } from "./sources";

const PAGE = "mf-public/src/features/contact/contact-page.tsx";
/** The types of everything, behind all else that the machine does. */
const PATIENCE_MS = 300_000;
const ADVICE = "Give its name, so that we find it at once.";

test.describe.configure({ mode: "default" });
test.afterEach(mend);

/** The contact page with something typed, and a mark that a reload would take away. */
async function typedPage(page: Page) {
  await page.goto("/contact_us");
  const field = page.getByLabel("Name", { exact: false }).first();
  await field.fill("Somebody");
  await page.evaluate(() => ((globalThis as { isSame?: boolean }).isSame = true));
  const isKept = async () => {
    await expect(field).toHaveValue("Somebody");
    expect(await page.evaluate(() => (globalThis as { isSame?: boolean }).isSame)).toBe(true);
  };
  return { isKept };
}

const overlay = (page: Page) => page.locator("conquest-dev").getByRole("alert");

test("an edit of a remote is on the screen, and what was typed is still there", async ({ page }) => {
  const { isKept } = await typedPage(page);
  const times: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) {
    const startedAt = Date.now();
    await edit(PAGE, turn === 1 ? ADVICE : `Edit ${turn - 1}.`, `Edit ${turn}.`);
    await page.getByText(`Edit ${turn}.`).waitFor();
    times.push(Date.now() - startedAt);
  }
  await isKept();
  console.log(`An edit is on the screen after ${times.join(", ")} ms.`);
});

test("an edit of what parts share is on the screen, and what was typed is still there", async ({ page }) => {
  const { isKept } = await typedPage(page);
  await edit("shared/ui/page/page-heading.tsx", "{title}", "{title} indeed");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("indeed");
  await isKept();
});

test("an edit of the shell is on the screen, and what was typed is still there", async ({ page }) => {
  const { isKept } = await typedPage(page);
  await edit("shell/src/frame/footer/footer.tsx", "Compete. Create. Conquer.", "Compete. Edit. Conquer.");
  await expect(page.getByText("Compete. Edit. Conquer.")).toBeVisible();
  await isKept();
});

test("an edit of a part that is not on the screen leaves the page alone", async ({ page }) => {
  const { isKept } = await typedPage(page);
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
  await isKept();
});

test("an error of the compiler is told with its place, and gone when it is mended", async ({ page }) => {
  const { isKept } = await typedPage(page);
  await edit(PAGE, "const EMPTY = {", "const EMPTY = {{");
  await expect(overlay(page)).toContainText(`${PAGE}:`);
  await isKept();
  await mend();
  await expect(overlay(page)).toHaveCount(0);
  await isKept();
});

test("an error of types is told with its place, and gone when it is mended", async ({ page }) => {
  test.setTimeout(4 * PATIENCE_MS);
  await typedPage(page);
  const took: number[] = [];
  // The first time the sources of everything are checked.
  for (let time = 0; time < 2; time += 1) {
    const from = performance.now();
    await edit(PAGE, "const SHORTEST_SENDING = 1000;", "const SHORTEST_SENDING: string = 1000;");
    await expect(overlay(page)).toContainText("TS2322", { timeout: PATIENCE_MS });
    took.push((performance.now() - from) / 1000);
    await expect(overlay(page)).toContainText(new RegExp(`${PAGE}:\\d+:7`));
    await mend();
    await expect(overlay(page)).toHaveCount(0, { timeout: PATIENCE_MS });
  }
  console.log(`An error of types is told after ${took.map((seconds) => seconds.toFixed(1)).join(" and ")} s.`);
});

test("a call waits while the server restarts", async ({ page }) => {
  const { isKept } = await typedPage(page);
  await edit("server/src/app.ts", "/** The whole server, without a port. */", "/** The whole server. */");
  await expect(page.locator("conquest-dev")).toContainText("The server restarts");
  const status = await page.evaluate(async () => (await fetch("/api/popular-contests")).status);
  expect(status).toBe(200);
  await expect(page.locator("conquest-dev")).not.toContainText("The server restarts");
  await isKept();
});

test("a remote whose dev server dies is shown as its last build, and comes back by itself", async ({ page }) => {
  const { isKept } = await typedPage(page);
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
  await expect(page.locator("conquest-dev")).toContainText("Meanwhile its last build is shown.");
  await isKept();
  const other = await page.context().newPage();
  const files: string[] = [];
  other.on("request", (request) => files.push(new URL(request.url()).pathname));
  await other.goto("/about");
  await expect(other.getByRole("heading", { name: "About us" })).toBeVisible();
  expect(files.filter((file) => /^\/mf\/mf-public\/(?!dev\/)/.test(file))).not.toEqual([]);

  await expect(page.locator("conquest-dev")).not.toContainText("its last build is shown");
  await isKept();
  // It has no text typed into it, and takes the live one by itself.
  await expect.poll(() => files).toContain("/mf/mf-public/dev/remoteEntry.js");
  await expect(other.getByRole("heading", { name: "About us" })).toBeVisible();
});
