import { act, screen, waitFor } from "@testing-library/react";
import { IdentityError, type Credentials, type IdentityProvider } from "@conquest/shared/singletons/identity";
import { provideIdentity, useSession } from "@conquest/shared/singletons/session-store";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { getUser } from "@conquest/shared/contracts/users";
import { fakeCredentials } from "@conquest/shared/testing/fake-credentials";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

const user = { uid: "uid-1", displayName: "Rafi Ahmed", email: "rafi@example.com", photoURL: null, metadata: {} };

function provide(credentials: Partial<Credentials>, provider: Partial<IdentityProvider> = {}): void {
  provideIdentity({
    onChange: () => () => undefined,
    idToken: () => Promise.resolve("token"),
    register: () => Promise.resolve(user),
    signIn: () => Promise.resolve(user),
    signInWithGoogle: () => Promise.resolve(user),
    updateProfile: () => Promise.resolve(user),
    signOut: () => Promise.resolve(),
    credentials: () => Promise.resolve(fakeCredentials(credentials)),
    ...provider,
  });
}

const opens = [stub(createSession, { success: true }), stub(saveUser, aUser()), stub(endSession, { success: true })];
const open = (search: string, session: Parameters<typeof renderAt>[2] = {}) =>
  renderAt(`/account_action${search}`, PublicRoutes, { answers: opens, ...session });

describe("the password reset", () => {
  const link = "?mode=resetPassword&oobCode=code-1";

  it("changes the password and signs the user in with it", async () => {
    const reset = jest.fn(() => Promise.resolve());
    const signIn = jest.fn(() => Promise.resolve(user));
    provide({ resetPassword: reset }, { signIn });
    const page = open(link);
    expect(await screen.findByText("rafi@example.com")).toBeVisible();
    await page.user.type(screen.getByLabelText("New password"), "a-new-one");
    await page.user.click(screen.getByRole("button", { name: "Save new password" }));
    expect(await screen.findByText("Password changed")).toBeVisible();
    expect(screen.getByText(/logged out everywhere else/)).toBeVisible();
    expect(reset).toHaveBeenCalledWith("code-1", "a-new-one");
    expect(signIn).toHaveBeenCalledWith("rafi@example.com", "a-new-one");
  });

  it("changes the password even if signing in fails", async () => {
    provide({}, { signIn: () => Promise.reject(new IdentityError("auth/network-request-failed", "No connection.")) });
    const page = open(link);
    await page.user.type(await screen.findByLabelText("New password"), "a-new-one");
    await page.user.click(screen.getByRole("button", { name: "Save new password" }));
    expect(await screen.findByRole("link", { name: "Go to login" })).toHaveAttribute("href", "/login");
  });

  it("rejects a short password before sending it", async () => {
    const resetPassword = jest.fn(() => Promise.resolve());
    provide({ resetPassword });
    const page = open(link);
    await page.user.type(await screen.findByLabelText("New password"), "abc");
    await page.user.click(screen.getByRole("button", { name: "Save new password" }));
    expect(await screen.findByText("Use at least 6 characters for your password.")).toBeVisible();
    expect(resetPassword).not.toHaveBeenCalled();
  });

  it("shows the provider's password rule at the field and keeps the input", async () => {
    const rule = "Password must contain a numeric character.";
    provide({
      resetPassword: () => Promise.reject(new IdentityError("auth/password-does-not-meet-requirements", rule)),
    });
    const page = open(link);
    await page.user.type(await screen.findByLabelText("New password"), "abcdef");
    await page.user.click(screen.getByRole("button", { name: "Save new password" }));
    expect(await screen.findByText(rule)).toBeVisible();
    expect(screen.getByLabelText("New password")).toHaveValue("abcdef");
  });

  it("requires a new password", async () => {
    provide({});
    const page = open(link);
    await page.user.click(await screen.findByRole("button", { name: "Save new password" }));
    expect(await screen.findByText("Enter a new password.")).toBeVisible();
  });

  it.each(["auth/expired-action-code", "auth/invalid-action-code"])(
    "offers to send a new link if the link is no longer valid: %s",
    async (code) => {
      provide({ readLetter: () => Promise.reject(new IdentityError(code, "This link is old.")) });
      open(link);
      expect(await screen.findByRole("alert")).toHaveTextContent("This link is old.");
      expect(screen.getByRole("link", { name: "Send a new link" })).toHaveAttribute("href", "/forgot_password");
      expect(screen.queryByLabelText("New password")).not.toBeInTheDocument();
    },
  );

  it("offers a new link if the link was used in another window", async () => {
    provide({
      resetPassword: () => Promise.reject(new IdentityError("auth/invalid-action-code", "This link was already used.")),
    });
    const page = open(link);
    await page.user.type(await screen.findByLabelText("New password"), "a-new-one");
    await page.user.click(screen.getByRole("button", { name: "Save new password" }));
    expect(await screen.findByRole("link", { name: "Send a new link" })).toBeVisible();
  });

  it("retries after the provider was unreachable", async () => {
    let tries = 0;
    provide({
      readLetter: () =>
        (tries += 1) === 1
          ? Promise.reject(new IdentityError("auth/network-request-failed", "No connection."))
          : Promise.resolve({ email: "rafi@example.com", newEmail: null }),
    });
    const page = open(link);
    expect(await screen.findByText("No connection.")).toBeVisible();
    await page.user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByLabelText("New password")).toBeVisible();
  });
});

describe("an email address change", () => {
  it.each([
    ["verifyEmail", "rafi@example.com", "Verify email", "Email address verified", "Your email address"],
    ["verifyAndChangeEmail", "new@example.com", "Use this email", "Email address changed", "Your new email address"],
    [
      "recoverEmail",
      "rafi@example.com",
      "Restore my old email",
      "Email address restored",
      "Your previous email address",
    ],
  ])(
    "is applied only after confirmation, under an unchanged heading: %s",
    async (mode, address, button, done, title) => {
      const apply = jest.fn(() => Promise.resolve());
      provide({ applyLetter: apply });
      const page = open(`?mode=${mode}&oobCode=code-2`);
      expect(await screen.findByText(address)).toBeVisible();
      expect(apply).not.toHaveBeenCalled();
      await page.user.click(screen.getByRole("button", { name: button }));
      expect(await screen.findByText(done)).toBeVisible();
      expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
      expect(apply).toHaveBeenCalledWith("code-2");
    },
  );

  it("tells the server that the address is verified, without a new login", async () => {
    provide({ verifiedToken: () => Promise.resolve("verified token") });
    const page = open("?mode=verifyEmail&oobCode=code-5", {
      session: { email: "rafi@example.com", isEmailVerified: false },
      answers: [...opens, stub(getUser, aUser({ isEmailVerified: true }))],
    });
    await page.user.click(await screen.findByRole("button", { name: "Verify email" }));
    expect(await screen.findByRole("link", { name: "Go to your dashboard" })).toHaveAttribute("href", "/dashboard");
    expect(page.calls.map(({ endpoint }) => endpoint)).toEqual([createSession, getUser]);
    expect(useSession.getState().account?.isEmailVerified).toBe(true);
  });

  it("is verified for another account without touching this session", async () => {
    const verifiedToken = jest.fn(() => Promise.resolve("verified token"));
    provide({ verifiedToken });
    const page = open("?mode=verifyEmail&oobCode=code-6", { session: { email: "mina@example.com" } });
    await page.user.click(await screen.findByRole("button", { name: "Verify email" }));
    expect(await screen.findByText("Email address verified")).toBeVisible();
    expect(verifiedToken).not.toHaveBeenCalled();
    expect(page.calls).toEqual([]);
  });

  it("signs out the session of the previous address", async () => {
    provide({});
    const page = open("?mode=verifyAndChangeEmail&oobCode=code-3", { session: { email: "rafi@example.com" } });
    await page.user.click(await screen.findByRole("button", { name: "Use this email" }));
    expect(await screen.findByText("Email address changed")).toBeVisible();
    expect(page.calls.map(({ endpoint }) => endpoint)).toContain(endSession);
  });

  it("signs out the session of the previous address if the session loads later", async () => {
    provide({});
    const page = open("?mode=verifyAndChangeEmail&oobCode=code-3", { session: { email: "rafi@example.com" } });
    const button = await screen.findByRole("button", { name: "Use this email" });
    const known = useSession.getState();
    act(() => useSession.setState({ phase: "loading", user: null, account: null }));
    await page.user.click(button);
    act(() => useSession.setState(known));
    expect(await screen.findByText("Email address changed")).toBeVisible();
    expect(page.calls.map(({ endpoint }) => endpoint)).toContain(endSession);
  });

  it("shows an error without signing out if the address is taken", async () => {
    provide({
      applyLetter: () =>
        Promise.reject(new IdentityError("auth/email-already-in-use", "An account with this email already exists.")),
    });
    const page = open("?mode=verifyAndChangeEmail&oobCode=code-4", { session: {} });
    await page.user.click(await screen.findByRole("button", { name: "Use this email" }));
    expect(await screen.findByText("An account with this email already exists.")).toBeVisible();
    expect(page.calls).toEqual([]);
  });
});

it.each(["", "?mode=resetPassword", "?mode=somethingElse&oobCode=code", "?mode=toString&oobCode=code"])(
  "reports an incomplete link and offers a new one: %s",
  async (search) => {
    provide({});
    open(search);
    expect(await screen.findByText(/This link is incomplete/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Send a new link" })).toHaveAttribute("href", "/forgot_password");
  },
);

describe("requesting a reset link", () => {
  const ask = async (sendPasswordReset: Credentials["sendPasswordReset"], typed = "rafi@example.com") => {
    provide({ sendPasswordReset });
    const page = renderAt("/forgot_password", PublicRoutes);
    await page.user.type(screen.getByLabelText("Email"), typed);
    await page.user.click(screen.getByRole("button", { name: "Send link" }));
    return page;
  };

  it("shows the same confirmation for every address and allows resending", async () => {
    const send = jest.fn(() => Promise.resolve());
    await ask(send);
    expect(await screen.findByText(/If rafi@example.com has a password with us/)).toBeVisible();
    expect(send).toHaveBeenCalledWith("rafi@example.com");
    expect(screen.getByRole("button", { name: "Send again" })).toBeVisible();
  });

  it("shows an error after too many requests", async () => {
    await ask(() =>
      Promise.reject(
        new IdentityError("auth/too-many-requests", "Too many attempts. Wait a few minutes and try again."),
      ),
    );
    expect(await screen.findByRole("alert")).toHaveTextContent("Wait a few minutes");
    expect(screen.getByLabelText("Email")).toHaveValue("rafi@example.com");
  });

  it("sends nothing for an invalid address", async () => {
    const send = jest.fn(() => Promise.resolve());
    await ask(send, "rafi");
    expect(await screen.findByText("Enter an email address like name@example.com")).toBeVisible();
    expect(send).not.toHaveBeenCalled();
  });

  it("is linked from the login page", () => {
    provide({});
    renderAt("/login", PublicRoutes);
    expect(screen.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute("href", "/forgot_password");
  });
});

describe("the account deletion page", () => {
  const arrive = async (left: string) => {
    const signOut = jest.fn(() => Promise.resolve());
    provide({}, { signOut });
    const page = renderAt("/about", PublicRoutes, { session: { _id: "me" }, answers: opens });
    act(() => void page.go("/account_deleted", { state: { left } }));
    expect(await screen.findByRole("heading", { level: 1, name: "Account deleted" })).toBeVisible();
    return { page, signOut };
  };

  it("names the refund", async () => {
    const { page } = await arrive("me");
    expect(screen.getByText(/^All refunds that were due have been made\./)).toBeVisible();
    act(() => void page.go("/account_deleted", { state: { left: "me", refunded: { count: 1, total: 3000 } } }));
    expect(await screen.findByText(/^We refunded ৳3,000 for 1 contest\./)).toBeVisible();
  });

  it("signs out the deleted account", async () => {
    const { signOut } = await arrive("me");
    await waitFor(() => expect(signOut).toHaveBeenCalled());
  });

  it("leaves another account signed in", async () => {
    const { page, signOut } = await arrive("somebody-before");
    expect(signOut).not.toHaveBeenCalled();
    expect(page.calls).toEqual([]);
  });
});
