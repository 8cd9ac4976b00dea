import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { toast } from "@conquest/shared/singletons/toast";
import { SAID_IN_PAGE } from "@conquest/shared/ui/note";
import { Toaster } from "./toaster";

test("a toast from before the browser takes the page over is shown, and does not contradict what was drawn", async () => {
  const drawn = render(<Toaster />);
  const root = document.createElement("div");
  root.innerHTML = drawn.container.innerHTML;
  drawn.unmount();
  document.body.append(root);
  toast.error("You were signed out.");

  const contradictions: unknown[] = [];
  const page = await act(() =>
    hydrateRoot(root, <Toaster />, { onRecoverableError: (error) => contradictions.push(error) }),
  );

  expect(screen.getByRole("alert")).toHaveTextContent("You were signed out.");
  expect(contradictions).toEqual([]);
  act(() => page.unmount());
  root.remove();
});

test("a toast is read out, but not where the page says the same", () => {
  render(<Toaster />);
  act(() => {
    toast.error("Heard at once.");
    toast.success("Heard in its turn.");
    toast.error("Heard in the page.", SAID_IN_PAGE);
  });
  expect(screen.getByText("Heard at once.").parentElement).toHaveAttribute("role", "alert");
  expect(screen.getByText("Heard in its turn.").parentElement).toHaveAttribute("role", "status");
  expect(screen.getByText("Heard in the page.").parentElement).toHaveAttribute("aria-live", "off");
  expect(screen.getByText("Heard in the page.").parentElement).not.toHaveAttribute("role", "alert");
});
