import { useState } from "react";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

// Its code, including focus handling, is loaded with the first dialog.
const LateDialog = lazyComponent(async () => ({
  default: (await import("@conquest/shared/ui/dialog/confirm-dialog")).ConfirmDialog,
}));

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => void LateDialog.load().then(() => setOpen(true))}>Delete</button>
      {isOpen && (
        <LateDialog
          onClose={() => setOpen(false)}
          onConfirm={() => undefined}
          title="Delete “Tea”?"
          confirmLabel="Delete contest">
          Nobody has joined it.
        </LateDialog>
      )}
    </>
  );
}

it("restores the focus after a dialog that was loaded on demand", async () => {
  const user = userEvent.setup();
  render(<Opener />);
  await user.tab();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Go back" })).toHaveFocus());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("button", { name: "Delete" })).toHaveFocus());
});
