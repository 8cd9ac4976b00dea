import { useState } from "react";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfirmDialog, Dialog } from "@conquest/shared/ui/dialog/dialog";

function Opener({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Delete</button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={onConfirm}
        title="Delete “Tea”?"
        confirmLabel="Delete contest">
        Nobody has joined it.
      </ConfirmDialog>
    </>
  );
}

describe("ConfirmDialog", () => {
  it("focuses the cancel button, and restores the focus on Escape", async () => {
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

  it("confirms through the button named after the action", async () => {
    const user = userEvent.setup();
    const onConfirm = jest.fn();
    render(<Opener onConfirm={onConfirm} />);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(await screen.findByRole("button", { name: "Delete contest" }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });
});

describe.each([
  [
    "Dialog",
    (onClose: () => void) => (
      <Dialog isOpen onClose={onClose} title="Keys" actions={<button>Go</button>}>
        J
      </Dialog>
    ),
  ],
  [
    "ConfirmDialog",
    (onClose: () => void) => (
      <ConfirmDialog isOpen onClose={onClose} onConfirm={() => undefined} title="Leave?" confirmLabel="Leave">
        Now
      </ConfirmDialog>
    ),
  ],
])("an initially open %s", (_, renderDialog) => {
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && renderDialog(() => setOpen(false))}
      </>
    );
  }

  it("makes only the page inert each time, and restores it", async () => {
    const user = userEvent.setup();
    const { container } = render(<Page />);
    const opener = screen.getByRole("button", { name: "Open" });
    for (let time = 0; time < 2; time += 1) {
      await user.click(opener);
      const dialog = await screen.findByRole("heading");
      await waitFor(() => expect(container).toHaveAttribute("aria-hidden", "true"));
      expect(container.inert).toBe(true);
      expect(dialog.closest("[aria-hidden=true]")).toBeNull();

      await user.keyboard("{Escape}");
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
      expect(container).not.toHaveAttribute("aria-hidden");
      expect(container.inert).toBeFalsy();
    }
  });
});
