import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { toast } from "@conquest/shared/singletons/toast";
import { Toaster } from "./toaster";

test("a toast from before the browser takes the page over is shown, and does not contradict what was drawn", async () => {
  const drawn = render(<Toaster />);
  const root = document.createElement("div");
  root.innerHTML = drawn.container.innerHTML;
  drawn.unmount();
  document.body.append(root);
  toast.error("You were signed out.");

  const contradictions: unknown[] = [];
  const page = await act(() => hydrateRoot(root, <Toaster />, { onRecoverableError: (error) => contradictions.push(error) }));

  expect(screen.getByRole("alert")).toHaveTextContent("You were signed out.");
  expect(contradictions).toEqual([]);
  act(() => page.unmount());
  root.remove();
});
