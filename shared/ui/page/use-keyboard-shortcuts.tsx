import { useEffect, useEffectEvent } from "react";
import { isNotForPage, latinKey } from "@conquest/shared/ui/page/latin-key";

/** Of the page that had them first; one choice for all. */
const SWITCH = "judging-keys";

/** Whether single keys act in this browser. Speech input and some keyboards press them by mistake, so they can be switched off. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== "off";
  } catch {
    return true;
  }
}

export function switchKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(SWITCH);
    else localStorage.setItem(SWITCH, "off");
  } catch {
    // Where storage is forbidden they stay on.
  }
}

/** Where keys are typed, and are no commands. */
const TYPING =
  "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog]";

/** Calls what a key stands for, anywhere on the page but in fields and dialogs. */
export function useKeyboardShortcuts(acts: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isNotForPage(event)) return;
    const { target } = event;
    const key = latinKey(event);
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
    if (!act) return;
    if (target instanceof Element && target.closest(TYPING)) return;
    if (!areKeysOn()) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
