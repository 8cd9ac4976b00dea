import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { toast } from "@conquest/shared/singletons/toast";
import { SILENT_TOAST } from "@conquest/shared/ui/note";
import { Toaster } from "./toaster";

test("shows a toast from before hydration without a hydration mismatch", async () => {
  const rendered = render(<Toaster />);
  const root = document.createElement("div");
  root.innerHTML = rendered.container.innerHTML;
  rendered.unmount();
  document.body.append(root);
  toast.error("You've been logged out.");

  const hydrationErrors: unknown[] = [];
  const page = await act(() =>
    hydrateRoot(root, <Toaster />, { onRecoverableError: (error) => hydrationErrors.push(error) }),
  );

  expect(screen.getByRole("alert")).toHaveTextContent("You've been logged out.");
  expect(hydrationErrors).toEqual([]);
  act(() => page.unmount());
  root.remove();
});

test("announces a toast unless the page contains the same message", () => {
  render(<Toaster />);
  act(() => {
    toast.error("Heard at once.");
    toast.success("Heard in its turn.");
    toast.error("Heard in the page.", SILENT_TOAST);
  });
  expect(screen.getByText("Heard at once.").parentElement).toHaveAttribute("role", "alert");
  expect(screen.getByText("Heard in its turn.").parentElement).toHaveAttribute("role", "status");
  expect(screen.getByText("Heard in the page.").parentElement).toHaveAttribute("aria-live", "off");
  expect(screen.getByText("Heard in the page.").parentElement).not.toHaveAttribute("role", "alert");
});
