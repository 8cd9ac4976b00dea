import { useState } from "react";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/dialog";

function Opener({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Delete</button>
      <ConfirmDialog isOpen={isOpen} onClose={() => setOpen(false)} onConfirm={onConfirm} title="Delete “Tea”?" confirmLabel="Delete contest">
        Nobody has joined it.
      </ConfirmDialog>
    </>
  );
}

describe("ConfirmDialog", () => {
  it("takes the focus to the way out, and gives it back to its opener on Escape", async () => {
    const user = userEvent.setup();
    const onConfirm = jest.fn();
    render(<Opener onConfirm={onConfirm} />);
    const opener = screen.getByRole("button", { name: "Delete" });
    await user.click(opener);

    expect(await screen.findByRole("alertdialog", { name: "Delete “Tea”?" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "Go back" })).toHaveFocus());

    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(opener).toHaveFocus();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it("acts on the button that names the act", async () => {
    const user = userEvent.setup();
    const onConfirm = jest.fn();
    render(<Opener onConfirm={onConfirm} />);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(await screen.findByRole("button", { name: "Delete contest" }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });
});
