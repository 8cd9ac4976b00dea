import { act, screen, waitFor, within } from "@testing-library/react";
import { listSessions } from "@conquest/shared/contracts/account";
import { listEmailPreferences } from "@conquest/shared/contracts/email-preferences";
import { getUser, listUsers, requestRole, withdrawRoleRequest, type Account } from "@conquest/shared/contracts/users";
import { getMyStats } from "@conquest/shared/contracts/winners";
import { useTheme } from "@conquest/shared/singletons/theme-store";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser } from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import remote from "../../../remote.json";
import UserRoutes from "../../routes";

// Preloads the lazy chunks, whose first import is slow.
beforeAll(() => Promise.all([import("./profile-form"), import("./account/account-settings")]));

const stats = stub(getMyStats, { joined: 9, finished: 8, won: 3 });

async function open(account: Partial<Account>, ...answers: Stub[]) {
  const page = renderAt("/dashboard/profile", UserRoutes, {
    session: account,
    answers: [stub(getUser, aUser(account)), stub(listUsers, [aUser(account)]), stats, ...answers],
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

it("is accessible to all signed-in users, like the participant pages", () => {
  const paths = ["my_participated_contests", "my_winning_contests", "my_profile", "profile"].map(
    (page) => `/dashboard/${page}`,
  );
  expect(remote.routes.filter(({ path }) => paths.includes(path)).map(({ access }) => access)).toEqual(
    paths.map(() => "signed-in"),
  );
});

it("leads from #apply to the role request, with a sentence for users only", async () => {
  await open({});
  const sentence = screen.getByText("To run contests, request to become a creator.");
  expect(document.getElementById("apply")).toContainElement(sentence);
  expect(document.getElementById("apply")).toContainElement(screen.getByLabelText("Apply for"));
});

it.each(["User", "Contest Creator", "Admin"])("requests the creator role for the choice %s", async (choice) => {
  let account = aUser();
  const page = renderAt("/dashboard/profile", UserRoutes, {
    session: {},
    answers: [
      stub(getUser, () => account),
      stub(listUsers, () => [account]),
      stats,
      stub(requestRole, () => {
        account = aUser({ role: "requested", requestedAt: "2026-03-01T00:00:00.000Z" });
        return { modifiedCount: 1 };
      }),
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
  expect(screen.getByText("Your request is pending")).toBeVisible();
  expect(dropdown).toBeDisabled();
  expect(page.calls.filter(({ endpoint }) => endpoint === listUsers)).toHaveLength(2);
});

it("shows why a request was rejected", async () => {
  const page = await open({}, stubError(requestRole, 409, "request_open", "Your request is open already."));
  await page.user.selectOptions(screen.getByLabelText("Apply for"), "Contest Creator");
  expect(await screen.findByText("Your request is open already.")).toBeVisible();
  expect(screen.getByText("USER")).toBeVisible();
});

it("withdraws an open request, after which the choice is enabled again", async () => {
  let account = aUser({ role: "requested", requestedAt: "2026-03-01T00:00:00.000Z" });
  const page = renderAt("/dashboard/profile", UserRoutes, {
    session: { role: "requested", requestedAt: "2026-03-01T00:00:00.000Z" },
    answers: [
      stub(getUser, () => account),
      stub(listUsers, () => [account]),
      stats,
      stub(withdrawRoleRequest, () => {
        account = aUser();
        return { modifiedCount: 1 };
      }),
    ],
  });
  await page.user.click(screen.getByRole("button", { name: "Withdraw request" }));
  expect(await screen.findByText("Request withdrawn")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Apply for")).toBeEnabled());
  expect(screen.getByText("USER")).toBeVisible();
  expect(screen.queryByText("Your request is pending")).not.toBeInTheDocument();
});

it("shows why a request can't be withdrawn", async () => {
  const page = await open(
    { role: "requested", requestedAt: "2026-03-01T00:00:00.000Z" },
    stubError(withdrawRoleRequest, 409, "not_requested", "You have no open request to withdraw."),
  );
  await page.user.click(screen.getByRole("button", { name: "Withdraw request" }));
  expect(await screen.findByText("You have no open request to withdraw.")).toBeVisible();
});

it.each([
  ["creator", "You're already a contest creator."],
  ["admin", "You're an admin. Admins keep their role."],
  ["requested", "An admin is reviewing your request to become a contest creator."],
] as const)("disables the request for role %s with the reason", async (role, reason) => {
  await open({ role });
  expect(screen.getByLabelText("Apply for")).toBeDisabled();
  expect(screen.getByText(reason)).toBeVisible();
});

it("shows the last decision with its reason", async () => {
  await open({ roleAnswer: { answer: "declined", reason: "Tell us what you plan.", at: "2026-02-01T00:00:00.000Z" } });
  expect(screen.getByText("Your request was declined")).toBeVisible();
  expect(screen.getByText(/Tell us what you plan\./)).toBeVisible();
  expect(screen.getByLabelText("Apply for")).toBeEnabled();
});

it("updates the session after a decision by an admin", async () => {
  const decidedUser = aUser({
    role: "creator",
    roleAnswer: { answer: "approved", reason: "", at: "2026-02-01T00:00:00.000Z" },
  });
  const answers = [stub(listUsers, [decidedUser]), stub(getUser, decidedUser), stats];
  renderAt("/dashboard/profile", UserRoutes, { session: { role: "requested" }, answers });
  expect(await screen.findByText("Your request was approved")).toBeVisible();
  await waitFor(() => expect(screen.getByText("CREATOR")).toBeVisible());
});

it.each(["/dashboard/profile", "/dashboard/my_profile"])("links its tabs at %s", async (path) => {
  const page = renderAt(path, UserRoutes, {
    session: {},
    answers: [
      stub(listUsers, [aUser()]),
      stats,
      stub(listSessions, []),
      stub(listEmailPreferences, { isOn: true, choices: [] }),
    ],
  });
  const tabs = within(screen.getByRole("navigation", { name: "Settings" }));
  for (const [name, address, content] of [
    ["Emails", `${path}?tab=emails`, "Emails"],
    ["Security", `${path}?tab=security`, "Active sessions"],
    ["Data", `${path}?tab=data`, "Delete account"],
    ["Profile", path, "Your role"],
  ] as const) {
    await page.user.click(tabs.getByRole("link", { name }));
    expect(await screen.findByRole("heading", { level: 2, name: content })).toBeVisible();
    expect(page.address()).toBe(address);
    expect(tabs.getByRole("link", { current: "page" })).toHaveTextContent(name);
  }
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    path.endsWith("my_profile") ? "My Profile" : "Profile",
  );
});

it("shows the profile for an unknown tab", async () => {
  renderAt("/dashboard/profile?tab=toString", UserRoutes, {
    session: {},
    answers: [stub(listUsers, [aUser()]), stats],
  });
  expect(await screen.findByText("Won 3 of 8 finished contests")).toBeVisible();
});

it.each([
  ["/dashboard/profile", 0],
  ["/dashboard/my_profile", 1],
])("shows a creator at %s this many rings: %i", async (path, count) => {
  renderAt(path, UserRoutes, {
    session: { role: "creator" },
    answers: [stub(listUsers, [aUser({ role: "creator" })]), stats],
  });
  await screen.findByRole("button", { name: "Update Profile" });
  expect(screen.queryAllByRole("heading", { name: "Win rate" })).toHaveLength(count);
});

describe("the appearance", () => {
  afterEach(() => act(() => useTheme.getState().setTheme("light")));

  it("is light by default and can follow the device", async () => {
    const { user } = await open({});
    const choice = screen.getByLabelText("Theme");
    expect(choice).toHaveValue("light");
    await user.selectOptions(choice, "Dark");
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    await user.selectOptions(choice, "System");
    expect(choice).toHaveValue("system");
    expect(localStorage.getItem("appearance")).toBe("system");
  });

  it("is not offered in a shell that does not know it", async () => {
    useTheme.setState({ appearance: undefined });
    await open({});
    expect(screen.queryByLabelText("Theme")).not.toBeInTheDocument();
  });
});
