import { defineConfig } from "@playwright/test";

const QUIET = [
  // A closed network makes Chromium's own background look-ups fail at every start, many at a time.
  ...[
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
  // Without windows it would else place letters at whole pixels, which no screen of today does.
  "--font-render-hinting=none",
];
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    baseURL: process.env.SITE_URL ?? "http://localhost:3000",
    locale: "en-GB",
    timezoneId: "Asia/Dhaka",
    // Sooner than the test's own time is up: what was waited for is then told with the line it stands on.
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    viewport: { width: 1280, height: 800 },
    // With the page's content at each step, and without a film of it: that costs half as much again as the tests themselves.
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
      // Chromium's sandbox refuses to run as root.
      args: isRoot ? ["--no-sandbox", ...QUIET] : QUIET,
    },
  },
  projects: [
    { name: "journeys", testDir: "journeys" },
    // They change what everybody's pages are made with: one at a time, and after the others.
    { name: "alone", testDir: "alone", dependencies: ["journeys"], workers: 1 },
    // On a copy of the sources, which they edit; see scripts/try-dev.ts.
    {
      name: "development",
      testDir: "development",
      workers: 1,
      timeout: 180_000,
      expect: { timeout: 60_000 },
      use: { actionTimeout: 120_000, navigationTimeout: 120_000 },
    },
    // So many tests that a trace of each would cost more than the tests themselves.
    { name: "conformance", testDir: "conformance", fullyParallel: true, use: { trace: "off" } },
  ],
});
