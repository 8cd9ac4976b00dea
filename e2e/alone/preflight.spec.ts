import type { Page } from "@playwright/test";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findDifferences, readComputedStyles, waitForPage } from "../../scripts/src/browser/code-leftovers";
import { root } from "../../scripts/src/root";
import { changedBuild, type Change } from "../releases";
import { expect, test } from "../site";

const PART = "mf-dashboard-admin";

async function preflight(change: Change, env: NodeJS.ProcessEnv = {}): Promise<{ code: number; said: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-build-"));
  try {
    for (const { path: name, content } of (await changedBuild(PART, change)).files) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        ["--import", "tsx", "scripts/preflight.ts", PART, "--build", folder],
        { cwd: root, env: { ...process.env, ...env } },
        (error, out, err) => resolve({ code: error ? Number(error.code) : 0, said: out + err }),
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.describe("preflight of a release", () => {
  test.setTimeout(240_000);

  // One test for both: opening each page of the remote for each role takes a minute.
  test("opens the release's pages for every role, and pages of others reached from them", async ({ request }) => {
    const registry = async () => (await request.get("/mf/registry.json")).json() as Promise<{ revision: number }>;
    const { revision } = await registry();
    const { code, said } = await preflight((file, content) => {
      if (file.startsWith("page-inbox")) return `console.error("letters are lost");${content}`;
      return file.startsWith("__federation_expose_routes") && file.endsWith(".js")
        ? `document.body.style.wordSpacing="9px";${content}`
        : content;
    });
    expect(said).toContain("/dashboard/inbox (as admin) logs an error to the console: letters are lost");
    expect(said).not.toMatch(/manage_users \(as admin\) logs an error/);
    expect(said).toMatch(/After its page \S+, another part's page \S+ is changed: word-spacing of <\S+> is 9px, not/);
    expect(code).toBe(1);
    expect((await registry()).revision, "nothing went live").toBe(revision);
  });

  test("fails if there is no browser to open the pages", async () => {
    const { code, said } = await preflight((_, content) => content.replaceAll('"Inbox"', '"Letters"'), {
      CHROME_PATH: "",
      PATH: "",
      PLAYWRIGHT_BROWSERS_PATH: tmpdir(),
    });
    expect(said).toContain("No browser found to test the release with");
    expect(said).toContain("--unopened");
    expect(code).toBe(1);
  });
});

test.describe("the comparison of another part's page", () => {
  const compareAfter = async (page: Page, change: () => void) => {
    await page.goto("/all_contests");
    await waitForPage(page, { path: "/all_contests", title: "All Contests" });
    const [before, steady] = [await readComputedStyles(page), await readComputedStyles(page)];
    await page.evaluate(change);
    return findDifferences(page, before, steady);
  };

  test("names the style and the element that code changed", async ({ page }) => {
    const found = await compareAfter(page, () =>
      (document.querySelector("main h1") as HTMLElement).style.setProperty("letter-spacing", "3px"),
    );
    expect(found).toEqual([expect.stringMatching(/^letter-spacing of <h1\S*> is 3px, not /)]);
  });

  test("returns nothing for a page whose elements changed", async ({ page }) => {
    const found = await compareAfter(page, () => document.querySelector("main")!.append(document.createElement("u")));
    expect(found).toBeNull();
  });

  test("finds no difference in a page that did not change", async ({ page }) => {
    expect(await compareAfter(page, () => undefined)).toEqual([]);
  });
});
