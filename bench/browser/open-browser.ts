import { chromium, type Browser } from "@playwright/test";
import { findBrowser } from "@conquest/scripts/src/process/find-browser";
import type { Certificate } from "../front/certificate";

const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  // Without windows it would else place letters at whole pixels, which no screen of today does.
  "--font-render-hinting=none",
];

/** `debugPort` lets another program drive it too. */
export async function openBrowser({ spki }: Certificate, debugPort?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(),
    args: [
      ...QUIET,
      `--ignore-certificate-errors-spki-list=${spki}`,
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ...(debugPort ? [`--remote-debugging-port=${debugPort}`] : []),
    ],
  });
}
