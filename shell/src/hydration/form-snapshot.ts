import { isChanged, leaveAgain, retype } from "./form-fields";
import type { EarlyEvents } from "./event-replay";

const CONTROLS = "a, button, input, select, textarea";

/** Interactions before hydration, to replay if React renders the page again. */
export interface FormSnapshot extends EarlyEvents {
  controls: HTMLElement[];
  focused: Element | null;
}

const controlsIn = (page: Element) => [...page.querySelectorAll<HTMLElement>(CONTROLS)];

/** What a button says is part of it: another release may have another one there. */
const look = (control: Element) =>
  [
    control.tagName,
    control.getAttribute("type"),
    control.getAttribute("name"),
    control.matches("button") && control.textContent,
  ].join();

export const takeFormSnapshot = (page: Element, early: EarlyEvents): FormSnapshot => ({
  ...early,
  controls: controlsIn(page),
  focused: document.activeElement,
});

/** Replays interactions with removed controls on their replacements, if the number of similar controls is unchanged. */
export function restoreFormSnapshot({ controls, left, clicked, focused }: FormSnapshot, page: Element): void {
  const found = controlsIn(page);
  const twinOf = (control: Element) => {
    const like = (others: Element[]) => others.filter((other) => look(other) === look(control));
    const before = like(controls);
    const now = like(found);
    return control.isConnected || before.length !== now.length
      ? undefined
      : (now[before.indexOf(control)] as HTMLElement | undefined);
  };
  if (focused) twinOf(focused)?.focus({ preventScroll: true });
  for (const control of controls.filter(isChanged)) {
    const twin = twinOf(control);
    if (twin && !isChanged(twin)) retype(twin as typeof control, control.value, control);
  }
  for (const control of left) {
    const twin = twinOf(control);
    if (twin) leaveAgain(twin);
  }
  for (const control of clicked) twinOf(control)?.click();
}

const kept: FormSnapshot[] = [];

/** Until hydration is complete, React may replace parts of the page and their controls. */
export const saveFormSnapshot = (acts: FormSnapshot): void => void kept.push(acts);

/** Call it after React has replaced a part of the page. */
export function restoreSavedSnapshot(page: Element): void {
  for (const acts of kept) {
    restoreFormSnapshot(acts, page);
    acts.clicked = acts.clicked.filter(({ isConnected }) => isConnected);
  }
}

/** Call it when hydration is complete. */
export function discardSnapshot(): void {
  for (const acts of kept.splice(0)) Object.assign(acts, { controls: [], left: [], clicked: [], focused: null });
}
