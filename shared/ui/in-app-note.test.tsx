import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { InAppNote, isInApp } from "./in-app-note";

const show = () => {
  const user = userEvent.setup();
  render(
    <InAppNote title="Google login doesn’t work in this app" address={() => "/login?from=%2Fall_contests"}>
      You can log in with your email.
    </InAppNote>,
  );
  return { user, copy: () => user.click(screen.getByRole("button", { name: "Copy link" })) };
};

it("explains what works here and how to open a browser", () => {
  show();
  expect(screen.getByText("Google login doesn’t work in this app")).toBeVisible();
  expect(screen.getByText("You can log in with your email.")).toBeVisible();
  expect(screen.getByText(/Open in browser/)).toBeVisible();
});

it("copies the link with the return path", async () => {
  const { copy } = show();
  await copy();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/login?from=%2Fall_contests`);
});

it("shows the link if the app blocks the clipboard", async () => {
  const { copy } = show();
  jest.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
  await copy();
  expect(await screen.findByRole("status")).toHaveTextContent(
    `Copy this link: ${location.origin}/login?from=%2Fall_contests`,
  );
});

it("reads the shell's mark from before the first paint", () => {
  expect(isInApp()).toBe(false);
  document.documentElement.dataset["inApp"] = "";
  expect(isInApp()).toBe(true);
  delete document.documentElement.dataset["inApp"];
});
