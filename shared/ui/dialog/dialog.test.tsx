import { useState } from "react";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hydrateRoot } from "react-dom/client";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { ToastPlace } from "@conquest/shared/ui/dialog/toast-place";

function Opener({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Delete</button>
      {isOpen && (
        <ConfirmDialog
          onClose={() => setOpen(false)}
          onConfirm={onConfirm}
          title="Delete “Tea”?"
          confirmLabel="Delete contest">
          No one has joined it.
        </ConfirmDialog>
      )}
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
      <Dialog onClose={onClose} title="Keys" actions={<button>Go</button>}>
        J
      </Dialog>
    ),
  ],
  [
    "ConfirmDialog",
    (onClose: () => void) => (
      <ConfirmDialog onClose={onClose} onConfirm={() => undefined} title="Leave?" confirmLabel="Leave">
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

describe("closing a Dialog", () => {
  function openDialog() {
    const onClose = jest.fn();
    render(
      <Dialog onClose={onClose} title="Keys">
        <input type="file" aria-label="Picture" />
      </Dialog>,
    );
    const dialog = screen.getByRole<HTMLDialogElement>("dialog", { name: "Keys" });
    const outside = dialog.querySelector(".cq-dialog-place")!;
    return { onClose, dialog, outside, picture: screen.getByLabelText("Picture") };
  }

  it("happens on a click outside", async () => {
    const { onClose, outside, picture } = openDialog();
    await userEvent.click(picture);
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(outside);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("does not happen if the pointer was pressed inside", async () => {
    const { onClose, outside, picture } = openDialog();
    await userEvent.pointer([
      { keys: "[MouseLeft>]", target: picture },
      { keys: "[/MouseLeft]", target: outside },
    ]);
    fireEvent.click(outside);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("does not happen when a file field's picker is cancelled", () => {
    const { onClose, picture } = openDialog();
    fireEvent(picture, new Event("cancel", { bubbles: true }));
    expect(onClose).not.toHaveBeenCalled();
  });

  it("is reported once if the browser closes it without asking", async () => {
    const { onClose, dialog } = openDialog();
    fireEvent(dialog, new Event("close"));
    expect(onClose).not.toHaveBeenCalled();
    act(() => dialog.close());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});

it("closes only the inner of two dialogs on Escape", async () => {
  const [closeOuter, closeInner] = [jest.fn(), jest.fn()];
  const pageWith = (isInnerOpen: boolean) => (
    <Dialog onClose={closeOuter} title="Outer">
      {isInnerOpen && (
        <Dialog onClose={closeInner} title="Inner">
          J
        </Dialog>
      )}
    </Dialog>
  );
  const { rerender } = render(pageWith(false));
  rerender(pageWith(true));
  await userEvent.keyboard("{Escape}");
  expect([closeOuter.mock.calls.length, closeInner.mock.calls.length]).toEqual([0, 1]);
});

it("keeps the toasts in the topmost dialog, and returns them to the page", () => {
  const pageWith = (isOuterOpen: boolean, isInnerOpen: boolean) => (
    <>
      <ToastPlace>Saved</ToastPlace>
      {isOuterOpen && (
        <Dialog onClose={() => undefined} title="Outer">
          J
        </Dialog>
      )}
      {isInnerOpen && (
        <Dialog onClose={() => undefined} title="Inner">
          K
        </Dialog>
      )}
    </>
  );
  const { rerender } = render(pageWith(false, false));
  const toasts = screen.getByText("Saved");
  rerender(pageWith(true, false));
  expect(screen.getByRole("dialog", { name: "Outer" })).toContainElement(toasts);
  rerender(pageWith(true, true));
  expect(screen.getByRole("dialog", { name: "Inner" })).toContainElement(toasts);
  rerender(pageWith(false, true));
  expect(screen.getByRole("dialog", { name: "Inner" })).toContainElement(toasts);
  rerender(pageWith(false, false));
  expect(toasts.parentElement).toBe(document.body);
});

it("renders nothing on a server, and opens during hydration", async () => {
  const dialog = (
    <Dialog onClose={() => undefined} title="Keys">
      J
    </Dialog>
  );
  const { TextEncoder } = await import("node:util");
  Object.assign(globalThis, { TextEncoder });
  const { renderToString } = await import("react-dom/server");
  const root = document.createElement("div");
  expect((root.innerHTML = renderToString(dialog))).toBe("");
  document.body.append(root);
  const page = await act(() => hydrateRoot(root, dialog));
  expect(screen.getByRole("dialog", { name: "Keys" })).toHaveAttribute("open");
  act(() => page.unmount());
  root.remove();
});
