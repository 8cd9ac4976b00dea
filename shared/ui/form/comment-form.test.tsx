import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import CommentForm from "@conquest/shared/ui/form/comment-form";

beforeEach(() => sessionStorage.clear());

it.each([
  ["flags", "🇧🇩", 250],
  ["Bangla letters in one code point each", "\u09dc", 500],
  ["Bangla letters with a separate nukta", "\u09a1\u09bc", 500],
])("accepts 500 characters of %s, and keeps longer text with an error", async (_, letters, times) => {
  const send = jest.fn(() => Promise.resolve());
  render(
    <CommentForm
      draft="test"
      label="Question"
      hint="All can read it."
      most={500}
      rows={3}
      action="Ask"
      failed="Not asked"
      onSend={send}
    />,
  );
  const field = screen.getByLabelText("Question");
  // The browser's maxlength counts UTF-16 units and truncates pasted text.
  expect(field).not.toHaveAttribute("maxlength");
  fireEvent.change(field, { target: { value: letters.repeat(times + 1) } });
  await userEvent.click(screen.getByRole("button", { name: "Ask" }));
  expect(await screen.findByText("Use at most 500 characters")).toBeVisible();
  expect(send).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: letters.repeat(times) } });
  expect(screen.getByText(/^500 of 500 characters\./)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(send).toHaveBeenCalledWith(letters.repeat(times)));
});
