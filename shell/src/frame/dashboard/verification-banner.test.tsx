import { screen, waitFor } from "@testing-library/react";
import type { Account } from "@conquest/shared/contracts/users";
import { session } from "@conquest/shared/singletons/session-store";
import { fakeCredentials } from "@conquest/shared/testing/fake-credentials";
import { renderAt } from "@conquest/shared/testing/render-at";
import { sampleId } from "@conquest/shared/testing/samples";
import { VerificationBanner } from "./verification-banner";

beforeEach(() => {
  localStorage.clear();
  jest.spyOn(session, "credentials").mockResolvedValue(fakeCredentials());
});

const open = (account: Partial<Account>) => renderAt("/dashboard", VerificationBanner, { session: account });
const banner = () => screen.queryByRole("region", { name: "Email verification" });

it.each([true, undefined])(
  "is absent if the address is verified, or the server does not say: %s",
  (isEmailVerified) => {
    open({ isEmailVerified });
    expect(banner()).toBeNull();
  },
);

it("claims a sent link only after one was sent", async () => {
  const page = open({ isEmailVerified: false });
  expect(banner()).toHaveTextContent("Verify your email: we can send a link to rafi@example.com.");
  await page.user.click(screen.getByRole("button", { name: "Send link" }));
  await waitFor(() => expect(banner()).toHaveTextContent("Verify your email: we sent a link to rafi@example.com."));
  expect(screen.getByRole("button", { name: "Resend" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("We sent a link to rafi@example.com.");
});

it("stays dismissed for this account only", async () => {
  const [mina, rafi] = [
    { _id: sampleId(1), isEmailVerified: false },
    { _id: sampleId(2), isEmailVerified: false },
  ];
  const page = open(mina);
  await page.user.click(screen.getByRole("button", { name: "Hide this message" }));
  expect(banner()).toBeNull();
  page.unmount();
  const again = open(mina);
  expect(banner()).toBeNull();
  again.unmount();
  open(rafi);
  expect(banner()).toBeVisible();
});
