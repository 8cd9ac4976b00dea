import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { onStop, stopChildren } from "./src/process/children";
import { findBrowser } from "./src/process/find-browser";
import { runNode } from "./src/process/run-command";
import { startSite, stopSite } from "./src/process/site-child";

/**
 * Tries every statement of the specification in a real browser against the site as npm start runs it, and prints the table:
 * section, statement, holds or not. Arguments choose files: `npm run conformance -- section-7`.
 */

const playwright = path.join(path.dirname(createRequire(import.meta.url).resolve("@playwright/test/package.json")), "cli.js");

onStop(() => void stopChildren().then(() => process.exit(130)));

const browser = await findBrowser();
// Two people who click without a pause, from one address.
const site = await startSite({ isLoud: true, env: { REQUESTS_PER_MINUTE: "10000" } });
let code = 1;
try {
  code = await runNode([playwright, "test", "-c", "e2e", "--project=conformance", ...process.argv.slice(2)], {
    SITE_URL: site.url,
    CHROME_PATH: browser,
    E2E_REPORTER: "./conformance-reporter.ts",
  });
} finally {
  await stopSite(site);
  await rm(site.dataFolder, { recursive: true, force: true });
}
process.exit(code);
