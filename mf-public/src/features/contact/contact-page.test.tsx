import { screen } from "@testing-library/react";
import { sendContactMessage } from "@conquest/shared/contracts/messages";
import { renderAt } from "@conquest/shared/testing/render-at";
import { stubError, stub, stubUnreachable } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../routes";

beforeEach(() => sessionStorage.clear());

async function write(user: ReturnType<typeof renderAt>["user"]) {
  await user.type(screen.getByLabelText("Name"), "Mina Das");
  await user.type(screen.getByLabelText("Email"), "mina@example.com");
  await user.type(screen.getByLabelText("Message"), "Where is my receipt?");
}
const submit = () => screen.getByRole("button", { name: "Submit" });

it("requires all three fields", async () => {
  const { user } = renderAt("/contact_us", PublicRoutes);
  const names = Array.from(document.querySelectorAll("form [name]"), (field) => field.getAttribute("name"));
  expect(names).toEqual(["name", "email", "message"]);
  await user.click(submit());
  expect(await screen.findAllByText("This field is required")).toHaveLength(3);
});

it("shows Sending... for at least a second, then the confirmation, and clears the form", async () => {
  const { user, calls } = renderAt("/contact_us", PublicRoutes, {
    answers: [stub(sendContactMessage, { success: true })],
  });
  await write(user);
  const start = Date.now();
  await user.click(submit());
  expect(await screen.findByText("Sending...")).toBeVisible();

  expect(await screen.findAllByText("Message sent successfully")).toHaveLength(1);
  expect(screen.getByText("Thanks for your message")).toBeVisible();
  expect(Date.now() - start).toBeGreaterThanOrEqual(990);
  expect(screen.queryByText("Sending...")).not.toBeInTheDocument();
  expect(calls).toMatchObject([
    { body: { name: "Mina Das", email: "mina@example.com", message: "Where is my receipt?" } },
  ]);
  for (const field of ["Name", "Email", "Message"]) expect(screen.getByLabelText(field)).toHaveValue("");
});

it("is ready for a second message of a signed-in user", async () => {
  const { user } = renderAt("/contact_us", PublicRoutes, {
    session: { name: "Rafi Ahmed", email: "rafi@example.com" },
    answers: [stub(sendContactMessage, { success: true })],
  });
  await user.type(screen.getByLabelText("Message"), "Where is my receipt?");
  await user.click(submit());
  expect(await screen.findByText("Thanks for your message")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Rafi Ahmed");
  expect(screen.getByLabelText("Email")).toHaveValue("rafi@example.com");
  await user.click(submit());
  expect(await screen.findByText("This field is required")).toBeVisible();
  expect(screen.queryByText("Thanks for your message")).not.toBeInTheDocument();
});

it("keeps the text and shows an error if sending fails", async () => {
  const { user } = renderAt("/contact_us", PublicRoutes, { answers: [stubUnreachable(sendContactMessage)] });
  await write(user);
  await user.click(submit());
  expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't reach the server.");
  expect(screen.getAllByText(/We couldn't reach the server/)).toHaveLength(1);
  expect(screen.getByLabelText("Message")).toHaveValue("Where is my receipt?");
});

it("shows a server error at its field", async () => {
  const { user } = renderAt("/contact_us", PublicRoutes, {
    answers: [
      stubError(sendContactMessage, 422, "bad_input", "Please check the form.", {
        message: "Use at most 5000 characters",
      }),
    ],
  });
  await write(user);
  await user.click(submit());
  expect(await screen.findByText("Use at most 5000 characters")).toBeVisible();
  expect(screen.getByLabelText("Message")).toBeInvalid();
});

it("keeps an unsent message after a reload", async () => {
  const first = renderAt("/contact_us", PublicRoutes);
  await write(first.user);
  first.unmount();
  renderAt("/contact_us", PublicRoutes);
  expect(await screen.findByDisplayValue("Where is my receipt?")).toBeVisible();
});

it("prefills name and email of a signed-in user", async () => {
  renderAt("/contact_us", PublicRoutes, { session: { name: "Rafi Ahmed", email: "rafi@example.com" } });
  expect(await screen.findByDisplayValue("rafi@example.com")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Rafi Ahmed");
});
