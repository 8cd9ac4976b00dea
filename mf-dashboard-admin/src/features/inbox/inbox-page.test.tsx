import { screen, waitFor, within } from "@testing-library/react";
import { listContactMessages, markContactMessage } from "@conquest/shared/contracts/messages";
import { renderHydrated } from "@conquest/shared/testing/render-hydrated";
import { renderAt } from "@conquest/shared/testing/render-at";
import { sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";

const admin = { role: "admin" } as const;
const message = {
  _id: sampleId(1),
  name: "Mina Das",
  email: "mina@example.com",
  message: "How do I join?",
  at: "2026-01-01T00:00:00.000Z",
  isHandled: false,
  replies: [],
};

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
  expect(screen.getByText("Unanswered")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Mark as handled" }));
  expect(await screen.findByText("Handled")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Reopen" }));
  expect(await screen.findByText("Unanswered")).toBeVisible();
});

it("shows a filter choice before its results are rendered", async () => {
  const page = renderAt("/dashboard/inbox", AdminRoutes, {
    session: admin,
    answers: [stub(listContactMessages, [message])],
  });
  await screen.findByText("How do I join?");
  const select = screen.getByLabelText<HTMLSelectElement>("Status");
  await renderHydrated(async () => {
    select.value = "open";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await Promise.resolve();
    expect(page.address()).toBe("/dashboard/inbox");
    expect(select).toHaveValue("open");
  });
  await waitFor(() => expect(page.address()).toBe("/dashboard/inbox?state=open"));
});

it("keeps a handled message in place even if the server no longer lists it", async () => {
  const handled = new Set<string>();
  const all = [message, { ...message, _id: sampleId(2), name: "Rafi Ahmed", email: "rafi@example.com" }];
  const page = renderAt("/dashboard/inbox", AdminRoutes, {
    session: admin,
    answers: [
      stub(listContactMessages, () => all.filter(({ _id }) => !handled.has(_id))),
      stub(markContactMessage, ({ params }) => {
        handled.add(params.id);
        return { modifiedCount: 1 };
      }),
    ],
  });
  await page.user.click((await screen.findAllByRole("button", { name: "Mark as handled" }))[0] as HTMLElement);
  const first = within(screen.getAllByRole("article")[0] as HTMLElement);
  expect(await first.findByText("Handled")).toBeVisible();
  expect(first.getByText(/mina@example.com/)).toBeVisible();
  expect(first.getByRole("button", { name: "Reopen" })).toBeVisible();
});

it("shows an empty state", async () => {
  renderAt("/dashboard/inbox", AdminRoutes, { session: admin, answers: [stub(listContactMessages, [])] });
  expect(await screen.findByText("No messages yet")).toBeVisible();
});

it("shows why a message could not be marked", async () => {
  const page = renderAt("/dashboard/inbox", AdminRoutes, {
    session: admin,
    answers: [
      stub(listContactMessages, [message]),
      stubError(markContactMessage, 500, "unexpected", "Something went wrong here."),
    ],
  });
  await page.user.click(await screen.findByRole("button", { name: "Mark as handled" }));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByText("Unanswered")).toBeVisible();
});
