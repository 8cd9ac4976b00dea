import { defineConfig } from "@playwright/test";

const QUIET_ARGS = [
  // Disables Chromium's background requests, which all fail at start in a closed network.
  ...[
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
  // Headless Chromium otherwise positions glyphs at whole pixels, unlike browsers on real screens.
  "--font-render-hinting=none",
];
const isRoot = process.getuid?.() === 0;

// DOM snapshots but no screenshots, which would make the tests take half as long again.
const TRACE = { mode: "retain-on-failure", screenshots: false } as const;

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  fullyParallel: false,
  workers: 3,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    baseURL: process.env.SITE_URL ?? "http://localhost:3000",
    locale: "en-GB",
    timezoneId: "Asia/Dhaka",
    // Shorter than the test timeout, so that the error names the action and its line.
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    viewport: { width: 1280, height: 800 },
    // Traces take a fifth of the time of all journeys; a failure has a screenshot and the page's content without them.
    trace: process.env.KEEP_TRACES ? TRACE : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
      // Chromium's sandbox refuses to run as root.
      args: isRoot ? ["--no-sandbox", ...QUIET_ARGS] : QUIET_ARGS,
    },
  },
  projects: [
    { name: "journeys", testDir: "journeys" },
    // These tests change the parts that all pages use, so they run one at a time after the others.
    { name: "alone", testDir: "alone", dependencies: ["journeys"], workers: 1 },
    // These tests edit a copy of the sources; see scripts/try-dev.ts.
    {
      name: "development",
      testDir: "development",
      workers: 1,
      timeout: 180_000,
      expect: { timeout: 60_000 },
      use: { actionTimeout: 120_000, navigationTimeout: 120_000, trace: TRACE },
    },
    { name: "conformance", testDir: "conformance", fullyParallel: true },
  ],
});
