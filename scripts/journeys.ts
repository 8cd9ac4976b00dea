import { parseArgs } from "node:util";
import { onStop, stopChildren } from "./src/process/children";
import { runBrowserTests } from "./src/process/browser-tests";
import { OTHER_ENGINES, runInOtherEngines, type OtherEngine } from "./src/process/other-engines";

/** Runs journeys in Chromium, all or those of the named files, or the main job in another engine. */

const USAGE = `npm run journeys -- [<file>…] [--browser chromium|firefox|webkit] [--screenshots <folder>]

Files are named within e2e/journeys, or within e2e as alone/<file>. Failed tests of named files leave traces in test-results.

Exit 3 when there is no such browser on this machine: Debian's firefox-esr, or its webkit2gtk-driver and xvfb.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: "string", default: "chromium" },
    screenshots: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

async function run(): Promise<number> {
  const { browser, screenshots } = values;
  if (values.help || !["chromium", ...OTHER_ENGINES].includes(browser)) {
    console.log(USAGE);
    return values.help ? 0 : 1;
  }
  if (browser === "chromium") {
    const areAlone = positionals.length > 0 && positionals.every((file) => file.startsWith("alone/"));
    const { passed, failures } = await runBrowserTests(areAlone ? "alone" : "journeys", positionals, {
      keepsTraces: positionals.length > 0,
    });
    return failures.length > 0 || passed === 0 ? 1 : 0;
  }
  const { failures, skipped } = await runInOtherEngines([browser as OtherEngine], screenshots);
  for (const failure of failures) console.error(failure);
  return failures.length > 0 ? 1 : skipped > 0 ? 3 : 0;
}

onStop(() => void stopChildren().then(() => process.exit(130)));
process.exit(await run());
