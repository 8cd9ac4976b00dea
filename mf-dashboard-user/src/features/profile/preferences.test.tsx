import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getUser, listUsers, updatePreferences, type Account } from "@conquest/shared/contracts/users";
import { getMyStats } from "@conquest/shared/contracts/winners";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser } from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

beforeAll(() => Promise.all([import("./profile-form"), import("./preferences")]));

async function open(account: Partial<Account>, ...answers: Stub[]) {
  const page = renderAt("/dashboard/profile", UserRoutes, {
    session: account,
    answers: [
      stub(getUser, aUser(account)),
      stub(listUsers, [aUser(account)]),
      stub(getMyStats, { joined: 9, finished: 8, won: 3 }),
      ...answers,
    ],
  });
  await waitFor(() => expect(page.calls.filter(({ endpoint }) => endpoint === listUsers)).toHaveLength(1));
  return page;
}

it("saves a chosen time zone", async () => {
  const { calls } = await open(
    { timeZone: "Asia/Dhaka", language: null },
    stub(updatePreferences, aUser({ timeZone: "Europe/Rome" })),
  );
  const field = await screen.findByLabelText("Time zone");
  expect(field).toHaveDisplayValue("Asia/Dhaka");
  await userEvent.selectOptions(field, "Europe/Rome");
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(calls.find(({ endpoint }) => endpoint === updatePreferences)?.body).toEqual({ timeZone: "Europe/Rome" });
});

it("keeps a stored zone that the browser lacks if another choice fails", async () => {
  await open({ timeZone: "Asia/Saigon2", language: null }, stubError(updatePreferences, 503, "busy", "Try later."));
  const field = await screen.findByLabelText("Time zone");
  expect(field).toHaveDisplayValue("Asia/Saigon2");
  await userEvent.selectOptions(field, "Europe/Rome");
  expect(await screen.findByRole("alert")).toHaveTextContent("Try later.");
  expect(field).toHaveDisplayValue("Asia/Saigon2");
});

it("offers languages only on a site with several", async () => {
  await open({ timeZone: null, language: null });
  expect(await screen.findByLabelText("Time zone")).toHaveDisplayValue("Choose a time zone");
  expect(screen.queryByLabelText("Language")).toBeNull();
});

it("hides the section if the server stores neither", async () => {
  await open({ timeZone: undefined, language: undefined });
  expect(screen.queryByRole("heading", { name: "Language and time" })).toBeNull();
});
