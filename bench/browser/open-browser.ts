import { chromium, type Browser } from "@playwright/test";
import { findBrowser } from "@conquest/scripts/src/process/find-browser";
import type { Certificate } from "../front/certificate";

const QUIET_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  // Headless Chromium otherwise positions glyphs at whole pixels, unlike browsers on real screens.
  "--font-render-hinting=none",
];

export async function openBrowser({ spki }: Certificate, debugPort?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(),
    args: [
      ...QUIET_ARGS,
      `--ignore-certificate-errors-spki-list=${spki}`,
      // Chromium's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ...(debugPort ? [`--remote-debugging-port=${debugPort}`] : []),
    ],
  });
}
