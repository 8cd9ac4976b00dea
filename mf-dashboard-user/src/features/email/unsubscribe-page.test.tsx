import { screen } from "@testing-library/react";
import { readUnsubscribe, unsubscribeByLink } from "@conquest/shared/contracts/email-preferences";
import { renderAt } from "@conquest/shared/testing/render-at";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const subscription = { topic: "results" as const, title: "Results", email: "n•••@e•••.com", isWanted: true };
const open = (...answers: Stub[]) => renderAt("/unsubscribe/token", UserRoutes, { answers });

it("unsubscribes only after the press and confirms category and email", async () => {
  const page = open(stub(readUnsubscribe, subscription), stub(unsubscribeByLink, { ...subscription, isWanted: false }));
  expect(await screen.findByRole("heading", { name: "Unsubscribe from emails about “Results”?" })).toBeVisible();
  expect(page.calls.map(({ endpoint }) => endpoint)).toEqual([readUnsubscribe]);
  await page.user.click(screen.getByRole("button", { name: "Unsubscribe" }));
  expect(await screen.findByRole("heading", { name: "Unsubscribed" })).toBeVisible();
  expect(screen.getByText(/n•••@e•••\.com won't get emails about “Results”/)).toBeVisible();
  expect(page.calls.find(({ endpoint }) => endpoint === unsubscribeByLink)?.params).toEqual({ token: "token" });
});

it("shows that the emails are already turned off", async () => {
  open(stub(readUnsubscribe, { ...subscription, isWanted: false }));
  expect(await screen.findByRole("heading", { name: "Unsubscribed" })).toBeVisible();
});

it("offers no button for mandatory emails, like payment confirmations", async () => {
  const page = open(stub(readUnsubscribe, { ...subscription, topic: "money", title: "Money", isAlways: true }));
  expect(await screen.findByRole("heading", { name: "Emails about “Money” are always sent" })).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  expect(page.calls.map(({ endpoint }) => endpoint)).toEqual([readUnsubscribe]);
});

it.each([
  ["is unknown", 404, "not_found", "We couldn't find that link."],
  ["is invalid, as if lengthened by a mail program", 422, "bad_input", "Use at most 64 characters."],
] as const)("shows that a link is not valid if it %s", async (_, status, code, message) => {
  open(stubError(readUnsubscribe, status, code, message));
  expect(await screen.findByText("This unsubscribe link isn't valid")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("shows the error and keeps the button if unsubscribing fails", async () => {
  const page = open(
    stub(readUnsubscribe, subscription),
    stubError(unsubscribeByLink, 500, "failed", "Something went wrong here."),
  );
  await page.user.click(await screen.findByRole("button", { name: "Unsubscribe" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong here.");
  expect(screen.getByRole("button", { name: "Unsubscribe" })).toBeVisible();
});

it("offers a retry if the link cannot be read", async () => {
  open(stubError(readUnsubscribe, 500, "failed", "Something went wrong here."));
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
});
