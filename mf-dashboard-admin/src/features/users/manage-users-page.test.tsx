import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { deleteUser, listUsersExcept, updateUser, updateUsers, type Account } from "@conquest/shared/contracts/users";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";
import catalog from "../../../messages/users.bn.json";

const admin = { role: "admin", name: "Ada", email: "ada@example.com" } as const;
const rafi = aUser();
const mina = aUser({
  _id: sampleId(11),
  name: "Mina Das",
  email: "mina@example.com",
  role: "requested",
  requestedAt: "2026-03-01T00:00:00.000Z",
});

const open = (users: Account[], ...answers: Stub[]) =>
  renderAt("/dashboard/manage_users", AdminRoutes, {
    session: admin,
    answers: [stub(listUsersExcept, users), ...answers],
  });
const changed = stub(updateUser, { modifiedCount: 1 });
const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
type Rendered = ReturnType<typeof renderAt>;
const menuOf = async (page: Rendered, name: string) => {
  await page.user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  return within(screen.getByRole("menu", { name: `Actions for ${name}` }));
};
const choose = async (page: Rendered, name: string, act: string) =>
  page.user.click((await menuOf(page, name)).getByRole("menuitem", { name: act }));
const dialog = () => screen.findByRole("alertdialog");

it("lists photo, name, email, status and role of everyone else", async () => {
  const page = open([
    rafi,
    aUser({
      _id: sampleId(12),
      name: "Bo",
      email: "bo@example.com",
      status: "blocked",
      blockedBecause: "The same advertisement nine times.",
      role: "admin",
    }),
  ]);
  const row = within(await rowOf("Rafi Ahmed"));
  expect(row.getByText("rafi@example.com")).toBeVisible();
  expect(row.getByText("Verified")).toBeVisible();
  expect(row.getByText("User")).toBeVisible();
  expect(row.getByText(/^Joined/)).toBeVisible();
  const other = within(await rowOf("Bo"));
  expect(other.getByText("Blocked")).toBeVisible();
  expect(other.getByText("Admin")).toBeVisible();
  expect(other.getByText("The same advertisement nine times.")).toBeVisible();
  expect(page.calls[0]?.params).toEqual({ email: "ada@example.com" });
});

it("shows below the address whose email is not verified", async () => {
  open([
    { ...rafi, isEmailVerified: false },
    aUser({ _id: sampleId(12), name: "Bo", email: "bo@example.com", isEmailVerified: true }),
  ]);
  const row = within(await rowOf("Rafi Ahmed"));
  expect(row.getByText("Email not verified").closest("td")).toHaveTextContent(rafi.email);
  expect(within(await rowOf("Bo")).queryByText("Email not verified")).not.toBeInTheDocument();
});

it("approves a request", async () => {
  const page = open([mina], changed);
  await page.user.click(await screen.findByRole("button", { name: "Approve" }));
  expect(await screen.findByText("Role updated successfully!")).toBeVisible();
  expect(page.calls[1]).toMatchObject({
    params: { id: mina._id },
    query: { expectedRole: "requested" },
    body: { role: "creator" },
  });
});

it.each(["/dashboard/manage_users", "/dashboard/manage_users?role=requested"])(
  "keeps a decided request in place: %s",
  async (address) => {
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
          people = people.map((person) =>
            person._id === params.id ? { ...person, role: "creator", requestedAt: null } : person,
          );
          return { modifiedCount: 1 };
        }),
      ],
    });
    await page.user.click((await screen.findAllByRole("button", { name: "Approve" }))[0] as HTMLElement);
    await waitFor(async () => expect(within(await rowOf("Mina Das")).getByText("Creator")).toBeVisible());
    expect(screen.getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual([
      expect.stringContaining("Mina Das"),
      expect.stringContaining("Tania Akter"),
    ]);
    expect(screen.getAllByRole("button", { name: "Approve" })).toHaveLength(1);
  },
);

it("declines a request with a reason", async () => {
  const page = open([mina], changed);
  await page.user.click(await screen.findByRole("button", { name: "Decline" }));
  await page.user.type(await screen.findByLabelText(/Reason/), "Please complete your profile first");
  await page.user.click(screen.getByRole("button", { name: "Decline request" }));
  expect(await screen.findByText("Role updated successfully!")).toBeVisible();
  expect(page.calls[1]).toMatchObject({
    query: { expectedRole: "requested" },
    body: { role: "user", reason: "Please complete your profile first" },
  });
});

it("shows in the dialog that another admin has approved, then refreshes the row", async () => {
  let person = mina;
  const page = renderAt("/dashboard/manage_users", AdminRoutes, {
    session: admin,
    answers: [
      stub(listUsersExcept, () => [person]),
      stubError(updateUser, 409, "not_requested", "An admin already approved this request."),
    ],
  });
  await page.user.click(await screen.findByRole("button", { name: "Decline" }));
  person = { ...mina, role: "creator", requestedAt: null };
  await page.user.click(await screen.findByRole("button", { name: "Decline request" }));
  expect(await within(await dialog()).findByText("An admin already approved this request.")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Go back" }));
  expect(await within(await rowOf("Mina Das")).findByText("Creator")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Decline" })).not.toBeInTheDocument();
});

it("reopens the dialog without the error of a failed decline", async () => {
  const page = open([mina], stubError(updateUser, 500, "unexpected", "Something went wrong here."));
  await page.user.click(await screen.findByRole("button", { name: "Decline" }));
  await page.user.click(await screen.findByRole("button", { name: "Decline request" }));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Go back" }));
  await page.user.click(screen.getByRole("button", { name: "Decline" }));
  expect(await screen.findByRole("button", { name: "Decline request" })).toBeVisible();
  expect(screen.queryByText("Something went wrong here.")).not.toBeInTheDocument();
});

it("offers no decision without a request", async () => {
  open([rafi]);
  await rowOf("Rafi Ahmed");
  expect(screen.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
});

it("blocks after a dialog with a required reason", async () => {
  const page = open([rafi], changed);
  await choose(page, "Rafi Ahmed", "Block");
  expect(await dialog()).toHaveTextContent("can't log in until you unblock them");
  expect(screen.getByText(/^They see this when they try to log in/)).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Block Rafi Ahmed" }));
  expect(await screen.findByText("This field is required")).toBeVisible();
  await page.user.type(screen.getByLabelText(/Reason/), "   ");
  await page.user.click(screen.getByRole("button", { name: "Block Rafi Ahmed" }));
  expect(page.calls).toHaveLength(1);
  await page.user.type(screen.getByLabelText(/Reason/), "Nine advertisements. ");
  await page.user.click(screen.getByRole("button", { name: "Block Rafi Ahmed" }));
  expect(await screen.findByText("Status updated successfully! Please refresh")).toBeVisible();
  expect(page.calls[1]).toMatchObject({
    params: { id: rafi._id },
    body: { status: "blocked", reason: "Nine advertisements." },
  });
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
});

it("keeps status and typed reason when the dialog is cancelled, and restores the focus", async () => {
  const page = open([rafi]);
  await choose(page, "Rafi Ahmed", "Block");
  await page.user.type(await screen.findByLabelText(/Reason/), "Half a rea");
  await page.user.click(screen.getByRole("button", { name: "Go back" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(page.calls).toHaveLength(1);
  expect(within(await rowOf("Rafi Ahmed")).getByText("Verified")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Actions for Rafi Ahmed" })).toHaveFocus());
  await choose(page, "Rafi Ahmed", "Block");
  await waitFor(() => expect(screen.getByLabelText(/Reason/)).toHaveValue("Half a rea"));
});

it("unblocks without a dialog", async () => {
  const page = open([aUser({ status: "blocked" })], changed);
  await choose(page, "Rafi Ahmed", "Unblock");
  expect(await screen.findByText("Status updated successfully! Please refresh")).toBeVisible();
  expect(page.calls[1]?.body).toEqual({ status: "verified" });
});

it("changes a role and shows the new one", async () => {
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
  await choose(page, "Rafi Ahmed", "Make creator");
  expect(await screen.findByText("Role updated successfully!")).toBeVisible();
  expect(within(await rowOf("Rafi Ahmed")).getByText("Creator")).toBeVisible();
});

it("offers only actions that change the user", async () => {
  const page = open([rafi, mina, aUser({ _id: sampleId(12), name: "Bo", role: "admin", status: "blocked" })]);
  const actionsFor = async (name: string) => {
    const menu = await menuOf(page, name);
    const items = menu.getAllByRole("menuitem").map(({ textContent }) => textContent);
    await page.user.keyboard("{Escape}");
    return items;
  };
  expect(await actionsFor("Rafi Ahmed")).toEqual(["Make admin", "Make creator", "Block", "Remove"]);
  expect(await actionsFor("Mina Das")).toEqual(["Make admin", "Make creator", "Block", "Remove"]);
  expect(await actionsFor("Bo")).toEqual(["Make creator", "Make user", "Unblock", "Remove"]);
});

it("requires a confirmation before making an admin", async () => {
  const page = open([rafi], changed);
  await choose(page, "Rafi Ahmed", "Make admin");
  expect(page.calls).toHaveLength(1);
  await page.user.click(await screen.findByRole("button", { name: "Make admin" }));
  expect(await screen.findByText("Role updated successfully!")).toBeVisible();
});

it("shows why a change was rejected and keeps the role", async () => {
  const page = open(
    [aUser({ role: "admin" })],
    stubError(updateUser, 409, "last_admin", "The last admin stays an admin."),
  );
  await choose(page, "Rafi Ahmed", "Make user");
  await page.user.click(await screen.findByRole("button", { name: "Remove admin role" }));
  expect(await screen.findByText("The last admin stays an admin.")).toBeVisible();
  expect(within(await rowOf("Rafi Ahmed")).getByText("Admin")).toBeVisible();
});

it("requires a confirmation before making a creator a user", async () => {
  const page = open([{ ...rafi, role: "creator" }], changed);
  await choose(page, "Rafi Ahmed", "Make user");
  const question = within(await screen.findByRole("alertdialog", { name: "Remove the creator role from Rafi Ahmed?" }));
  expect(question.getByText(/^They can't add contests any more\./)).toBeVisible();
  expect(page.calls).toHaveLength(1);
  await page.user.click(question.getByRole("button", { name: "Remove creator role" }));
  expect(await screen.findByText("Role updated successfully!")).toBeVisible();
  expect(page.calls[1]).toMatchObject({ query: { expectedRole: "creator" }, body: { role: "user" } });
});

it("removes a user after a dialog with a reason", async () => {
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
  await choose(page, "Rafi Ahmed", "Remove");
  await page.user.type(await screen.findByLabelText(/Reason/), "Spam.");
  await page.user.click(screen.getByRole("button", { name: "Remove Rafi Ahmed" }));
  expect(await screen.findByText("Successfully deleted")).toBeVisible();
  expect(page.calls.find(({ endpoint }) => endpoint === deleteUser)?.body).toEqual({ reason: "Spam." });
  await waitFor(() => expect(screen.queryByRole("row", { name: /Rafi Ahmed/ })).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("rowheader")).toHaveFocus());
});

it("keeps the dialog and its text if removal is rejected", async () => {
  const page = open([rafi], stubError(deleteUser, 409, "has_contests", "This creator has open contests."));
  await choose(page, "Rafi Ahmed", "Remove");
  await page.user.type(await screen.findByLabelText(/Reason/), "Spam.");
  await page.user.click(screen.getByRole("button", { name: "Remove Rafi Ahmed" }));
  expect(await screen.findByText("This creator has open contests.")).toBeVisible();
  expect(screen.getByLabelText(/Reason/)).toHaveValue("Spam.");
});

it("supports keyboard navigation in the menu and restores the focus", async () => {
  const page = open([rafi]);
  const button = await screen.findByRole("button", { name: "Actions for Rafi Ahmed" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  button.focus();
  const { keyboard } = page.user;
  await keyboard("{ArrowDown}");
  const item = (name: string) => screen.getByRole("menuitem", { name });
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(item("Make admin")).toHaveFocus();
  await keyboard("{ArrowUp}");
  expect(item("Remove")).toHaveFocus();
  await keyboard("{ArrowDown}{ArrowDown}");
  expect(item("Make creator")).toHaveFocus();
  await keyboard("{End}");
  expect(item("Remove")).toHaveFocus();
  await keyboard("{Home}");
  expect(item("Make admin")).toHaveFocus();
  await keyboard("b");
  expect(item("Block")).toHaveFocus();
  await keyboard("m");
  expect(item("Make admin")).toHaveFocus();
  // The B key on a Bangla keyboard.
  fireEvent.keyDown(document.activeElement!, { key: "ব", code: "KeyB" });
  expect(item("Block")).toHaveFocus();
  await keyboard("{Escape}");
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  await keyboard("{ArrowUp}");
  expect(item("Remove")).toHaveFocus();
  await keyboard("{Tab}");
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
});

it("closes the menu on an outside click", async () => {
  const page = open([rafi]);
  await menuOf(page, "Rafi Ahmed");
  await page.user.click(screen.getByRole("heading", { name: /Manage Users/ }));
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
});

describe("bulk actions", () => {
  const tania = aUser({
    _id: sampleId(12),
    name: "Tania Akter",
    email: "tania@example.com",
    role: "requested",
    requestedAt: "2026-03-02T00:00:00.000Z",
  });
  const bo = aUser({ _id: sampleId(13), name: "Bo", email: "bo@example.com", status: "blocked" });
  const select = async (page: Rendered, ...names: string[]) => {
    for (const name of names) await page.user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
  };
  const bar = () => within(screen.getByRole("group", { name: "Bulk actions" }));
  const sent = (page: Rendered) =>
    page.calls.filter(({ endpoint }) => endpoint === updateUsers).map(({ body }) => body as unknown);

  it("offers only actions that apply to the selected users", async () => {
    const page = open([mina, tania, rafi, bo]);
    expect(await screen.findByRole("checkbox", { name: "Select all shown" })).toBeVisible();
    expect(bar().queryByRole("button")).not.toBeInTheDocument();
    await select(page, "Rafi Ahmed", "Bo");
    expect(bar().getByRole("status")).toHaveTextContent("2 users selected");
    expect(
      bar()
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["Unblock 1 user", "Block 1 user", "Clear"]);
    await page.user.click(bar().getByRole("checkbox"));
    expect(
      bar()
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["Approve 2 requests", "Decline 2 requests", "Unblock 1 user", "Block 3 users", "Clear"]);
    expect(bar().getByRole("checkbox")).toBeChecked();
    await page.user.click(bar().getByRole("button", { name: "Clear selection" }));
    expect(bar().queryByRole("button")).not.toBeInTheDocument();
  });

  it("approves requests and clears the selection", async () => {
    const page = open([mina, tania], stub(updateUsers, { modifiedCount: 2, refused: [] }));
    await select(page, "Mina Das", "Tania Akter");
    await page.user.click(bar().getByRole("button", { name: "Approve 2 requests" }));
    expect(await screen.findByText("Role updated successfully!")).toBeVisible();
    expect(sent(page)).toEqual([{ ids: [mina._id, tania._id], act: "approve", reason: "" }]);
    await waitFor(() => expect(screen.getByRole("checkbox", { name: "Select Mina Das" })).not.toBeChecked());
  });

  it("declines requests without a reason", async () => {
    const page = open([mina, tania], stub(updateUsers, { modifiedCount: 2, refused: [] }));
    await select(page, "Mina Das", "Tania Akter");
    await page.user.click(bar().getByRole("button", { name: "Decline 2 requests" }));
    await page.user.click(within(await dialog()).getByRole("button", { name: "Decline 2 requests" }));
    expect(await screen.findByText("Role updated successfully!")).toBeVisible();
    expect(sent(page)).toEqual([{ ids: [mina._id, tania._id], act: "decline", reason: "" }]);
  });

  it("blocks with a shared reason after listing the names, and shows failures", async () => {
    const page = open(
      [mina, rafi],
      stub(updateUsers, { modifiedCount: 1, refused: [{ _id: rafi._id, message: "We couldn't find that person." }] }),
    );
    await select(page, "Mina Das", "Rafi Ahmed");
    await page.user.click(bar().getByRole("button", { name: "Block 2 users" }));
    const question = within(await dialog());
    expect(question.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Mina Das", "Rafi Ahmed"]);
    await page.user.click(question.getByRole("button", { name: "Block 2 users" }));
    expect(await question.findByText("This field is required")).toBeVisible();
    await page.user.type(question.getByLabelText(/Reason/), "A ring of spammers.");
    await page.user.click(question.getByRole("button", { name: "Block 2 users" }));
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText("Couldn't block 1 user")).toBeVisible();
    expect(alert.getByRole("listitem")).toHaveTextContent("Rafi Ahmed: We couldn't find that person.");
    expect(sent(page)).toEqual([{ ids: [mina._id, rafi._id], act: "block", reason: "A ring of spammers." }]);
    expect(screen.getByText("Status updated successfully! Please refresh")).toBeVisible();
    expect(await screen.findByRole("checkbox", { name: "Select Rafi Ahmed" })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: "Select Mina Das" })).not.toBeChecked();
  });

  it.each(["Block 1 user", "Decline 1 request"])(
    "restores a drafted reason only for the same users: %s",
    async (buttonName) => {
      sessionStorage.clear();
      const page = open([mina, tania]);
      const openReasonDialog = async () => {
        await page.user.click(bar().getByRole("button", { name: buttonName }));
        return within(await dialog());
      };
      const goBack = async () => page.user.click(within(await dialog()).getByRole("button", { name: "Go back" }));
      await select(page, "Mina Das");
      await page.user.type((await openReasonDialog()).getByLabelText(/Reason/), "Mina sent spam.");
      await goBack();
      await select(page, "Mina Das", "Tania Akter");
      expect((await openReasonDialog()).getByLabelText(/Reason/)).toHaveValue("");
      await goBack();
      await select(page, "Mina Das", "Tania Akter");
      expect((await openReasonDialog()).getByLabelText(/Reason/)).toHaveValue("Mina sent spam.");
    },
  );

  it("deletes the drafted reason after sending", async () => {
    sessionStorage.clear();
    const page = open(
      [mina, rafi],
      stub(updateUsers, { modifiedCount: 1, refused: [{ _id: rafi._id, message: "We couldn't find that person." }] }),
    );
    await select(page, "Mina Das", "Rafi Ahmed");
    await page.user.click(bar().getByRole("button", { name: "Block 2 users" }));
    await page.user.type(within(await dialog()).getByLabelText(/Reason/), "Spam.");
    await page.user.click(within(await dialog()).getByRole("button", { name: "Block 2 users" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(sessionStorage).toHaveLength(0);
  });

  it("keeps the selection after an error", async () => {
    const page = open([bo], stubError(updateUsers, 500, "unexpected", "Something went wrong here."));
    await select(page, "Bo");
    await page.user.click(bar().getByRole("button", { name: "Unblock 1 user" }));
    expect(await screen.findByText("Something went wrong here.")).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "Select Bo" })).toBeChecked();
  });

  it("limits the selection to fifty", async () => {
    const many = Array.from({ length: 52 }, (_, at) =>
      aUser({ _id: sampleId(100 + at), name: `Person ${at}`, email: `person-${at}@example.com` }),
    );
    const page = open(many);
    await page.user.click(await screen.findByRole("checkbox", { name: "Select the first 50" }));
    expect(bar().getByRole("status")).toHaveTextContent("50 users selected, the maximum");
    expect(screen.getByRole("checkbox", { name: "Select Person 50" })).toBeDisabled();
    await select(page, "Person 3");
    expect(screen.getByRole("checkbox", { name: "Select Person 50" })).toBeEnabled();
  });
});

it("sorts by the join date", async () => {
  const page = open([rafi]);
  await rowOf("Rafi Ahmed");
  await page.user.selectOptions(screen.getByLabelText("Order"), "Oldest first");
  await waitFor(() => expect(page.calls.at(-1)?.query).toMatchObject({ sort: "oldest" }));
});

it("filters by the URL and shows when no user matches", async () => {
  const page = renderAt("/dashboard/manage_users?role=requested", AdminRoutes, {
    session: admin,
    answers: [stub(listUsersExcept, ({ query }) => (query.role === "requested" ? [] : [rafi]))],
  });
  expect(await screen.findByText("No open requests")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Show everyone" }));
  expect(await rowOf("Rafi Ahmed")).toBeVisible();
});

it("filters blocked users and shows an empty state", async () => {
  const page = renderAt("/dashboard/manage_users", AdminRoutes, {
    session: admin,
    answers: [stub(listUsersExcept, ({ query }) => (query.status === "blocked" ? [] : [rafi]))],
  });
  await page.user.selectOptions(await screen.findByLabelText("Show"), "Blocked");
  expect(await screen.findByText("No blocked users")).toBeVisible();
  expect(page.calls.at(-1)?.query?.["role"]).toBeUndefined();
});

it("shows a skeleton and an error with a retry", async () => {
  renderAt("/dashboard/manage_users", AdminRoutes, {
    session: admin,
    answers: [stubPending(listUsersExcept)],
  }).unmount();
  const page = renderAt("/dashboard/manage_users", AdminRoutes, {
    session: admin,
    answers: [stubError(listUsersExcept, 500, "unexpected", "Something went wrong here.")],
  });
  expect(screen.getByText("Loading users")).toBeInTheDocument();
  await page.user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(page.calls).toHaveLength(2);
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog]));
  afterEach(() => provideLanguage("en", []));

  it("counts the selected users with Bangla digits", async () => {
    const page = open([rafi, mina]);
    await page.user.click(await screen.findByLabelText("তালিকার সবাইকে বেছে নিন"));
    expect(screen.getByText("২ জন ব্যবহারকারী বেছে নেওয়া হয়েছে")).toBeVisible();
    expect(screen.getByRole("button", { name: "১টি আবেদন অনুমোদন করুন" })).toBeVisible();
    expect(within(await rowOf("Mina Das")).getByText(/আয়োজক হওয়ার আবেদন করেছেন$/)).toBeVisible();
  });
});
