import { screen } from "@testing-library/react";
import { getMyStats } from "@conquest/shared/contracts/winners";
import { updateProfile } from "@conquest/shared/contracts/users";
import type { IdentityProvider } from "@conquest/shared/singletons/identity";
import { provideIdentity } from "@conquest/shared/singletons/session-store";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser } from "@conquest/shared/testing/samples";
import { refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const stats = (joined: number, finished: number, won: number) => stub(getMyStats, { joined, finished, won });
const open = (...answers: Stub[]) => renderAt("/dashboard/my_profile", UserRoutes, { session: {}, answers: [stats(9, 8, 3), ...answers] });

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

it("draws the win rate over finished contests", async () => {
  open();
  expect(await screen.findByRole("img", { name: "Win rate: 38%" })).toBeVisible();
  expect(screen.getByText("3 of 8")).toBeVisible();
});

it("starts at zero before any contest has finished", async () => {
  renderAt("/dashboard/my_profile", UserRoutes, { session: {}, answers: [stats(1, 0, 0)] });
  expect(await screen.findByRole("img", { name: "Win rate: 0%" })).toBeVisible();
  expect(screen.getByText("No finished contests yet")).toBeVisible();
});

it("updates the name, and shows it at once", async () => {
  const page = open(stub(updateProfile, ({ body }) => aUser({ name: body.name ?? "" })));
  await page.user.type(screen.getByLabelText(/New name/), "Rafi A. Khan");
  await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(await screen.findByText("Updated Successfully! Please Reload")).toBeVisible();
  expect(screen.getByText(/You are shown as Rafi A. Khan/)).toBeVisible();
  expect(screen.getByLabelText(/New name/)).toHaveValue("");
});

it("asks for something to change", async () => {
  const page = open();
  await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(await screen.findByText("Please enter a new name, a photo URL, or both.")).toBeVisible();
});

it("takes only https pictures", async () => {
  const page = open();
  await page.user.type(screen.getByLabelText(/Photo URL/), "javascript:alert(1)");
  await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(await screen.findByText("Please give a picture address that starts with https://")).toBeVisible();
});

it("keeps what was typed when the update fails", async () => {
  const page = open(refuse(updateProfile, 500, "unexpected", "Something went wrong here."));
  await page.user.type(screen.getByLabelText(/New name/), "Rafi A. Khan");
  await page.user.click(screen.getByRole("button", { name: "Update Profile" }));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByLabelText(/New name/)).toHaveValue("Rafi A. Khan");
});

it("keeps what was typed over a reload", async () => {
  const page = open();
  await page.user.type(screen.getByLabelText(/New name/), "Rafi A. Khan");
  page.unmount();
  open();
  expect(screen.getByLabelText(/New name/)).toHaveValue("Rafi A. Khan");
  expect(await screen.findByText("3 of 8")).toBeVisible();
});
