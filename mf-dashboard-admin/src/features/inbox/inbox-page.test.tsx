import { screen } from "@testing-library/react";
import { listContactMessages, markContactMessage } from "@conquest/shared/contracts/messages";
import { renderAt } from "@conquest/shared/testing/render-at";
import { sampleId } from "@conquest/shared/testing/samples";
import { refuse, stub } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";

const admin = { role: "admin" } as const;
const message = { _id: sampleId(1), name: "Mina Das", email: "mina@example.com", message: "How do I join?", at: "2026-01-01T00:00:00.000Z", isHandled: false };

it("shows a message and marks it as handled", async () => {
  let isHandled = false;
  const page = renderAt("/dashboard/inbox", AdminRoutes, {
    session: admin,
    answers: [
      stub(listContactMessages, () => [{ ...message, isHandled }]),
      stub(markContactMessage, ({ body }) => {
        isHandled = body.isHandled;
        return { modifiedCount: 1 };
      }),
    ],
  });
  expect(await screen.findByText("How do I join?")).toBeVisible();
  expect(screen.getByText("Open")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Mark as handled" }));
  expect(await screen.findByText("Handled")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Reopen" }));
  expect(await screen.findByText("Open")).toBeVisible();
});

it("says when there is no message", async () => {
  renderAt("/dashboard/inbox", AdminRoutes, { session: admin, answers: [stub(listContactMessages, [])] });
  expect(await screen.findByText("No messages yet")).toBeVisible();
});

it("says why a message could not be marked", async () => {
  const page = renderAt("/dashboard/inbox", AdminRoutes, {
    session: admin,
    answers: [stub(listContactMessages, [message]), refuse(markContactMessage, 500, "unexpected", "Something went wrong here.")],
  });
  await page.user.click(await screen.findByRole("button", { name: "Mark as handled" }));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByText("Open")).toBeVisible();
});
