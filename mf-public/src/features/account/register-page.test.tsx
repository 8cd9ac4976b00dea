import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createSession, saveUser } from "@conquest/shared/contracts/session";
import {
  IdentityError,
  type IdentityProvider,
  type IdentityUser,
  type Registration,
} from "@conquest/shared/singletons/identity";
import { provideIdentity, session } from "@conquest/shared/singletons/session-store";
import { fakeCredentials } from "@conquest/shared/testing/fake-credentials";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser } from "@conquest/shared/testing/samples";
import { installStubs, stubError, stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../routes";

const person: IdentityUser = {
  uid: "uid-1",
  displayName: "Mina Das",
  email: "mina@example.com",
  photoURL: null,
  metadata: {},
};

function provide(
  register: (registration: Registration) => Promise<IdentityUser>,
  signIn: IdentityProvider["signIn"] = () => Promise.reject(new Error("not asked for here")),
  onChange: IdentityProvider["onChange"] = () => () => undefined,
) {
  const provider: IdentityProvider = {
    onChange,
    idToken: () => Promise.resolve("token"),
    register,
    signIn,
    signInWithGoogle: () => Promise.resolve(person),
    updateProfile: () => Promise.resolve(person),
    signOut: () => Promise.resolve(),
  };
  provideIdentity(provider);
}

const answers = [stub(createSession, { success: true }), stub(saveUser, aUser({ name: "Mina Das" }))];

/** Text drawn on the captcha's canvas, recorded by a fake context because jsdom cannot draw. */
let drawn: string[] = [];

beforeEach(() => {
  drawn = [];
  sessionStorage.clear();
  const context = new Proxy(
    {},
    {
      get: (_, act) => (act === "fillText" ? (letter: string) => drawn.push(letter) : () => undefined),
      set: () => true,
    },
  );
  jest.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as unknown as RenderingContext);
});

const shownCaptcha = () => drawn.slice(-6).join("");
const captcha = () => screen.getByLabelText("Captcha");
const registerButton = () => screen.getByRole("button", { name: "Register" });
const toasts = () => screen.getByRole("list", { name: "Toasts" });

async function fillIn(user: ReturnType<typeof renderAt>["user"]) {
  await user.type(screen.getByLabelText("Full name"), "Mina Das");
  await user.type(screen.getByLabelText("Email"), "mina@example.com");
  await user.type(screen.getByLabelText("Password"), "Secret-123");
}

describe("the register page", () => {
  it("explains how to leave another app's browser, with the return path", async () => {
    const { user } = renderAt("/register?from=/all_contests", PublicRoutes);
    expect(
      screen.getByText("Google login doesn’t work in this app").closest(".pu\\:in-data-in-app\\:block"),
    ).toHaveClass("pu:hidden");
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/register?from=%2Fall_contests`);
  });

  it("names its fields as specified", () => {
    renderAt("/register", PublicRoutes);
    const names = Array.from(document.querySelectorAll("form [name]"), (field) => field.getAttribute("name"));
    expect(names).toEqual(["full_name", "email", "photo_url", "password", "captcha"]);
    expect(screen.getByRole("link", { name: "Login" })).toHaveAttribute("href", "/login");
  });

  it("rates the password as advice, and links the terms", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    const password = screen.getByLabelText("Password");
    expect(password).toHaveAccessibleDescription("At least 6 characters.");
    await user.type(password, "123456");
    await screen.findByText("Strength: weak.");
    expect(password).toHaveAccessibleDescription(/Strength: weak\. Leave out “12345”, which is easy to guess\.$/);
    await user.clear(password);
    await user.type(password, "river boat lamp");
    expect(password).toHaveAccessibleDescription("At least 6 characters. Strength: strong.");
    expect(screen.getByRole("link", { name: "Terms of use" })).toHaveAttribute("href", "/terms");
  });

  it("enables Register once the captcha is right", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    expect(registerButton()).toBeDisabled();
    expect(registerButton()).toHaveAccessibleDescription("Enter the captcha to register.");
    await user.type(captcha(), shownCaptcha().slice(0, 5));
    expect(registerButton()).toBeDisabled();
    await user.type(captcha(), shownCaptcha().slice(5));
    expect(toasts()).toHaveTextContent("Captcha is validated");
    expect(registerButton()).toBeEnabled();
    expect(registerButton()).not.toHaveAccessibleDescription();
    await user.tab();
    expect(within(toasts()).getAllByText("Captcha is validated")).toHaveLength(1);
  });

  it("replaces the result of the captcha before", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    await user.type(captcha(), "wrong!");
    await user.tab();
    expect(toasts()).toHaveTextContent("Captcha is not validated");
    await user.type(captcha(), shownCaptcha());
    expect(toasts()).toHaveTextContent(/^Captcha is validated$/);
  });

  it("loads a new captcha after a wrong answer and clears only the answer", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    await fillIn(user);
    const first = shownCaptcha();
    const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
    await user.type(captcha(), other);
    await user.click(screen.getByLabelText("Full name"));

    expect(toasts()).toHaveTextContent("Captcha is not validated");
    expect(registerButton()).toBeDisabled();
    expect(shownCaptcha()).not.toBe(first);
    expect(captcha()).toHaveValue("");
    expect(captcha()).toHaveAccessibleDescription(/Captcha is not validated/);
    expect(screen.getByLabelText("Full name")).toHaveValue("Mina Das");
    expect(screen.getByLabelText("Password")).toHaveValue("Secret-123");
  });

  it.each(["Captcha", "Password", "Full name"])(
    "registers on Enter in %s once everything is filled in",
    async (label) => {
      provide(() => Promise.resolve(person));
      const { user } = renderAt("/register?from=%2Fabout", PublicRoutes, { answers });
      await user.type(captcha(), shownCaptcha());
      await fillIn(user);
      await user.type(captcha(), "{Backspace}");
      await user.type(captcha(), shownCaptcha().slice(-1));
      await user.type(screen.getByLabelText(label), "{Enter}");
      expect(await screen.findByText("User created as Mina Das!")).toBeVisible();
      expect(toasts()).toHaveTextContent("Captcha is validated");
    },
  );

  it("explains why Enter submits nothing and focuses the captcha", async () => {
    const { user, calls } = renderAt("/register", PublicRoutes, { answers });
    await fillIn(user);
    await user.type(screen.getByLabelText("Password"), "{Enter}");
    expect(captcha()).toHaveFocus();
    expect(captcha()).toHaveAccessibleDescription(/This field is required/);
    const first = shownCaptcha();
    await user.type(captcha(), "wrong{Enter}");
    expect(captcha()).toHaveAccessibleDescription(/Captcha is not validated/);
    expect(captcha()).toHaveFocus();
    expect(shownCaptcha()).not.toBe(first);
    expect(screen.getByLabelText("Password")).toHaveValue("Secret-123");
    expect(calls.filter(({ endpoint }) => endpoint === createSession)).toEqual([]);
  });

  it("shows a wrong captcha answer while typing and keeps the picture", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    const first = shownCaptcha();
    await user.type(captcha(), "wrong");
    expect(captcha()).toBeValid();
    await user.type(captcha(), "!");
    expect(captcha()).toHaveAccessibleDescription(/^This doesn't match/);
    expect([captcha(), shownCaptcha()]).toEqual([expect.objectContaining({ value: "wrong!" }), first]);
    await user.clear(captcha());
    await user.type(captcha(), first);
    expect(captcha()).toBeValid();
  });

  it("disables Register again when the right answer is changed", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    await user.type(captcha(), shownCaptcha());
    await user.tab();
    await user.type(captcha(), "x");
    expect(registerButton()).toBeDisabled();
  });

  it("rejects a full name with a bidirectional override", async () => {
    const register = jest.fn(() => Promise.resolve(person));
    provide(register);
    const { user } = renderAt("/register", PublicRoutes, { answers });
    await fillIn(user);
    fireEvent.change(screen.getByLabelText("Full name"), { target: { value: "Mina\u202e Das" } });
    await user.type(captcha(), shownCaptcha());
    await user.tab();
    await user.click(registerButton());
    expect(await screen.findByText("Remove line breaks and hidden control characters")).toBeVisible();
    expect(register).not.toHaveBeenCalled();
  });

  it("loads a new captcha on request", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    const first = shownCaptcha();
    await user.type(screen.getByLabelText("Captcha"), "half");
    await user.click(screen.getByRole("button", { name: "Reload Captcha" }));
    expect(shownCaptcha()).not.toBe(first);
    expect(screen.getByLabelText("Captcha")).toHaveValue("");
  });

  it("can be solved without seeing or hearing", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    await user.click(screen.getByRole("button", { name: "Spell it out" }));
    const words = screen.getAllByRole("listitem").map((item) => item.textContent);
    const answer = words
      .filter((word) => /^(uppercase|lowercase|digit)/.test(word))
      .map((word) => {
        const [kind, value = ""] = word.replace(",", "").split(" ");
        return kind === "digit" ? "zero one two three four five six seven eight nine".split(" ").indexOf(value) : value;
      })
      .join("");
    await user.type(captcha(), answer);
    await user.tab();
    expect(registerButton()).toBeEnabled();
  });

  it("does not check the captcha when its words are opened", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    const first = shownCaptcha();
    await user.type(captcha(), "ab");
    await user.click(screen.getByRole("button", { name: "Spell it out" }));
    expect(shownCaptcha()).toBe(first);
    expect(toasts()).toBeEmptyDOMElement();
  });

  it("shows required fields, without the photo", async () => {
    const { user } = renderAt("/register", PublicRoutes);
    await user.type(captcha(), shownCaptcha());
    await user.tab();
    await user.click(registerButton());
    expect(await screen.findAllByText("This field is required")).toHaveLength(3);
    expect(screen.getByLabelText(/Photo URL/)).not.toBeInvalid();
  });

  it("creates the user, shows a confirmation and redirects", async () => {
    const registrations: Registration[] = [];
    provide((registration) => {
      registrations.push(registration);
      return Promise.resolve(person);
    });
    const { user, address } = renderAt("/register?from=%2Fabout", PublicRoutes, { answers });
    await fillIn(user);
    await user.type(captcha(), shownCaptcha());
    await user.tab();
    await user.click(registerButton());

    expect(await screen.findByText("User created as Mina Das!")).toBeVisible();
    expect(registrations).toEqual([
      { fullName: "Mina Das", email: "mina@example.com", password: "Secret-123", photoUrl: "" },
    ]);
    await waitFor(() => expect(address()).toBe("/about"));
  });

  it.each([
    ["works", () => Promise.resolve()],
    ["fails", () => Promise.reject(new IdentityError("auth/too-many-requests", "Too many attempts."))],
  ])("registers whether sending the verification email works or not: it %s", async (_, send) => {
    const sendVerification = jest.fn(send);
    provide(() => Promise.resolve(person));
    jest.spyOn(session, "credentials").mockResolvedValue(fakeCredentials({ sendVerification }));
    const { user, address } = renderAt("/register?from=%2Fabout", PublicRoutes, { answers });
    await fillIn(user);
    await user.type(captcha(), shownCaptcha());
    await user.tab();
    await user.click(registerButton());
    await waitFor(() => expect(address()).toBe("/about"));
    expect(screen.getByText("User created as Mina Das!")).toBeVisible();
    expect(sendVerification).toHaveBeenCalledTimes(1);
    expect(screen.queryByText("Too many attempts.")).toBeNull();
  });

  it("completes a registration on retry if creating the session failed", async () => {
    let isKnown = false;
    provide(
      () => {
        if (isKnown)
          return Promise.reject(
            new IdentityError("auth/email-already-in-use", "This e-mail address already has an account."),
          );
        isKnown = true;
        return Promise.resolve(person);
      },
      () => Promise.resolve(person),
    );
    const { user, address } = renderAt("/register?from=%2Fabout", PublicRoutes, {
      answers: [...answers, stubError(createSession, 500, "unexpected", "Something went wrong here.")],
    });
    await fillIn(user);
    await user.type(captcha(), shownCaptcha());
    await user.tab();
    await user.click(registerButton());
    expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong here.");

    installStubs(answers);
    await user.click(registerButton());
    expect(await screen.findByText("User created as Mina Das!")).toBeVisible();
    await waitFor(() => expect(address()).toBe("/about"));
  });

  it("leaves the page when a login succeeds after registration has failed", async () => {
    let reportUser: (user: IdentityUser | null) => void = () => undefined;
    provide(
      () => Promise.reject(new IdentityError("auth/timeout", "The login service took too long to respond.")),
      undefined,
      (listener) => {
        reportUser = listener;
        return () => undefined;
      },
    );
    const { user, address } = renderAt("/register?from=%2Fabout", PublicRoutes, { answers });
    await fillIn(user);
    await user.type(captcha(), shownCaptcha());
    await user.tab();
    await user.click(registerButton());
    expect(await screen.findByRole("alert")).toHaveTextContent("The login service took too long to respond.");

    act(() => reportUser(person));
    await waitFor(() => expect(address()).toBe("/about"));
  });

  it("registers with Google and returns to the requested page", async () => {
    provide(() => Promise.reject(new Error("not called here")));
    const { user, address } = renderAt("/register?from=%2Fabout", PublicRoutes, { answers });
    await user.click(screen.getByRole("button", { name: /Google/ }));
    await waitFor(() => expect(address()).toBe("/about"));
  });

  it("rejects a short password before sending it", async () => {
    const register = jest.fn(() => Promise.resolve(person));
    provide(register);
    const { user } = renderAt("/register", PublicRoutes, { answers });
    await fillIn(user);
    await user.clear(screen.getByLabelText("Password"));
    await user.type(screen.getByLabelText("Password"), "12345");
    await user.type(captcha(), shownCaptcha());
    await user.click(registerButton());
    expect(await screen.findByText("Use at least 6 characters for your password.")).toBeVisible();
    expect(screen.getByLabelText("Password")).toHaveFocus();
    expect(register).not.toHaveBeenCalled();
  });

  it("shows why registration failed and keeps the input", async () => {
    provide(() =>
      Promise.reject(
        new IdentityError("auth/email-already-in-use", "An account with this email already exists. Log in instead."),
      ),
    );
    const { user } = renderAt("/register?from=%2Fabout", PublicRoutes, { answers });
    await fillIn(user);
    await user.type(captcha(), shownCaptcha());
    await user.tab();
    await user.click(registerButton());

    expect(await screen.findByRole("link", { name: "Log in instead." })).toHaveAttribute(
      "href",
      "/login?from=%2Fabout",
    );
    expect(screen.getByLabelText("Email")).toHaveAccessibleDescription(
      "An account with this email already exists. Log in instead.",
    );
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByLabelText("Email")).toBeInvalid();
    expect(screen.getByLabelText("Email")).toHaveFocus();
    expect(screen.getAllByText("Could not create user.")).toEqual([
      within(toasts()).getByText("Could not create user."),
    ]);
    expect(screen.getByLabelText("Full name")).toHaveValue("Mina Das");
    expect(screen.getByLabelText("Password")).toHaveValue("Secret-123");
    expect(registerButton()).toBeEnabled();
  });

  it("keeps the input after a reload, except the password", async () => {
    const first = renderAt("/register", PublicRoutes);
    await fillIn(first.user);
    first.unmount();
    renderAt("/register", PublicRoutes);
    expect(await screen.findByDisplayValue("Mina Das")).toBeVisible();
    expect(screen.getByLabelText("Email")).toHaveValue("mina@example.com");
    expect(screen.getByLabelText("Password")).toHaveValue("");
    expect(JSON.stringify(sessionStorage)).not.toContain("Secret-123");
  });

  it("renders nothing for signed-in users", () => {
    renderAt("/register", PublicRoutes, { session: {} });
    expect(screen.queryByRole("heading")).not.toBeInTheDocument();
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  });
});
