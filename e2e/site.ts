import { test as base, expect, type Browser, type Page } from "@playwright/test";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import type { Person } from "./people";

export { expect };

/** A message the test expects on the console, such as the browser's own line about an answer of 404. */
export type Forgive = (pattern: RegExp) => void;

export interface Fixtures {
  /** What is to be done once the test's pages are closed: an open page may still be asking for what the test made. */
  afterwards: (act: () => Promise<unknown>) => void;
  forgive: Forgive;
  /** A second person at their own browser. */
  another: () => Promise<Page>;
}

function watch(page: Page, messages: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      messages.push(`${message.type()}: ${message.text()} (${message.location().url} on ${page.url()})`);
  });
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message} (${page.url()})`));
}

/** Every test fails on a console error or warning it did not expect. */
export const test = base.extend<Fixtures>({
  forgive: async ({}, provide, info) => {
    await provide((pattern) => info.annotations.push({ type: "forgive", description: pattern.source }));
  },
  afterwards: async ({}, provide) => {
    const acts: (() => Promise<unknown>)[] = [];
    await provide((act) => acts.unshift(act));
    for (const act of acts) await act();
  },
  // These two name `afterwards` only to end before it.
  context: async ({ context, afterwards: _ }, provide) => {
    await provide(context);
  },
  another: async ({ browser, baseURL, afterwards: _ }, provide, info) => {
    const messages: string[] = [];
    const contexts: Awaited<ReturnType<Browser["newContext"]>>[] = [];
    await provide(async () => {
      const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
      contexts.push(context);
      const page = await context.newPage();
      watch(page, messages);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(unforgiven(messages, info.annotations), "console of the second browser").toEqual([]);
  },
  page: async ({ page }, provide, info) => {
    const messages: string[] = [];
    watch(page, messages);
    await provide(page);
    expect(unforgiven(messages, info.annotations), "console").toEqual([]);
  },
});

function unforgiven(messages: string[], annotations: { type: string; description?: string }[]): string[] {
  const patterns = annotations
    .filter(({ type }) => type === "forgive")
    .map(({ description }) => new RegExp(description ?? ""));
  return messages.filter((message) => !patterns.some((pattern) => pattern.test(message)));
}

/** Signs in through the login screen and waits until the site knows the person; `siteUrl` is of a site of the test's own. */
export async function signIn(page: Page, person: Person, siteUrl = ""): Promise<void> {
  await page.goto(`${siteUrl}/login`);
  await fillLogin(page, person);
  await expect(avatar(page)).toBeVisible();
}

/** Fills and sends the login form of the page that is open. */
export async function fillLogin(page: Page, { email, password }: Person): Promise<void> {
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page
    .locator("main")
    .getByRole("button", { name: /^(login|sign in)$/i })
    .click();
}

export const avatar = (page: Page) => page.getByRole("button", { name: /account menu/i });

/** Writes down what the page draws as text on a canvas: the captcha, as a sighted person reads it. */
export async function readCanvases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = new WeakMap<HTMLCanvasElement, string>();
    const { fillText } = CanvasRenderingContext2D.prototype;
    const width = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width")!;
    // Giving a canvas its width wipes it.
    Object.defineProperty(HTMLCanvasElement.prototype, "width", {
      ...width,
      set(this: HTMLCanvasElement, value: number) {
        drawn.set(this, "");
        width.set!.call(this, value);
      },
    });
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      drawn.set(this.canvas, (drawn.get(this.canvas) ?? "") + text);
      return fillText.call(this, text, ...place);
    };
    Object.assign(window, { textOnCanvas: (canvas: HTMLCanvasElement) => drawn.get(canvas) ?? "" });
  });
}

/**
 * Opens a contest's page and stops its time. Answers what reads the whole seconds its countdown shows. As the server drew it
 * the countdown stands, and an answer that comes later would tell the stopped page the right time: both are waited for.
 */
export async function stopCountdown(page: Page, id: string): Promise<() => Promise<number>> {
  await page.clock.install();
  await page.goto(`/contest-details/${id}`);
  const left = async () => {
    const values = await page.getByRole("timer").locator(".cq-countdown-value").allInnerTexts();
    const [days = 0, hours = 0, min = 0, sec = 0] = values.map(Number);
    return ((days * 24 + hours) * 60 + min) * 60 + sec;
  };
  await expect(page.getByRole("timer")).toBeVisible();
  const drawn = await left();
  await expect.poll(left).not.toBe(drawn);
  await page.waitForLoadState("networkidle");
  const ticking = await left();
  await page.clock.pauseAt(Date.now() + 10_000);
  await expect.poll(left).toBeLessThan(ticking - 5);
  return left;
}

/** The characters of the captcha on the screen. {@link readCanvases} must have run before the page loaded. */
export async function captchaText(page: Page): Promise<string> {
  const read = () =>
    page
      .locator("canvas")
      .evaluate((canvas) => (window as unknown as { textOnCanvas: (canvas: unknown) => string }).textOnCanvas(canvas));
  let text = "";
  await expect.poll(async () => (text = await read()).length).toBe(6);
  return text;
}

/** Registers through the screen, captcha included. */
export async function register(page: Page, person: Person, photoUrl = ""): Promise<void> {
  await readCanvases(page);
  await page.goto("/register");
  await registerHere(page, person, photoUrl);
}

/** Fills and sends the registration form of the page that is open. {@link readCanvases} must have run before the page loaded. */
export async function registerHere(page: Page, { name, email, password }: Person, photoUrl = ""): Promise<void> {
  await page.locator("[name=full_name]").fill(name);
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("[name=photo_url]").fill(photoUrl);
  await page.locator("[name=captcha]").fill(await captchaText(page));
  await page.locator("[name=captcha]").blur();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(avatar(page)).toBeVisible();
}

/** Pays on the payment screen with the test card. */
export async function payWithTestCard(page: Page): Promise<void> {
  await page.locator("[name=card_number]").fill("4242 4242 4242 4242");
  await page.locator("[name=expiry]").fill("12/30");
  await page.locator("[name=cvc]").fill("123");
  await page.locator("[name=cardholder_name]").fill("Nusrat Jahan");
  await page.locator("main").getByRole("button", { name: /^pay/i }).click();
}

/** Fills in the form of Add Contest; the deadline stays as it is offered. */
export async function fillContestForm(page: Page, { deadline: _deadline, ...fields }: ContestFormInput): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const control = page.locator(`main [name="${name}"]`);
    if (typeof value === "boolean") await control.setChecked(value);
    else if ((await control.evaluate((element) => element.tagName)) === "SELECT")
      await control.selectOption(String(value));
    else await control.fill(String(value));
  }
}
