import { screen, waitFor, within } from "@testing-library/react";
import {
  listContactMessages,
  markContactMessage,
  replyToContactMessage,
  sendReplyAgain,
  type ContactReply,
} from "@conquest/shared/contracts/messages";
import { renderAt } from "@conquest/shared/testing/render-at";
import { allowed, deniedBecause, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub, stubUnreachable } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";

const admin = { role: "admin" } as const;
const AT = "2026-01-01T00:00:00.000Z";
const message = {
  _id: sampleId(1),
  name: "Mina Das",
  email: "mina@example.com",
  message: "How do I join?",
  at: AT,
  isHandled: false,
  replies: [] as ContactReply[],
};
const aReply = (fields: Partial<ContactReply> = {}): ContactReply => ({
  _id: sampleId(5),
  text: "Press it.",
  at: AT,
  by: "Ada",
  state: "queued",
  stateAt: AT,
  tries: 0,
  because: "",
  may: { sendAgain: deniedBecause("This is already waiting to be sent.") },
  ...fields,
});

afterEach(() => sessionStorage.clear());

const open = (
  answers: NonNullable<NonNullable<Parameters<typeof renderAt>[2]>["answers"]>,
  address = "/dashboard/inbox",
) => renderAt(address, AdminRoutes, { session: admin, answers });
const replies = () => screen.findByRole("list", { name: "Replies to Mina Das" });

it("shows the reply below the message and restores the focus", async () => {
  let stored = message;
  const page = open([
    stub(listContactMessages, () => [stored]),
    stub(replyToContactMessage, ({ body: { text } }) => (stored = { ...message, replies: [aReply({ text })] })),
  ]);
  expect(await screen.findByRole("link", { name: "mina@example.com" })).toHaveAttribute(
    "href",
    "mailto:mina%40example.com",
  );
  await page.user.click(screen.getByRole("button", { name: "Reply" }));
  const field = await screen.findByRole("textbox", { name: /Your reply/ });
  expect(field).toHaveFocus();
  await page.user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(await screen.findByText("This field is required")).toBeVisible();
  await page.user.type(field, "Press the button.");
  await page.user.click(screen.getByRole("button", { name: "Send reply" }));
  const list = within(await replies());
  expect(list.getByText("Press the button.")).toBeVisible();
  expect(list.getByText("Waiting to be sent")).toBeVisible();
  expect(screen.getByText("Replied")).toBeVisible();
  expect(screen.queryByText("Unanswered")).not.toBeInTheDocument();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: "Reply again" })).toHaveFocus());
});

it("keeps the text if sending fails and after a reload", async () => {
  const answers = [
    stub(listContactMessages, [message]),
    stubError(replyToContactMessage, 500, "failed", "Something went wrong here."),
  ];
  const page = open(answers);
  await page.user.click(await screen.findByRole("button", { name: "Reply" }));
  await page.user.type(await screen.findByRole("textbox", { name: /Your reply/ }), "Press it.");
  await page.user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Couldn't send your replySomething went wrong here. Your text is still here.",
  );
  expect(screen.getByRole("textbox")).toHaveValue("Press it.");
  page.unmount();
  open(answers);
  expect(await screen.findByRole("textbox", { name: /Your reply/ })).toHaveValue("Press it.");
});

it("shows an error if the server is unreachable", async () => {
  const page = open([stub(listContactMessages, [message]), stubUnreachable(replyToContactMessage)]);
  await page.user.click(await screen.findByRole("button", { name: "Reply" }));
  await page.user.type(await screen.findByRole("textbox", { name: /Your reply/ }), "Press it.");
  await page.user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(await screen.findByText("Couldn't send your reply")).toBeVisible();
  expect(screen.getByRole("textbox")).toHaveValue("Press it.");
});

it("shows author and state of each reply", async () => {
  open([
    stub(listContactMessages, [
      {
        ...message,
        replies: [
          aReply({ _id: "1", state: "sent", tries: 1 }),
          aReply({ _id: "2", by: "Bob", tries: 2 }),
          aReply({
            _id: "3",
            state: "given_up",
            tries: 9,
            because: "The mail server refused the address or the letter for good.",
          }),
        ],
      },
    ]),
  ]);
  const [sent, queued, failed] = within(await replies()).getAllByRole("listitem");
  expect(sent).toHaveTextContent(/Reply by Ada.*Sent/);
  expect(queued).toHaveTextContent(/Reply by Bob.*Waiting to be sentTried 2 times so far/);
  expect(failed).toHaveTextContent(
    /Not sentThe mail server refused the address or the letter for good\. Email them yourself at the address above/,
  );
});

it("sends a failed reply again", async () => {
  const givenUp = aReply({
    state: "given_up",
    tries: 9,
    because: "The mail server did not take it, however often it was tried.",
    may: { sendAgain: allowed },
  });
  let stored = { ...message, replies: [givenUp] };
  const page = open([
    stub(listContactMessages, () => [stored]),
    stub(sendReplyAgain, () => (stored = { ...message, replies: [aReply({ stateAt: "2026-01-02T00:00:00.000Z" })] })),
  ]);
  await page.user.click(await screen.findByRole("button", { name: "Send again" }));
  expect(await within(await replies()).findByText("Waiting to be sent")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send again" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Reply again" })).toHaveFocus();
  expect(page.calls.filter(({ endpoint }) => endpoint === sendReplyAgain)).toMatchObject([
    { params: { id: sampleId(5) } },
  ]);
});

it("shows all replies of a message that is no longer listed", async () => {
  let isListed = true;
  const page = open([
    stub(listContactMessages, () => (isListed ? [message] : [])),
    stub(markContactMessage, () => {
      isListed = false;
      return { modifiedCount: 1 };
    }),
    stub(replyToContactMessage, ({ body: { text } }) => ({
      ...message,
      replies: [aReply({ _id: "1", by: "Bob", text: "I did." }), aReply({ text })],
    })),
  ]);
  await page.user.click(await screen.findByRole("button", { name: "Mark as handled" }));
  expect(await screen.findByText("Handled", { selector: ".cq-badge" })).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Reply" }));
  await page.user.type(await screen.findByRole("textbox", { name: /Your reply/ }), "Press it.");
  await page.user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(
    within(await replies())
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining("I did."), expect.stringContaining("Press it.")]);
});

it("filters by the state in the URL and clears the filter", async () => {
  const page = open(
    [stub(listContactMessages, ({ query: { isHandled } }) => (isHandled === "true" ? [] : [message]))],
    "/dashboard/inbox?state=handled",
  );
  expect(await screen.findByText("No messages match")).toBeVisible();
  await page.user.selectOptions(screen.getByLabelText("Status"), "Only open");
  expect(await screen.findByText("How do I join?")).toBeVisible();
  expect(page.calls.at(-1)?.query).toEqual({ isHandled: "false" });
  await page.user.selectOptions(screen.getByLabelText("Status"), "Only handled");
  await page.user.click(await screen.findByRole("button", { name: "Show all messages" }));
  await waitFor(() => expect(page.calls.at(-1)?.query).toEqual({}));
  expect(await screen.findByText("How do I join?")).toBeVisible();
});
