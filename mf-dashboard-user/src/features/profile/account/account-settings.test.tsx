import { screen, waitFor, within } from "@testing-library/react";
import {
  deleteAccount,
  endOneSession,
  endOtherSessions,
  listSessions,
  previewDeletion,
  type AccountDeletion,
  type OwnSession,
} from "@conquest/shared/contracts/account";
import { createSession } from "@conquest/shared/contracts/session";
import { type Account } from "@conquest/shared/contracts/users";
import { IdentityError, type Credentials } from "@conquest/shared/singletons/identity";
import { provideIdentity } from "@conquest/shared/singletons/session-store";
import { fakeCredentials } from "@conquest/shared/testing/fake-credentials";
import { renderAt } from "@conquest/shared/testing/render-at";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../../routes";

// Preloads the lazy chunks, whose first import is slow.
beforeAll(() => Promise.all([import("./account-settings"), import("./deletion-dialog")]));

const user = { uid: "uid-1", displayName: "Rafi Ahmed", email: "rafi@example.com", photoURL: null, metadata: {} };
const unreachable = () =>
  Promise.reject(new IdentityError("auth/network-request-failed", "We couldn't reach the login service."));
const wrong = () => Promise.reject(new IdentityError("auth/invalid-credential", "The email or password isn't right."));

function provide(credentials: Partial<Credentials>): void {
  provideIdentity({
    onChange: () => () => undefined,
    idToken: () => Promise.resolve("token"),
    register: () => Promise.resolve(user),
    signIn: () => Promise.resolve(user),
    signInWithGoogle: () => Promise.resolve(user),
    updateProfile: () => Promise.resolve(user),
    signOut: () => Promise.resolve(),
    credentials: () => Promise.resolve(fakeCredentials(credentials)),
  });
}

const currentSession: OwnSession = {
  _id: "a".repeat(64),
  device: "Firefox on Linux",
  startedAt: "2026-03-01T00:00:00.000Z",
  lastUsedAt: "2026-03-01T00:00:00.000Z",
  isThisOne: true,
};
const otherSession: OwnSession = {
  ...currentSession,
  _id: "b".repeat(64),
  device: "Safari on iPhone",
  isThisOne: false,
};

async function open(credentials: Partial<Credentials> = {}, ...answers: Stub[]) {
  provide(credentials);
  const page = renderAt("/dashboard/profile?tab=security", UserRoutes, {
    session: {},
    answers: [stub(listSessions, [currentSession, otherSession]), ...answers],
  });
  await screen.findByText("Firefox on Linux");
  return page;
}

const openData = (credentials: Partial<Credentials> = {}, ...answers: Stub[]) =>
  openDataAs({}, credentials, ...answers);

async function openDataAs(account: Partial<Account>, credentials: Partial<Credentials>, ...answers: Stub[]) {
  provide(credentials);
  const page = renderAt("/dashboard/profile?tab=data", UserRoutes, { session: account, answers });
  await screen.findByText("Download my data");
  return page;
}
const callsTo = (page: Awaited<ReturnType<typeof open>>, endpoint: unknown) =>
  page.calls.filter((call) => call.endpoint === endpoint);

const currentPassword = async (form: string) =>
  within(await screen.findByRole("form", { name: form })).getByLabelText("Current password");

it.each([
  [false, 1],
  [true, 0],
])("offers a verification link unless the email is verified: %s", async (isEmailVerified, count) => {
  provide({});
  renderAt("/dashboard/profile?tab=security", UserRoutes, {
    session: { isEmailVerified },
    answers: [stub(listSessions, [currentSession])],
  });
  await screen.findAllByLabelText("Current password");
  expect(screen.queryAllByRole("button", { name: "Send me a verification link" })).toHaveLength(count);
});

describe("a new password", () => {
  const fill = async (page: Awaited<ReturnType<typeof open>>) => {
    await page.user.type(await currentPassword("Change your password"), "old-one");
    await page.user.type(screen.getByLabelText("New password"), "new-one");
    await page.user.click(screen.getByRole("button", { name: "Change password" }));
  };

  it("opens a new session and ends all others", async () => {
    const change = jest.fn(() => Promise.resolve("fresher"));
    const page = await open(
      { changePassword: change },
      stub(createSession, { success: true }),
      stub(endOtherSessions, { endedCount: 1 }),
    );
    await fill(page);
    expect(await screen.findByText("Password changed")).toBeVisible();
    expect(change).toHaveBeenCalledWith("new-one");
    expect(callsTo(page, createSession)).toHaveLength(1);
    expect(callsTo(page, endOtherSessions)).toHaveLength(1);
    expect(screen.getByLabelText("New password")).toHaveValue("");
  });

  it("requires the current password, with the error at its field", async () => {
    const change = jest.fn(() => Promise.resolve("fresher"));
    const page = await open({ confirmByPassword: wrong, changePassword: change });
    await fill(page);
    expect(await screen.findByText("That password isn't right. Try again.")).toBeVisible();
    expect(await currentPassword("Change your password")).toHaveFocus();
    expect(change).not.toHaveBeenCalled();
    expect(screen.getByLabelText("New password")).toHaveValue("new-one");
  });

  it("is rated while it is typed, and weak with the user's own name in it", async () => {
    const page = await open({});
    const field = await screen.findByLabelText("New password");
    await page.user.type(field, "river boat lamp");
    await screen.findByText("Strength: strong.");
    expect(field).toHaveAccessibleDescription(/At least 6 characters\..*Strength: strong\.$/);
    await page.user.clear(field);
    await page.user.type(field, "Rafi Ahmed");
    expect(field).toHaveAccessibleDescription(/Strength: weak\. Leave out your name and email\.$/);
  });

  it("must differ from the current one", async () => {
    const change = jest.fn(() => Promise.resolve("fresher"));
    const page = await open({ changePassword: change });
    for (const field of [await currentPassword("Change your password"), screen.getByLabelText("New password")])
      await page.user.type(field, "old-one");
    await page.user.click(screen.getByRole("button", { name: "Change password" }));
    expect(await screen.findByText("That's your current password. Choose a new one.")).toBeVisible();
    expect(screen.getByLabelText("New password")).toHaveFocus();
    expect(change).not.toHaveBeenCalled();
  });

  it("keeps the fields after a connection error and marks none invalid", async () => {
    const page = await open({ confirmByPassword: unreachable });
    await fill(page);
    expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't reach the login service.");
    expect(await currentPassword("Change your password")).toHaveValue("old-one");
    expect(await currentPassword("Change your password")).toBeValid();
    expect(screen.getByLabelText("New password")).toHaveValue("new-one");
  });

  it("is not sent if it is too short", async () => {
    const [confirm, change] = [jest.fn(() => Promise.resolve("token")), jest.fn(() => Promise.resolve("fresher"))];
    const page = await open({ confirmByPassword: confirm, changePassword: change });
    await page.user.type(await currentPassword("Change your password"), "old-one");
    await page.user.type(screen.getByLabelText("New password"), "12345");
    await page.user.click(screen.getByRole("button", { name: "Change password" }));
    expect(await screen.findByText("Use at least 6 characters for your password.")).toBeVisible();
    expect(confirm).not.toHaveBeenCalled();
    expect(change).not.toHaveBeenCalled();
  });

  it("shows a provider rule at its field and ends no sessions", async () => {
    const page = await open({
      changePassword: () => Promise.reject(new IdentityError("auth/weak-password", "Use at least 6 characters.")),
    });
    await fill(page);
    expect(await screen.findByText("Use at least 6 characters.")).toBeVisible();
    expect(callsTo(page, endOtherSessions)).toEqual([]);
  });

  it("is not offered to Google accounts", async () => {
    await open({ hasPassword: () => Promise.resolve(false) });
    expect(await screen.findByText(/You log in with Google/)).toBeVisible();
    expect(screen.queryByLabelText("New password")).not.toBeInTheDocument();
  });
});

describe("a new email", () => {
  const fill = async (page: Awaited<ReturnType<typeof open>>, typed = "new@example.com") => {
    await page.user.type(await screen.findByLabelText("New email address"), typed);
    await page.user.type(await currentPassword("Change your email address"), "old-one");
    await page.user.click(screen.getByRole("button", { name: "Change email address" }));
  };

  it("receives a confirmation email before anything is changed", async () => {
    const send = jest.fn(() => Promise.resolve());
    const page = await open({ sendEmailChange: send });
    await fill(page);
    expect(await screen.findByText("Check your inbox")).toBeVisible();
    expect(send).toHaveBeenCalledWith("new@example.com");
  });

  it("can be any address that the identity provider accepts", async () => {
    const send = jest.fn(() => Promise.resolve());
    const page = await open({ sendEmailChange: send });
    await fill(page, "Tom&Jerry@localhost");
    expect(await screen.findByText("Check your inbox")).toBeVisible();
    expect(send).toHaveBeenCalledWith("tom&jerry@localhost");
  });

  it.each(["confirmByPassword", "sendEmailChange"])(
    "keeps the fields after a connection error in %s and marks none invalid",
    async (step) => {
      const page = await open({ [step]: unreachable });
      await fill(page);
      expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't reach the login service.");
      for (const [field, value] of [
        [screen.getByLabelText("New email address"), "new@example.com"],
        [await currentPassword("Change your email address"), "old-one"],
      ] as const) {
        expect(field).toHaveValue(value);
        expect(field).toBeValid();
      }
    },
  );

  it("shows at its field that it is taken, unchanged or invalid", async () => {
    const page = await open({
      sendEmailChange: () => Promise.reject(new IdentityError("auth/email-already-in-use", "x")),
    });
    await fill(page);
    expect(await screen.findByText("You can't use this email address. Choose another one.")).toBeVisible();
    const field = screen.getByLabelText("New email address");
    expect(field).toHaveValue("new@example.com");
    await page.user.clear(field);
    await page.user.type(field, "Rafi@Example.com{Enter}");
    expect(await screen.findByText("That's already your email address.")).toBeVisible();
    await page.user.clear(field);
    await page.user.type(field, "rafi{Enter}");
    expect(await screen.findByText("Enter an email address like name@example.com")).toBeVisible();
  });
});

describe("sessions", () => {
  it("are listed by browser, and only others can be ended", async () => {
    let isOver = false;
    const page = await open(
      {},
      stub(listSessions, () => (isOver ? [currentSession] : [currentSession, otherSession])),
      stub(endOneSession, () => ((isOver = true), { endedCount: 1 })),
    );
    expect(screen.getByText("This device")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Log out of Firefox on Linux" })).not.toBeInTheDocument();
    await page.user.click(screen.getByRole("button", { name: "Log out of Safari on iPhone" }));
    expect(await screen.findByText("Logged out of Safari on iPhone")).toBeVisible();
    expect(callsTo(page, endOneSession)).toMatchObject([{ params: { id: otherSession._id } }]);
    expect(await screen.findByText("No other active sessions.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("heading", { name: "Active sessions" })).toHaveFocus());
  });

  it("move the focus to the next button or the heading when one is ended", async () => {
    const names = ["Safari on iPhone", "Chrome on Android", "Edge on Windows"];
    let remainingSessions = names.map((device, index): OwnSession => ({
      ...otherSession,
      _id: `${index}`.repeat(64),
      device,
    }));
    const page = await open(
      {},
      stub(listSessions, () => [currentSession, ...remainingSessions]),
      stub(endOneSession, ({ params: { id } }) => {
        remainingSessions = remainingSessions.filter(({ _id }) => _id !== id);
        return { endedCount: 1 };
      }),
    );
    const buttonOf = (device: string) => screen.getByRole("button", { name: `Log out of ${device}` });
    await page.user.click(await screen.findByRole("button", { name: "Log out of Chrome on Android" }));
    await waitFor(() => expect(buttonOf("Edge on Windows")).toHaveFocus());
    await page.user.keyboard("{Enter}");
    await waitFor(() => expect(buttonOf("Safari on iPhone")).toHaveFocus());
    await page.user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("heading", { name: "Active sessions" })).toHaveFocus());
  });

  it("are ended all at once", async () => {
    const page = await open({}, stub(endOtherSessions, { endedCount: 1 }));
    await page.user.click(screen.getByRole("button", { name: "Log out of all other sessions" }));
    expect(await screen.findByText("Logged out of 1 session")).toBeVisible();
  });

  it("offer a retry if they cannot be loaded", async () => {
    provide({});
    renderAt("/dashboard/profile?tab=security", UserRoutes, {
      session: {},
      answers: [stubError(listSessions, 500, "failed", "Something broke.")],
    });
    const panel = await screen.findByRole("region", { name: "Active sessions" });
    expect(await within(panel).findByText("Something broke.")).toBeVisible();
    expect(within(panel).getByRole("button", { name: "Retry" })).toBeVisible();
  });
});

it("links the data export and shows an error while offline", async () => {
  const page = await openData();
  const link = screen.getByRole("link", { name: "Download my data" });
  expect(link).toHaveAttribute("href", "/api/my-data");
  const connection = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await page.user.click(link);
  connection.mockRestore();
  expect(await screen.findByText(/^We couldn't reach the server/)).toBeVisible();
});

describe("deleting the account", () => {
  afterEach(() => void delete document.documentElement.dataset["inApp"]);

  const running: AccountDeletion = {
    isAllowed: true,
    because: "",
    ends: { contestCount: 2, refundedCount: 12, refundedTotal: 2400 },
    leaves: { count: 1, total: 300 },
    entryCount: 3,
    lastEntryCount: 2,
  };
  const openDialog = async (page: Awaited<ReturnType<typeof open>>) => {
    await waitFor(() => expect(screen.getByRole("button", { name: "Delete my account…" })).toBeEnabled());
    await page.user.click(screen.getByRole("button", { name: "Delete my account…" }));
    return screen.findByRole("dialog", { name: "Delete your account?" });
  };

  it("does not mention money if there are no refunds", async () => {
    const page = await openData(
      {},
      stub(previewDeletion, {
        ...running,
        ends: { contestCount: 1, refundedCount: 2, refundedTotal: 0 },
        leaves: { count: 1, total: 0 },
      }),
    );
    const dialog = await openDialog(page);
    expect(
      await within(dialog).findByText(
        "1 unfinished contest you created will be cancelled and all participants notified.",
      ),
    ).toBeVisible();
    expect(within(dialog).getByText("You'll give up 1 spot in open contests.")).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Delete my account" })).toBeVisible();
    expect(dialog).not.toHaveTextContent("৳");
  });

  it("shows the consequences, requires the password and redirects", async () => {
    const page = await openData({}, stub(previewDeletion, running), stub(deleteAccount, { deletedCount: 1 }));
    const dialog = await openDialog(page);
    expect(
      await within(dialog).findByText(
        "2 unfinished contests you created will be cancelled and 12 payments refunded (৳2,400).",
      ),
    ).toBeVisible();
    expect(within(dialog).getByText("You'll give up 1 spot in open contests and get a refund of ৳300.")).toBeVisible();
    expect(
      within(dialog).getByText(
        "2 contests that no one else could win will be cancelled, and everyone who paid will be refunded.",
      ),
    ).toBeVisible();
    expect(within(dialog).getByText(/We keep 3 entries/)).toBeVisible();
    await page.user.type(within(dialog).getByLabelText("Current password"), "old-one");
    await page.user.click(
      within(dialog).getByRole("button", { name: "Delete my account and refund 12 payments, ৳2,400" }),
    );
    await waitFor(() => expect(page.address()).toBe("/account_deleted"));
    expect(callsTo(page, deleteAccount)).toMatchObject([
      { body: { ...running.ends, leaves: running.leaves, entryCount: running.entryCount, lastEntryCount: 2 } },
    ]);
  });

  it.each([
    ["user", /^We keep 3 entries, your payments and your wins because others rely on them/],
    [
      "creator",
      /^We keep 3 entries, your payments, your wins and your contests with a winner because others rely on them/,
    ],
  ] as const)("shows a %s what is kept", async (role, sentence) => {
    const dialog = await openDialog(await openDataAs({ role }, {}, stub(previewDeletion, running)));
    expect(await within(dialog).findByText(sentence)).toBeVisible();
  });

  it("says which payments won't be refunded, and mentions no wins without any", async () => {
    const stays = { count: 3, total: 45_000, submitted: { count: 1, total: 7000 } };
    const dialog = await openDialog(await openData({}, stub(previewDeletion, { ...running, stays, wonCount: 0 })));
    expect(
      await within(dialog).findByText("You won't get back ৳7,000 for 1 contest because you've submitted an entry."),
    ).toBeVisible();
    expect(
      within(dialog).getByText("You won't get back ৳38,000 for 2 contests because the deadline has passed."),
    ).toBeVisible();
    expect(within(dialog).getByText(/^We keep 3 entries and your payments because/)).toBeVisible();
  });

  it("rejects a wrong password", async () => {
    const page = await openData({ confirmByPassword: wrong }, stub(previewDeletion, running));
    const dialog = await openDialog(page);
    await page.user.type(await within(dialog).findByLabelText("Current password"), "a-guess{Enter}");
    expect(await within(dialog).findByText("That password isn't right. Try again.")).toBeVisible();
    expect(callsTo(page, deleteAccount)).toEqual([]);
  });

  it("refreshes the preview if something has changed", async () => {
    let people = 12;
    const page = await openData(
      {},
      stub(previewDeletion, () => ({ ...running, ends: { ...running.ends, refundedCount: people } })),
      stubError(deleteAccount, 409, "has_changed", "Something has changed in your contests."),
    );
    const dialog = await openDialog(page);
    await page.user.type(await within(dialog).findByLabelText("Current password"), "old-one");
    people = 13;
    await page.user.click(within(dialog).getByRole("button", { name: /refund 12 payments/ }));
    expect(await within(dialog).findByRole("button", { name: /refund 13 payments/ })).toBeVisible();
    expect(within(dialog).getByText("Something has changed in your contests.")).toBeVisible();
    expect(page.address()).toBe("/dashboard/profile?tab=data");
  });

  it("loads a new preview each time the dialog opens", async () => {
    let isDown = false;
    const down = stubError(previewDeletion, 409, "has_changed", "Not now.");
    const page = await openData(
      {},
      { ...down, answer: (call) => (isDown ? down : stub(previewDeletion, running)).answer(call) },
    );
    expect(within(await openDialog(page)).getByText(/We keep 3 entries/)).toBeVisible();
    await page.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    isDown = true;
    const dialog = await openDialog(page);
    expect(within(dialog).getByText("Not now.")).toBeVisible();
    expect(within(dialog).queryByText(/We keep 3 entries/)).not.toBeInTheDocument();
    expect(callsTo(page, previewDeletion)).toHaveLength(2);
  });

  it("cannot be confirmed by Google in an in-app browser", async () => {
    document.documentElement.dataset["inApp"] = "";
    const confirm = jest.fn(() => Promise.resolve("token"));
    const page = await openData(
      { hasPassword: () => Promise.resolve(false), confirmByGoogle: confirm },
      stub(previewDeletion, { ...running, ends: { contestCount: 0, refundedCount: 0, refundedTotal: 0 } }),
    );
    const dialog = await openDialog(page);
    expect(await within(dialog).findByText("Google can’t confirm it’s you in this app")).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Copy link" })).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Delete my account" })).toBeDisabled();
  });

  it("is confirmed by Google for Google accounts", async () => {
    const confirm = jest.fn(() => Promise.resolve("fresh-of-google"));
    const page = await openData(
      { hasPassword: () => Promise.resolve(false), confirmByGoogle: confirm },
      stub(previewDeletion, { ...running, ends: { contestCount: 0, refundedCount: 0, refundedTotal: 0 } }),
      stub(deleteAccount, { deletedCount: 1 }),
    );
    const dialog = await openDialog(page);
    expect(within(dialog).queryByLabelText("Current password")).not.toBeInTheDocument();
    await page.user.click(await within(dialog).findByRole("button", { name: "Delete my account" }));
    await waitFor(() => expect(confirm).toHaveBeenCalled());
    await waitFor(() => expect(page.address()).toBe("/account_deleted"));
  });

  it("is not offered to the only admin, with the reason", async () => {
    const page = await openData(
      {},
      stub(previewDeletion, { ...running, isAllowed: false, because: "You are the only admin." }),
    );
    const dialog = await openDialog(page);
    expect(await within(dialog).findByText("You are the only admin.")).toBeVisible();
    expect(within(dialog).queryByRole("button", { name: /Delete my account/ })).not.toBeInTheDocument();
  });
});
