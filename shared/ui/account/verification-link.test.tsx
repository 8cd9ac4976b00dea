import { act, screen, waitFor } from "@testing-library/react";
import { createSession } from "@conquest/shared/contracts/session";
import { getUser } from "@conquest/shared/contracts/users";
import { IdentityError, type Credentials } from "@conquest/shared/singletons/identity";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { fakeCredentials } from "@conquest/shared/testing/fake-credentials";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser, sampleId } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import { VerificationLink } from "@conquest/shared/ui/account/verification-link";

const MINUTE_MS = 60_000;
let now = Date.UTC(2026, 2, 1);

beforeEach(() => {
  localStorage.clear();
  jest.spyOn(Date, "now").mockImplementation(() => now);
});

function open(credentials: Partial<Credentials> = {}, accountId = sampleId(10)) {
  jest.spyOn(session, "credentials").mockResolvedValue(fakeCredentials(credentials));
  const page = renderAt("/", () => <VerificationLink label="Resend" />, {
    session: { _id: accountId, isEmailVerified: false },
    answers: [stub(createSession, { success: true }), stub(getUser, aUser({ isEmailVerified: true }))],
  });
  const status = () => screen.getByRole("status");
  const resend = async (outcome: RegExp) => {
    await page.user.click(screen.getByRole("button", { name: "Resend" }));
    await waitFor(() => expect(status()).toHaveTextContent(outcome));
  };
  return { ...page, resend };
}

it("sends at most three links an hour per account", async () => {
  const sendVerification = jest.fn(() => Promise.resolve());
  const page = open({ sendVerification });
  for (let nth = 0; nth < 3; nth += 1) {
    await page.resend(/^We sent a link to rafi@example.com\. Nothing there\? Check your spam folder\.$/);
    now += 10 * MINUTE_MS;
  }
  await page.resend(/^You can get 3 links an hour\. Try again in 30 minutes\.$/);
  now += 29.5 * MINUTE_MS;
  await page.resend(/Try again in 1 minute\.$/);
  expect(sendVerification).toHaveBeenCalledTimes(3);
  now += MINUTE_MS;
  await page.resend(/^We sent a link/);
  await page.resend(/Try again in 10 minutes\.$/);
  expect(sendVerification).toHaveBeenCalledTimes(4);
  page.unmount();
  await open({ sendVerification }, sampleId(11)).resend(/^We sent a link/);
  expect(sendVerification).toHaveBeenCalledTimes(5);
});

it("shows the provider's refusal and does not count it", async () => {
  const refused = () => Promise.reject(new IdentityError("auth/too-many-requests", "Too many attempts. Wait."));
  const sendVerification = jest.fn(refused);
  const page = open({ sendVerification });
  for (let nth = 0; nth < 4; nth += 1) await page.resend(/^Too many attempts\. Wait\.$/);
  sendVerification.mockResolvedValue(undefined as never);
  await page.resend(/^We sent a link/);
});

it("limits links without storage", async () => {
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  const page = open({}, sampleId(12));
  for (let nth = 0; nth < 3; nth += 1) await page.resend(/^We sent a link/);
  await page.resend(/^You can get 3 links an hour/);
});

it("sends nothing if the address was verified elsewhere, and tells the server", async () => {
  const sendVerification = jest.fn(() => Promise.resolve());
  const page = open({ sendVerification, verifiedToken: () => Promise.resolve("verified token") });
  await page.resend(/^Your email is verified\.$/);
  expect(sendVerification).not.toHaveBeenCalled();
  expect(page.calls.map(({ endpoint }) => endpoint)).toEqual([createSession, getUser]);
  expect(useSession.getState().account?.isEmailVerified).toBe(true);
});

it("notices a link opened in another tab once this one is shown again", async () => {
  let token: string | null = null;
  const verifiedToken = jest.fn(() => Promise.resolve(token));
  const page = open({ verifiedToken });
  const showAgain = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));
  showAgain();
  expect(verifiedToken).not.toHaveBeenCalled();
  await page.resend(/^We sent a link/);
  token = "verified token";
  showAgain();
  await waitFor(() => expect(useSession.getState().account?.isEmailVerified).toBe(true));
});
