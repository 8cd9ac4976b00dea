import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getMyStats } from "@conquest/shared/contracts/winners";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { listUsers, updateProfile } from "@conquest/shared/contracts/users";
import type { IdentityProvider } from "@conquest/shared/singletons/identity";
import { provideIdentity } from "@conquest/shared/singletons/session-store";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const stats = (joined: number, finished: number, won: number) => stub(getMyStats, { joined, finished, won });
const open = (...answers: Stub[]) =>
  renderAt("/dashboard/my_profile", UserRoutes, {
    session: {},
    answers: [stats(9, 8, 3), stub(listUsers, [aUser()]), ...answers],
  });

type Page = ReturnType<typeof open>;
const nameField = () => screen.findByLabelText(/New name/);
async function typeName({ user }: Page, name: string) {
  await user.clear(await nameField());
  await user.type(await nameField(), name);
}

// Preloads the lazy chunk, whose first import is slow.
beforeAll(() => import("./profile-form"));

const user = { uid: "uid-1", displayName: "Rafi Ahmed", email: "rafi@example.com", photoURL: null, metadata: {} };
const identity: IdentityProvider = {
  onChange: () => () => undefined,
  idToken: () => Promise.resolve("token"),
  register: () => Promise.resolve(user),
  signIn: () => Promise.resolve(user),
  signInWithGoogle: () => Promise.resolve(user),
  updateProfile: ({ name }) => Promise.resolve({ ...user, displayName: name ?? user.displayName }),
  signOut: () => Promise.resolve(),
};

beforeEach(() => {
  sessionStorage.clear();
  provideIdentity(identity);
});

it("shows the win rate of finished contests", async () => {
  open();
  expect(await screen.findByRole("img", { name: "Win rate: 38%" })).toBeVisible();
  expect(screen.getByText("Won 3 of 8 finished contests")).toBeVisible();
});

it("starts at zero before any contest has finished", async () => {
  renderAt("/dashboard/my_profile", UserRoutes, { session: {}, answers: [stats(1, 0, 0), stub(listUsers, [aUser()])] });
  expect(await screen.findByRole("img", { name: "Win rate: 0%" })).toBeVisible();
  expect(screen.getByText("No finished contests yet")).toBeVisible();
});

it("updates the name and shows it immediately", async () => {
  const page = open(stub(updateProfile, ({ body }) => aUser({ name: body.name ?? "" })));
  await typeName(page, "Rafi A. Khan");
  await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(await screen.findByText("Updated Successfully! Please Reload")).toBeVisible();
  expect(within(screen.getByRole("region", { name: "Account" })).getByText("Rafi A. Khan")).toBeVisible();
  expect(await nameField()).toHaveValue("Rafi A. Khan");
  expect(page.calls.find(({ endpoint }) => endpoint === updateProfile)?.body).toEqual({
    name: "Rafi A. Khan",
    photoUrl: "",
  });
});

it("starts with the current name and photo", async () => {
  renderAt("/dashboard/my_profile", UserRoutes, {
    session: { image: "/media/people/woman-01.webp" },
    answers: [stats(9, 8, 3), stub(listUsers, [aUser()])],
  });
  expect(await nameField()).toHaveValue("Rafi Ahmed");
  expect(screen.getByLabelText(/Photo URL/)).toHaveValue("/media/people/woman-01.webp");
  expect(screen.queryByRole("img", { name: "Your new photo" })).not.toBeInTheDocument();
});

it.each([false, true])("requires a change, with the name cleared: %s", async (isCleared) => {
  const page = open();
  await nameField();
  if (isCleared) await page.user.clear(await nameField());
  await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(await screen.findByText("Enter a new name, a photo URL, or both")).toBeVisible();
});

it.each([
  ["\u3164", "Use at least one visible character"],
  ["\u2800\u200b", "Use at least one visible character"],
  ["Rafi\u202e Ahmed", "Remove line breaks and hidden control characters"],
  ["\u09dc".repeat(121), "Use at most 120 characters"],
])("rejects the name %j before submitting", async (name, sentence) => {
  const page = open();
  const field = await nameField();
  fireEvent.change(field, { target: { value: name } });
  await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(field).toHaveValue(name);
  expect(field).not.toHaveAttribute("maxlength");
  expect(page.calls.filter(({ endpoint }) => endpoint === updateProfile)).toEqual([]);
});

it("accepts only https picture URLs", async () => {
  const page = open();
  await page.user.type(await screen.findByLabelText(/Photo URL/), "javascript:alert(1)");
  await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(await screen.findByText("Enter an image URL that starts with https://")).toBeVisible();
});

it("keeps the fields if the update fails", async () => {
  const page = open(stubError(updateProfile, 500, "unexpected", "Something went wrong here."));
  await typeName(page, "Rafi A. Khan");
  await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByLabelText(/New name/)).toHaveValue("Rafi A. Khan");
});

it("keeps the fields after a reload", async () => {
  const page = open();
  await typeName(page, "Rafi A. Khan");
  page.unmount();
  open();
  await waitFor(async () => expect(await nameField()).toHaveValue("Rafi A. Khan"));
  expect(await screen.findByText("Won 3 of 8 finished contests")).toBeVisible();
});

describe("a photo", () => {
  const ADDRESS = `/media/pictures/${sampleId(7)}.jpg`;
  const photo = new File([new Uint8Array(2048)], "me.jpg", { type: "image/jpeg" });

  it("is previewed after the upload and saved with the profile", async () => {
    const page = open(
      stub(uploadPicture, { address: ADDRESS, width: 800, height: 800 }),
      stub(updateProfile, ({ body }) => aUser({ image: body.photoUrl ?? "" })),
    );
    expect(screen.queryByRole("img", { name: "Your new photo" })).not.toBeInTheDocument();
    await page.user.upload(await screen.findByLabelText("Upload an image"), photo);
    expect(await screen.findByRole("img", { name: "Your new photo" })).toHaveAttribute("src", ADDRESS);
    expect(screen.getByLabelText(/Photo URL/)).toHaveValue(ADDRESS);
    await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
    expect(await screen.findByText("Updated Successfully! Please Reload")).toBeVisible();
    expect(page.calls.find(({ endpoint }) => endpoint === updateProfile)?.body).toMatchObject({ photoUrl: ADDRESS });
    expect(screen.queryByRole("img", { name: "Your new photo" })).not.toBeInTheDocument();
  });

  it("uses the front camera and offers no covers", async () => {
    open();
    expect(await screen.findByLabelText("Take a photo")).toHaveAttribute("capture", "user");
    expect(screen.queryByRole("button", { name: "Choose a cover" })).not.toBeInTheDocument();
    expect(await screen.findByText("Won 3 of 8 finished contests")).toBeVisible();
  });

  it("shows at its field that it no longer exists", async () => {
    const notFound = stubError(updateProfile, 422, "bad_input", "Some of this cannot be accepted.", {
      photoUrl: "This picture is no longer here.",
    });
    const page = open(stub(uploadPicture, { address: ADDRESS, width: 800, height: 800 }), notFound);
    await page.user.upload(await screen.findByLabelText("Upload an image"), photo);
    await screen.findByRole("img", { name: "Your new photo" });
    await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
    expect(await screen.findByText("This picture is no longer here.")).toBeVisible();
  });
});
