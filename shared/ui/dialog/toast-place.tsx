import { useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";

const ID = "toasts";

/** Renders the page's toasts where {@link moveToasts} finds them. Renders nothing on a server and during hydration. */
export function ToastPlace({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement>();
  useEffect(() => {
    // Not React's, which could not remove it from another parent.
    const element = document.createElement("div");
    element.id = ID;
    document.body.append(element);
    setPlace(element);
    return () => element.remove();
  }, []);
  return place && createPortal(children, place);
}

/** Everything outside of the topmost modal dialog is inert and below it, so the toasts are moved into it. */
export function moveToasts(): void {
  const toasts = document.getElementById(ID);
  if (!toasts) return;
  const parent = [...document.querySelectorAll(".cq-dialog[open]")].at(-1) ?? document.body;
  // Unlike append, moveBefore does not restart animations.
  if ("moveBefore" in parent) (parent as { moveBefore: Node["insertBefore"] }).moveBefore(toasts, null);
  else parent.append(toasts);
}
