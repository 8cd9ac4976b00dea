import { screen, waitFor, within } from "@testing-library/react";
import { deleteUser, listUsersExcept, updateUser, type Account } from "@conquest/shared/contracts/users";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser, sampleId } from "@conquest/shared/testing/samples";
import { pending, refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";

const admin = { role: "admin", name: "Ada", email: "ada@example.com" } as const;
const rafi = aUser();
const mina = aUser({ _id: sampleId(11), name: "Mina Das", email: "mina@example.com", role: "requested", requestedAt: "2026-03-01T00:00:00.000Z" });

const open = (users: Account[], ...answers: Stub[]) =>
  renderAt("/dashboard/manage_users", AdminRoutes, { session: admin, answers: [stub(listUsersExcept, users), ...answers] });
const changed = stub(updateUser, { modifiedCount: 1 });
const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

it("lists photo, name, email, status and role of everyone else", async () => {
  const page = open([rafi, aUser({ _id: sampleId(12), name: "Bo", email: "bo@example.com", status: "blocked", role: "admin" })]);
  const row = within(await rowOf("Rafi Ahmed"));
  expect(row.getByText("rafi@example.com")).toBeVisible();
  expect(row.getByLabelText("Status of Rafi Ahmed")).toHaveDisplayValue("Verified");
  expect(row.getByLabelText("Role of Rafi Ahmed")).toHaveDisplayValue("User");
  expect(screen.getByLabelText("Status of Bo")).toHaveDisplayValue("Blocked");
  expect(page.calls[0]?.params).toEqual({ email: "ada@example.com" });
});

it("approves a request", async () => {
  const page = open([mina], changed);
  await page.user.click(await screen.findByRole("button", { name: "Approve" }));
  expect(await screen.findByText("Role updated successfully!")).toBeVisible();
  expect(page.calls[1]).toMatchObject({ params: { id: mina._id }, body: { role: "creator" } });
});

it.each(["/dashboard/manage_users", "/dashboard/manage_users?role=requested"])("leaves an answered request where it was: %s", async (address) => {
  let people = [mina, { ...mina, _id: sampleId(12), name: "Tania Akter", email: "tania@example.com" }];
  const page = renderAt(address, AdminRoutes, {
    session: admin,
    answers: [
      stub(listUsersExcept, ({ query }) =>
        people
          .filter(({ role, email }) => (!query.role || query.role === role) && email.includes(query.q ?? ""))
          .toSorted((one, other) => one.role.localeCompare(other.role) * -1),
      ),
      stub(updateUser, ({ params }) => {
        people = people.map((person) => (person._id === params.id ? { ...person, role: "creator", requestedAt: null } : person));
        return { modifiedCount: 1 };
      }),
    ],
  });
  await page.user.click((await screen.findAllByRole("button", { name: "Approve" }))[0] as HTMLElement);
  await waitFor(() => expect(screen.getByLabelText("Role of Mina Das")).toHaveDisplayValue("Creator"));
  expect(screen.getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual([expect.stringContaining("Mina Das"), expect.stringContaining("Tania Akter")]);
  expect(screen.getAllByRole("button", { name: "Approve" })).toHaveLength(1);
});

it("declines a request with a reason", async () => {
  const page = open([mina], changed);
  await page.user.click(await screen.findByRole("button", { name: "Decline" }));
  await page.user.type(screen.getByLabelText(/Reason/), "Please complete your profile first");
  await page.user.click(screen.getByRole("button", { name: "Decline request" }));
  expect(await screen.findByText("Role updated successfully!")).toBeVisible();
  expect(page.calls[1]?.body).toEqual({ role: "user", reason: "Please complete your profile first" });
});

it("asks anew after a decline that failed", async () => {
  const page = open([mina], refuse(updateUser, 500, "unexpected", "Something went wrong here."));
  await page.user.click(await screen.findByRole("button", { name: "Decline" }));
  await page.user.click(screen.getByRole("button", { name: "Decline request" }));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Go back" }));
  await page.user.click(screen.getByRole("button", { name: "Decline" }));
  expect(screen.getByRole("button", { name: "Decline request" })).toBeVisible();
  expect(screen.queryByText("Something went wrong here.")).not.toBeInTheDocument();
});

it("offers no answer where nothing was asked", async () => {
  open([rafi]);
  await rowOf("Rafi Ahmed");
  expect(screen.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
});

it("blocks after a question", async () => {
  const page = open([rafi], changed);
  await page.user.selectOptions(await screen.findByLabelText("Status of Rafi Ahmed"), "Blocked");
  expect(page.calls).toHaveLength(1);
  // No reason is asked for, so none may be promised.
  expect(screen.getByRole("alertdialog")).toHaveTextContent("they are told that the account is blocked");
  expect(screen.getByRole("alertdialog")).not.toHaveTextContent(/\bwhy\b/);
  await page.user.click(screen.getByRole("button", { name: "Block Rafi Ahmed" }));
  expect(await screen.findByText("Status updated successfully! Please refresh")).toBeVisible();
  expect(page.calls[1]?.body).toEqual({ status: "blocked" });
});

it("leaves the status as it was when the question is answered with no", async () => {
  const page = open([rafi]);
  await page.user.selectOptions(await screen.findByLabelText("Status of Rafi Ahmed"), "Blocked");
  await page.user.click(screen.getByRole("button", { name: "Go back" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(screen.getByLabelText("Status of Rafi Ahmed")).toHaveDisplayValue("Verified");
});

it("changes a role and shows it", async () => {
  let user = rafi;
  const page = renderAt("/dashboard/manage_users", AdminRoutes, {
    session: admin,
    answers: [
      stub(listUsersExcept, () => [user]),
      stub(updateUser, ({ body }) => {
        user = { ...rafi, role: body.role ?? "user" };
        return { modifiedCount: 1 };
      }),
    ],
  });
  await page.user.selectOptions(await screen.findByLabelText("Role of Rafi Ahmed"), "Creator");
  expect(await screen.findByText("Role updated successfully!")).toBeVisible();
  expect(screen.getByLabelText("Role of Rafi Ahmed")).toHaveDisplayValue("Creator");
});

it("asks before it makes an admin", async () => {
  const page = open([rafi], changed);
  await page.user.selectOptions(await screen.findByLabelText("Role of Rafi Ahmed"), "Admin");
  expect(page.calls).toHaveLength(1);
  await page.user.click(screen.getByRole("button", { name: "Make admin" }));
  expect(await screen.findByText("Role updated successfully!")).toBeVisible();
});

it("shows why a change was refused, and what still holds", async () => {
  const page = open([aUser({ role: "admin" })], refuse(updateUser, 409, "last_admin", "The last admin stays an admin."));
  await page.user.selectOptions(await screen.findByLabelText("Role of Rafi Ahmed"), "User");
  await page.user.click(screen.getByRole("button", { name: "Take admin role" }));
  expect(await screen.findByText("The last admin stays an admin.")).toBeVisible();
  expect(screen.getByLabelText("Role of Rafi Ahmed")).toHaveDisplayValue("Admin");
});

it("removes after a question", async () => {
  let users = [rafi, mina];
  const page = renderAt("/dashboard/manage_users", AdminRoutes, {
    session: admin,
    answers: [
      stub(listUsersExcept, () => users),
      stub(deleteUser, ({ params }) => {
        users = users.filter(({ _id }) => _id !== params.id);
        return { deletedCount: 1 };
      }),
    ],
  });
  await page.user.click(within(await rowOf("Rafi Ahmed")).getByRole("button", { name: "Remove" }));
  await page.user.click(screen.getByRole("button", { name: "Remove Rafi Ahmed" }));
  expect(await screen.findByText("Successfully deleted")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("row", { name: /Rafi Ahmed/ })).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("heading", { name: "Manage Users" })).toHaveFocus());
});

it("keeps the question open when removing is refused", async () => {
  const page = open([rafi], refuse(deleteUser, 409, "has_contests", "This creator has open contests."));
  await page.user.click(await screen.findByRole("button", { name: "Remove" }));
  await page.user.click(screen.getByRole("button", { name: "Remove Rafi Ahmed" }));
  expect(await screen.findByText("This creator has open contests.")).toBeVisible();
});

it("filters by the address and says when nobody matches", async () => {
  const page = renderAt("/dashboard/manage_users?role=requested", AdminRoutes, {
    session: admin,
    answers: [stub(listUsersExcept, ({ query }) => (query.role === "requested" ? [] : [rafi]))],
  });
  expect(await screen.findByText("No open requests")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Show everyone" }));
  expect(await rowOf("Rafi Ahmed")).toBeVisible();
});

it("shows a skeleton, and a failure with another try", async () => {
  renderAt("/dashboard/manage_users", AdminRoutes, { session: admin, answers: [pending(listUsersExcept)] }).unmount();
  const page = renderAt("/dashboard/manage_users", AdminRoutes, {
    session: admin,
    answers: [refuse(listUsersExcept, 500, "unexpected", "Something went wrong here.")],
  });
  expect(screen.getByText("Loading the people")).toBeInTheDocument();
  await page.user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(page.calls).toHaveLength(2);
});
