import { act, screen, waitFor } from "@testing-library/react";
import {
  getContestDetails,
  getSiteTotals,
  listBestCreators,
  listFeaturedContests,
  listPopularContests,
} from "@conquest/shared/contracts/listing";
import { listWinners } from "@conquest/shared/contracts/winners";
import { createSession, saveUser } from "@conquest/shared/contracts/session";
import { IdentityError, type IdentityProvider, type IdentityUser } from "@conquest/shared/singletons/identity";
import { provideIdentity, useSession } from "@conquest/shared/singletons/session-store";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, aUser } from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../routes";

const rafi: IdentityUser = {
  uid: "uid-1",
  displayName: "Rafi Ahmed",
  email: "rafi@example.com",
  photoURL: null,
  metadata: {},
};

const aProvider = (overrides: Partial<IdentityProvider> = {}): IdentityProvider => ({
  onChange: () => () => undefined,
  idToken: () => Promise.resolve("token"),
  register: () => Promise.resolve(rafi),
  signIn: () => Promise.resolve(rafi),
  signInWithGoogle: () => Promise.resolve(rafi),
  updateProfile: () => Promise.resolve(rafi),
  signOut: () => Promise.resolve(),
  ...overrides,
});

const home = [
  stub(getSiteTotals, { openCount: 0, prizeTotal: 0, entryCount: 0 }),
  stub(listFeaturedContests, []),
  stub(listPopularContests, []),
  stub(listWinners, []),
  stub(listBestCreators, []),
];
const answers = [stub(createSession, { success: true }), stub(saveUser, aUser()), ...home];

async function fillIn(user: ReturnType<typeof renderAt>["user"]) {
  await user.type(screen.getByLabelText("Email"), "rafi@example.com");
  await user.type(screen.getByLabelText("Password"), "Conquest-2026");
}
const submit = () => screen.getByRole("button", { name: "Login" });

describe("the login page", () => {
  it("names its fields email and password", () => {
    renderAt("/login", PublicRoutes);
    expect(screen.getByLabelText("Email")).toHaveAttribute("name", "email");
    expect(screen.getByLabelText("Password")).toHaveAttribute("name", "password");
    expect(screen.getByRole("link", { name: "Register" })).toHaveAttribute("href", "/register");
  });

  it("says how to run contests to users who came for that", () => {
    renderAt(`/login?from=${encodeURIComponent("/dashboard/profile#apply")}`, PublicRoutes);
    expect(screen.getByText("To run contests, log in and request to become a creator.")).toBeVisible();
  });

  it("takes the typed email to the page for a new password", async () => {
    const { user, address } = renderAt("/login", PublicRoutes);
    await user.type(screen.getByLabelText("Email"), "rafi@example.com");
    await user.click(screen.getByRole("link", { name: "Forgot your password?" }));
    expect(address()).toBe("/forgot_password");
    expect(await screen.findByLabelText("Email")).toHaveValue("rafi@example.com");
  });

  it("shows the contest the user comes from, with its cost", async () => {
    const contest = aContestDetails({ name: "Posters for the book fair", prize: 125000, amountDue: 500 });
    renderAt(`/login?from=/contest-details/${contest._id}/payment`, PublicRoutes, {
      answers: [stub(getContestDetails, contest)],
    });
    const art = await screen.findByRole("complementary", { name: "The contest you were viewing" });
    expect(art).toHaveTextContent(/Posters for the book fair.*৳1,25,000.*৳500/);
  });

  it("loads no contest if the user comes from another page", () => {
    renderAt("/login?from=/all_contests", PublicRoutes);
    expect(screen.getByText("Compete. Create. Conquer.")).toBeVisible();
  });

  it.each([
    ["/login?from=/all_contests?q=a", "/login?from=%2Fall_contests%3Fq%3Da"],
    ["/login", "/login"],
  ])("at %s explains how to leave another app's browser", async (address, copied) => {
    const { user } = renderAt(address, PublicRoutes);
    const [button, title] = [
      screen.getByRole("button", { name: "Continue with Google" }),
      screen.getByText("Google login doesn’t work in this app"),
    ];
    // The attribute set by the shell decides which of them is visible.
    expect(button).toHaveClass("pu:in-data-in-app:hidden");
    expect(title.closest(".pu\\:in-data-in-app\\:block")).toHaveClass("pu:hidden");
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(location.origin + copied);
  });

  it("prepares the sign-in service on the first interaction", async () => {
    const prepare = jest.fn();
    provideIdentity(aProvider({ prepare }));
    const { user } = renderAt("/login", PublicRoutes);
    expect(prepare).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText("Email"), "rafi");
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it("shows the form before the session is known and keeps it while signing in", async () => {
    const { user } = renderAt("/login", PublicRoutes, { session: "loading" });
    await user.type(screen.getByLabelText("Email"), "rafi@example.com");
    act(() => useSession.setState({ phase: "signed-out" }));
    act(() => useSession.setState({ phase: "loading" }));
    expect(screen.getByLabelText("Email")).toHaveValue("rafi@example.com");
  });

  it("allows signing in while the session is delayed, with a note", async () => {
    renderAt("/login", PublicRoutes, { session: "loading" });
    act(() => useSession.setState({ delayedBecause: "We couldn't reach the server." }));
    expect(screen.getByText("We couldn't log you in yet")).toBeVisible();
    expect(screen.getByLabelText("Email")).toBeVisible();
    expect(screen.queryByText("Your session has ended")).not.toBeInTheDocument();
  });

  it("explains a lost sign-in only if the provider signed the user out", () => {
    renderAt("/login", PublicRoutes);
    expect(screen.queryByText("Your session has ended")).not.toBeInTheDocument();
    act(() => useSession.setState({ isLost: true }));
    expect(
      screen.getByText(
        /another tab or on another device, your password or email changed, or your account was deleted\.$/,
      ),
    ).toBeVisible();
  });

  it("requires both fields", async () => {
    const { user } = renderAt("/login", PublicRoutes);
    await user.click(submit());
    expect(await screen.findAllByText("This field is required")).toHaveLength(2);
  });

  it("shows progress, then the signed-in user, and goes to the home page", async () => {
    let letIn: (user: IdentityUser) => void = () => undefined;
    provideIdentity(aProvider({ signIn: () => new Promise((resolve) => (letIn = resolve)) }));
    const { user, address } = renderAt("/login", PublicRoutes, { answers });
    await fillIn(user);
    await user.click(submit());
    expect(await screen.findByText("Signing in...")).toBeVisible();

    letIn(rafi);
    expect(await screen.findByText("Signed in as Rafi Ahmed!")).toBeVisible();
    expect(screen.queryByText("Signing in...")).not.toBeInTheDocument();
    await waitFor(() => expect(address()).toBe("/"));
    await screen.findByRole("heading", { name: "Popular Contests" });
  });

  it("returns to the requested page", async () => {
    provideIdentity(aProvider());
    const { user, address } = renderAt("/login?from=%2Fterms%3Fx%3D1", PublicRoutes, { answers });
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(address()).toBe("/terms?x=1"));
  });

  it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "never redirects to another site: %s",
    async (from) => {
      const { address } = renderAt(`/login?from=${encodeURIComponent(from)}`, PublicRoutes, {
        session: {},
        answers: home,
      });
      await waitFor(() => expect(address()).toBe("/"));
      await screen.findByRole("heading", { name: "Popular Contests" });
    },
  );

  it("shows the provider's error and keeps the input", async () => {
    provideIdentity(
      aProvider({
        signIn: () => Promise.reject(new IdentityError("auth/invalid-credential", "Wrong email or password.")),
      }),
    );
    const { user } = renderAt("/login", PublicRoutes);
    await fillIn(user);
    await user.click(submit());
    expect(await screen.findByRole("alert")).toHaveTextContent("Wrong email or password.");
    expect(screen.getByRole("list", { name: "Toasts" })).toHaveTextContent("Wrong email or password.");
    expect(screen.getByLabelText("Email")).toHaveValue("rafi@example.com");
    expect(screen.getByLabelText("Password")).toHaveValue("Conquest-2026");
  });

  it("signs in with Google and returns to the requested page", async () => {
    provideIdentity(aProvider());
    const { user, address } = renderAt("/login?from=%2Fabout", PublicRoutes, { answers });
    await user.click(screen.getByRole("button", { name: /Google/ }));
    expect(await screen.findByText("Signed In as Rafi Ahmed")).toBeVisible();
    await waitFor(() => expect(address()).toBe("/about"));
  });

  it("shows why the Google sign-in failed", async () => {
    provideIdentity(
      aProvider({
        signInWithGoogle: () =>
          Promise.reject(new IdentityError("auth/popup-blocked", "Your browser blocked the Google window.")),
      }),
    );
    const { user } = renderAt("/login", PublicRoutes);
    await user.click(screen.getByRole("button", { name: /Google/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Your browser blocked the Google window.");
  });

  it("shows why the last session ended", () => {
    renderAt("/login", PublicRoutes);
    act(() => useSession.setState({ endedBecause: "Your session has expired. Log in again." }));
    expect(screen.getByText("Your session has expired. Log in again.")).toBeVisible();
  });

  it("shows the block reason with a contact link and shortens the toast", async () => {
    const because = `Your account is blocked. Contact us if you think this is a mistake. Reason: ${"The same advertisement again. ".repeat(10).trim()}`;
    provideIdentity(aProvider());
    const { user } = renderAt("/login", PublicRoutes, { answers: [stubError(createSession, 403, "blocked", because)] });
    await user.click(screen.getByRole("button", { name: /Google/ }));
    expect(await screen.findByText(because)).toBeVisible();
    expect(screen.getByRole("link", { name: "Contact us" })).toHaveAttribute("href", "/contact_us");
    expect(screen.getByText(`${because.slice(0, 140)}…`)).toBeVisible();
  });

  it("shows the reason with a contact link after a redirect", () => {
    renderAt("/login", PublicRoutes);
    act(() => useSession.setState({ endedBecause: "This account was removed. Contact us. Reason: Spam." }));
    expect(screen.getByText(/^This account was removed\. Contact us\. Reason: Spam\./)).toBeVisible();
    expect(screen.getByRole("link", { name: "Contact us" })).toBeVisible();
  });
});
