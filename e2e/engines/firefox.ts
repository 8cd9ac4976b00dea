import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import type { Tab } from "./tab";

const EXECUTABLES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Opens Firefox as packaged by Debian, driven by WebDriver BiDi; returns null if it is not installed. */
export async function openFirefox(): Promise<Tab | null> {
  const executablePath = EXECUTABLES.find((file) => existsSync(file));
  if (!executablePath) return null;
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warn", "warning"].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} (${page.url()})`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${String(error)} (${page.url()})`));
  return {
    open: async (address) => void (await page.goto(address)),
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    screenshot: async () => Buffer.from(await page.screenshot()),
    complaints: () => complaints,
    close: () => browser.close(),
  };
}
