import { act, screen, waitFor, within } from "@testing-library/react";
import { listSessions } from "@conquest/shared/contracts/account";
import {
  EMAIL_CATEGORIES,
  chooseEmailPreferences,
  listEmailPreferences,
  type EmailPreference,
} from "@conquest/shared/contracts/email-preferences";
import { getUser, listUsers, requestRole, type Account } from "@conquest/shared/contracts/users";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import remote from "../../../remote.json";
import UserRoutes from "../../routes";

const noChoices = stub(listEmailPreferences, { isOn: true, choices: [] });

async function open(account: Partial<Account>, ...answers: Stub[]) {
  const page = renderAt("/dashboard/profile", UserRoutes, {
    session: account,
    answers: [
      stub(getUser, aUser(account)),
      stub(listUsers, [aUser(account)]),
      stub(listSessions, []),
      noChoices,
      ...answers,
    ],
  });
  // The page fetches the user at once, since an admin may have decided the request.
  await waitFor(() => expect(page.calls.filter(({ endpoint }) => endpoint === listUsers)).toHaveLength(1));
  return page;
}

it("shows picture, role in capitals, id, name, email and join date", async () => {
  open({});
  expect(screen.getByRole("img", { name: "Profile picture of Rafi Ahmed" })).toBeVisible();
  expect(screen.getByText("USER")).toBeVisible();
  expect(screen.getByText("uid-1")).toBeVisible();
  expect(screen.getByText("rafi@example.com")).toBeVisible();
  expect(screen.getByText("Thu Jan 15 2026")).toBeVisible();
});

it.each(["user", "requested", "creator", "admin"] as const)("links a %s to changing name and picture", async (role) => {
  await open({ role });
  expect(screen.getByRole("link", { name: "Change name and picture" })).toHaveAttribute(
    "href",
    "/dashboard/my_profile",
  );
});

it("is accessible to all signed-in users, like the participant pages", () => {
  const paths = ["my_participated_contests", "my_winning_contests", "my_profile", "profile"].map(
    (page) => `/dashboard/${page}`,
  );
  expect(remote.routes.filter(({ path }) => paths.includes(path)).map(({ access }) => access)).toEqual(
    paths.map(() => "signed-in"),
  );
});

it.each(["User", "Contest Creator", "Admin"])("requests the creator role for the choice %s", async (choice) => {
  let account = aUser();
  const page = renderAt("/dashboard/profile", UserRoutes, {
    session: {},
    answers: [
      stub(getUser, () => account),
      stub(listUsers, () => [account]),
      stub(listSessions, []),
      stub(requestRole, () => {
        account = aUser({ role: "requested", requestedAt: "2026-03-01T00:00:00.000Z" });
        return { modifiedCount: 1 };
      }),
      noChoices,
    ],
  });
  await waitFor(() => expect(page.calls.filter(({ endpoint }) => endpoint === listUsers)).toHaveLength(1));
  const dropdown = screen.getByLabelText("Apply for");
  expect(dropdown).toHaveDisplayValue("Select Role");
  expect(screen.getByRole("option", { name: "Select Role" })).toBeDisabled();
  await page.user.selectOptions(dropdown, choice);
  expect(await screen.findByText("Role requested successfully!")).toBeVisible();
  expect(page.calls.find(({ endpoint }) => endpoint === requestRole)).toMatchObject({
    params: { email: "rafi@example.com" },
    body: { role: "requested" },
  });
  expect(screen.getByText("REQUESTED")).toBeVisible();
  expect(screen.getByText("Your request is open")).toBeVisible();
  expect(dropdown).toBeDisabled();
  expect(page.calls.filter(({ endpoint }) => endpoint === listUsers)).toHaveLength(2);
});

it("shows why a request was rejected", async () => {
  const page = await open({}, stubError(requestRole, 409, "request_open", "Your request is open already."));
  await page.user.selectOptions(screen.getByLabelText("Apply for"), "Contest Creator");
  expect(await screen.findByText("Your request is open already.")).toBeVisible();
  expect(screen.getByText("USER")).toBeVisible();
});

it.each([
  ["creator", "You are a contest creator already."],
  ["admin", "You are an admin. Admins keep their role."],
  ["requested", "You have asked to become a contest creator. An admin will answer."],
] as const)("disables the request for role %s with the reason", async (role, reason) => {
  await open({ role });
  expect(screen.getByLabelText("Apply for")).toBeDisabled();
  expect(screen.getByText(reason)).toBeVisible();
});

it("shows the last decision with its reason", async () => {
  await open({
    roleAnswer: { answer: "declined", reason: "Please tell us what you plan.", at: "2026-02-01T00:00:00.000Z" },
  });
  expect(screen.getByText("Your request was declined")).toBeVisible();
  expect(screen.getByText(/Please tell us what you plan\./)).toBeVisible();
  expect(screen.getByLabelText("Apply for")).toBeEnabled();
});

it("updates the session after a decision by an admin", async () => {
  const decidedUser = aUser({
    role: "creator",
    roleAnswer: { answer: "approved", reason: "", at: "2026-02-01T00:00:00.000Z" },
  });
  const answers = [stub(listUsers, [decidedUser]), stub(getUser, decidedUser), stub(listSessions, []), noChoices];
  renderAt("/dashboard/profile", UserRoutes, { session: { role: "requested" }, answers });
  expect(await screen.findByText("Your request was approved")).toBeVisible();
  await waitFor(() => expect(screen.getByText("CREATOR")).toBeVisible());
});

describe("e-mails", () => {
  const kinds: EmailPreference[] = [
    { topic: "account", title: "Your account", text: "Always sent.", isWanted: true, isAlways: true },
    { topic: "money", title: "Money", text: "What you paid.", isWanted: true, isAlways: false },
  ];

  it("are switched by category and saved at once, except account emails", async () => {
    const page = await open(
      {},
      stub(listEmailPreferences, { isOn: true, choices: kinds }),
      stub(chooseEmailPreferences, ({ body }) => body),
    );
    const money = await screen.findByRole("switch", { name: "Money" });
    expect(money).toBeChecked();
    expect(screen.getByRole("switch", { name: "Your account" })).toBeDisabled();
    await page.user.click(money);
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(money).not.toBeChecked();
    expect(page.calls.find(({ endpoint }) => endpoint === chooseEmailPreferences)?.body).toEqual({
      topic: "money",
      isWanted: false,
    });
  });

  it("revert to the stored value if saving fails, with a retry", async () => {
    let isDown = true;
    const save = {
      endpoint: chooseEmailPreferences,
      answer: () =>
        isDown
          ? { status: 500, data: { error: { code: "failed", message: "Something went wrong here." } } }
          : { status: 200, data: { topic: "money", isWanted: false } },
    };
    const page = await open({}, stub(listEmailPreferences, { isOn: true, choices: kinds }), save);
    await page.user.click(await screen.findByRole("switch", { name: "Money" }));
    expect(await screen.findByText("Something went wrong here.")).toBeVisible();
    expect(screen.getByRole("switch", { name: "Money" })).toBeChecked();
    isDown = false;
    act(() => screen.getByRole("button", { name: "Try again" }).focus());
    await page.user.keyboard("{Enter}");
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(screen.getByRole("switch", { name: "Money" })).not.toBeChecked();
    expect(screen.getByRole("switch", { name: "Money" })).toHaveFocus();
  });

  it("show a warning if the site sends no emails", async () => {
    await open({}, stub(listEmailPreferences, { isOn: false, choices: kinds }));
    expect(await screen.findByText("This site sends no e-mails at the moment")).toBeVisible();
  });

  it("show a skeleton while loading", async () => {
    await open({}, stubPending(listEmailPreferences));
    const section = screen.getByRole("region", { name: "E-mails" });
    expect(within(section).getByText("Loading your e-mails")).toBeInTheDocument();
    expect(section.querySelectorAll(".cq-bone")).toHaveLength(EMAIL_CATEGORIES.length);
  });

  it("offer a retry if they cannot be loaded", async () => {
    await open({}, stubError(listEmailPreferences, 500, "failed", "Something went wrong here."));
    const section = await screen.findByRole("region", { name: "E-mails" });
    expect(await within(section).findByRole("button", { name: "Retry" })).toBeVisible();
  });
});
