import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Button } from "@conquest/shared/ui/button";

it("ignores clicks and keeps the focus while busy", async () => {
  const user = userEvent.setup();
  const pay = jest.fn((event: React.FormEvent) => event.preventDefault());
  const form = (isBusy: boolean) => (
    <form onSubmit={pay}>
      <Button type="submit" isBusy={isBusy}>
        Pay
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole("button", { name: "Pay" });
  await user.click(button);
  expect(pay).toHaveBeenCalledTimes(1);

  rerender(form(true));
  await user.click(button);
  await user.keyboard("{Enter}");
  expect(pay).toHaveBeenCalledTimes(1);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
});
