import { isChanged, replayBlur, replayValue } from "./form-fields";
import type { EarlyEvents } from "./event-replay";

const CONTROLS = "a, button, input, select, textarea";

export interface FormSnapshot extends EarlyEvents {
  controls: HTMLElement[];
  focused: Element | null;
}

const controlsIn = (page: Element) => [...page.querySelectorAll<HTMLElement>(CONTROLS)];

/** Includes a button's text, since another release may have a different button in its position. */
const signature = (control: Element) =>
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
  const currentControls = controlsIn(page);
  const replacementOf = (control: Element) => {
    const similarTo = (others: Element[]) => others.filter((other) => signature(other) === signature(control));
    const before = similarTo(controls);
    const after = similarTo(currentControls);
    return control.isConnected || before.length !== after.length
      ? undefined
      : (after[before.indexOf(control)] as HTMLElement | undefined);
  };
  if (focused) replacementOf(focused)?.focus({ preventScroll: true });
  for (const control of controls.filter(isChanged)) {
    const replacement = replacementOf(control);
    if (replacement && !isChanged(replacement)) replayValue(replacement as typeof control, control.value, control);
  }
  for (const control of left) {
    const replacement = replacementOf(control);
    if (replacement) replayBlur(replacement);
  }
  for (const control of clicked) replacementOf(control)?.click();
}

const saved: FormSnapshot[] = [];

export const saveFormSnapshot = (snapshot: FormSnapshot): void => void saved.push(snapshot);

export function restoreSavedSnapshot(page: Element): void {
  for (const snapshot of saved) {
    restoreFormSnapshot(snapshot, page);
    snapshot.clicked = snapshot.clicked.filter(({ isConnected }) => isConnected);
  }
}

export function discardSnapshot(): void {
  for (const snapshot of saved.splice(0))
    Object.assign(snapshot, { controls: [], left: [], clicked: [], focused: null });
}
