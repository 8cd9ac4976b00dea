import { useEffect, useEffectEvent } from "react";
import { isReservedKey, latinKey } from "@conquest/shared/ui/page/latin-key";

/** Named after the first page with shortcuts; applies to all pages. */
const STORAGE_KEY = "judging-keys";

/** Speech input and some keyboards trigger single-key shortcuts accidentally, so they can be disabled. */
export function areShortcutsEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

export function setShortcutsEnabled(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, "off");
  } catch {
    // Without storage, shortcuts stay enabled.
  }
}

/** Elements in which keys are input instead of shortcuts. */
const TYPING =
  "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog]";

export function useKeyboardShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isReservedKey(event)) return;
    const { target } = event;
    const key = latinKey(event);
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action) return;
    if (target instanceof Element && target.closest(TYPING)) return;
    if (!areShortcutsEnabled()) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
