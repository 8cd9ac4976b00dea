import { useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useIsHydrated } from "@conquest/shared/ui/page/use-is-hydrated";

const ID = "toasts";

/** Renders the page's toasts where {@link moveToasts} finds them. Renders nothing on a server and during hydration. */
export function ToastPlace({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated();
  // Not rendered by React, which could not remove it from another parent.
  const [place] = useState(createPlace);
  useEffect(() => {
    if (!place) return;
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  return isHydrated && place && createPortal(children, place);
}

function createPlace(): HTMLElement | null {
  if (typeof document === "undefined") return null;
  return Object.assign(document.createElement("div"), { id: ID });
}

/** Everything outside of the topmost modal dialog is inert and below it, so the toasts are moved into it. */
export function moveToasts(): void {
  const toasts = document.getElementById(ID);
  if (!toasts) return;
  const parent = [...document.querySelectorAll(".cq-dialog[open]")].at(-1) ?? document.body;
  // Unlike append, moveBefore does not restart animations.
  const move = (parent as { moveBefore?: Node["insertBefore"] }).moveBefore ?? parent.insertBefore;
  move.call(parent, toasts, null);
}
