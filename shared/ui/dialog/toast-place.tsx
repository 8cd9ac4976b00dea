import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useIsHydrated } from "@conquest/shared/singletons/first-render";

const ID = "toasts";

/** Renders the page's toasts where {@link moveToasts} finds them. */
export const ToastPlace = ({ children }: { children: ReactNode }) =>
  useIsHydrated() && createPortal(children, toastPlace());

/** Not rendered by React, which could not remove it from another parent. */
function toastPlace(): HTMLElement {
  const place = document.getElementById(ID) ?? document.createElement("div");
  if (!place.id) {
    place.id = ID;
    document.body.append(place);
  }
  return place;
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
