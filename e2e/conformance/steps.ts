import type { Locator, Page } from "@playwright/test";
import { waitForHydration } from "../hydration";
import { captchaText, readCanvases } from "../site";
import { answerWith, field } from "../signed-in";

export const main = (page: Page) => page.locator("main");
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const banner = (page: Page) => page.getByRole("banner");
export const rowOf = (page: Page, text: string) => main(page).getByRole("row").filter({ hasText: text });
export const submit = (page: Page, name: string | RegExp) =>
  main(page).getByRole("button", { name, exact: typeof name === "string" });

/** Fills form controls, given by name. */
export async function fillIn(scope: Page | Locator, texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await field(scope, name).fill(text);
}

/** Opens the registration form so that its captcha can be read. */
export async function openRegister(page: Page): Promise<void> {
  await readCanvases(page);
  await page.goto("/register");
}

/** Answers the captcha, correctly if no answer is given. */
export async function answerCaptcha(page: Page, answer?: string): Promise<void> {
  await field(page, "captcha").fill(answer ?? (await captchaText(page)));
  await field(page, "captcha").blur();
}

/** Navigates on the client from the login page, so that none of the page's data is in the HTML. */
export async function followLink(page: Page, name: string): Promise<void> {
  await page.goto("/login");
  await waitForHydration(page);
  await banner(page).getByRole("link", { name, exact: true }).click();
}

/** Opens an admin's list of contests and returns the row of one. */
export async function openContestRow(page: Page, name: string): Promise<Locator> {
  await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
  return rowOf(page, name);
}

/** Answers requests with an error of the API. */
export const failWith = (page: Page, address: string | RegExp, status: number, message: string, code = "failed") =>
  answerWith(page, address, { error: { code, message } }, status);

/** Answers requests as the server does if the session has ended. */
export const endSession = (page: Page, address: string, status: number) =>
  failWith(page, address, status, "Your session has ended.", "no_session");

/** The form of a payment with a card. */
export const CARD = { expiry: "12/30", cvc: "123", cardholder_name: "Nusrat Jahan" };

/** Answers requests for a picture, in any size, with 404. */
export const failToLoad = (page: Page, picture: string) =>
  page.route(
    ({ pathname }) => pathname === picture,
    (route) => route.fulfill({ status: 404 }),
  );
