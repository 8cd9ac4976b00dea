import { test as base, expect, type Browser, type Page } from "@playwright/test";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import type { Person } from "./people";

export { expect };

/** Allows an expected console message, such as the browser's own error for a 404 response. */
export type Forgive = (pattern: RegExp) => void;

export interface Fixtures {
  /** Runs `act` after the test's pages are closed, because an open page may still request the test's data. */
  afterwards: (act: () => Promise<unknown>) => void;
  forgive: Forgive;
  another: () => Promise<Page>;
}

export function watch(page: Page, messages: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      messages.push(`${message.type()}: ${message.text()} (${message.location().url} on ${page.url()})`);
  });
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message} (${page.url()})`));
}

/** Fails every test that logs an unexpected console error or warning. */
export const test = base.extend<Fixtures>({
  forgive: async ({}, provide, info) => {
    await provide((pattern) => info.annotations.push({ type: "forgive", description: pattern.source }));
  },
  afterwards: async ({}, provide) => {
    const acts: (() => Promise<unknown>)[] = [];
    await provide((act) => acts.unshift(act));
    for (const act of acts) await act();
  },
  // These two fixtures depend on `afterwards` so that they are torn down before it.
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

export function unforgiven(messages: string[], annotations: { type: string; description?: string }[]): string[] {
  const patterns = annotations
    .filter(({ type }) => type === "forgive")
    .map(({ description }) => new RegExp(description ?? ""));
  return messages.filter((message) => !patterns.some((pattern) => pattern.test(message)));
}

/** Signs in through the login page and waits for the account menu; `siteUrl` selects another site. */
export async function signIn(page: Page, person: Person, siteUrl = ""): Promise<void> {
  await page.goto(`${siteUrl}/login`);
  await fillLogin(page, person);
  await expect(avatar(page)).toBeVisible();
}

/** Opens `address` through the login page. */
export async function openAs(page: Page, person: Person, address: string): Promise<void> {
  await page.goto(`/login?from=${encodeURIComponent(address)}`);
  await fillLogin(page, person);
  await expect(page).toHaveURL(address);
}

export async function fillLogin(page: Page, { email, password }: Person): Promise<void> {
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page
    .locator("main")
    .getByRole("button", { name: /^(login|sign in)$/i })
    .click();
}

export const avatar = (page: Page) => page.getByRole("button", { name: /account menu/i });

/** Records text that the page draws on a canvas, to read the captcha. */
export async function readCanvases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = new WeakMap<HTMLCanvasElement, string>();
    const { fillText } = CanvasRenderingContext2D.prototype;
    const width = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width")!;
    // Setting the width of a canvas clears it.
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
 * Opens a contest page, pauses its clock and returns a reader for the seconds of its countdown. Waits for hydration, which
 * starts the countdown, and for late responses, which would correct the paused clock.
 */
export async function stopCountdown(page: Page, id: string): Promise<() => Promise<number>> {
  await page.clock.install();
  await page.goto(`/contest-details/${id}`);
  const remainingSeconds = async () => {
    const values = await page.getByRole("timer").locator(".cq-countdown-value").allInnerTexts();
    const [days = 0, hours = 0, min = 0, sec = 0] = values.map(Number);
    return ((days * 24 + hours) * 60 + min) * 60 + sec;
  };
  await expect(page.getByRole("timer")).toBeVisible();
  const initial = await remainingSeconds();
  await expect.poll(remainingSeconds).not.toBe(initial);
  await page.waitForLoadState("networkidle");
  const ticking = await remainingSeconds();
  await page.clock.pauseAt(Date.now() + 10_000);
  await expect.poll(remainingSeconds).toBeLessThan(ticking - 5);
  return remainingSeconds;
}

/** Reads the captcha. {@link readCanvases} must be called before the page loads. */
export async function captchaText(page: Page): Promise<string> {
  const read = () =>
    page
      .locator("canvas")
      .evaluate((canvas) => (window as unknown as { textOnCanvas: (canvas: unknown) => string }).textOnCanvas(canvas));
  let text = "";
  await expect.poll(async () => (text = await read()).length).toBe(6);
  return text;
}

export async function register(page: Page, person: Person, photoUrl = ""): Promise<void> {
  await readCanvases(page);
  await page.goto("/register");
  await registerHere(page, person, photoUrl);
}

/** Submits the registration form of the current page. {@link readCanvases} must be called before the page loads. */
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

export async function payWithTestCard(page: Page): Promise<void> {
  await page.locator("[name=card_number]").fill("4242 4242 4242 4242");
  await page.locator("[name=expiry]").fill("12/30");
  await page.locator("[name=cvc]").fill("123");
  await page.locator("[name=cardholder_name]").fill("Nusrat Jahan");
  await page.locator("main").getByRole("button", { name: /^pay/i }).click();
}

/** The steps of the Add Contest form and their fields, except the deadline. */
const STEPS = {
  Basics: ["name", "image", "description"],
  "Task and judging": ["task", "tags", "criteria", "hidesNames"],
  "Prize and deadline": ["registrationPrice", "prize"],
} as const;

export const openStep = (page: Page, name: keyof typeof STEPS | "Check and submit") =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name }).click();

/** Fills the Add Contest form but keeps the suggested deadline, whose step is then open. */
export async function fillContestForm(page: Page, form: ContestFormInput): Promise<void> {
  for (const [step, names] of Object.entries(STEPS)) {
    await openStep(page, step as keyof typeof STEPS);
    for (const name of names) {
      const value = form[name];
      const control = page.locator(`main [name="${name}"]`);
      if (value === undefined) continue;
      if (typeof value === "boolean") await control.setChecked(value);
      else if (name === "tags") await control.selectOption(String(value));
      else await control.fill(String(value));
    }
  }
}

/** Submits the Add Contest form. */
export async function addContest(page: Page): Promise<void> {
  await openStep(page, "Check and submit");
  await page.locator("main").getByRole("button", { name: "Add Contest", exact: true }).click();
}

/** Chooses from the menu of the first contest in a creator's list. */
export async function chooseContestAction(page: Page, action: string): Promise<void> {
  await page
    .locator("main")
    .getByRole("button", { name: /^More actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}
