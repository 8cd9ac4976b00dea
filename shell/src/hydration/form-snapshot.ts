import type { EarlyEvents } from "./event-replay";

const CONTROLS = "a, button, input, select, textarea";

interface FormSnapshot extends EarlyEvents {
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

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const FIELDS = "input:not([type=checkbox], [type=radio], [type=file]), textarea, select";

export function isChanged(field: Element): field is Field {
  if (!field.matches(FIELDS)) return false;
  if (!(field instanceof HTMLSelectElement)) return (field as Field).value !== (field as HTMLInputElement).defaultValue;
  const rendered = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
  return field.value !== rendered?.value;
}

/** An event makes React hydrate its boundary at once. This one changes no value, so React ignores it afterwards. */
export const triggerHydration = (field: Element) => field.dispatchEvent(new Event("input", { bubbles: true }));

/** Sets the native property and bypasses React's value tracker on the field. */
export const setNativeProperty = (field: Element, name: "value" | "checked", to: unknown) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)!.set!.call(field, to);

export function replayValue(field: Field, value: string, typedIn = field): void {
  triggerHydration(field);
  const [from, to] = "selectionStart" in typedIn ? [typedIn.selectionStart, typedIn.selectionEnd] : [null, null];
  // React's value tracker drops an event if the value has not changed since the last one.
  field.value = "";
  setNativeProperty(field, "value", value);
  if (from !== null) (field as HTMLInputElement).setSelectionRange(from, to);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

/** Repeats a blur, on which a form may validate. Does nothing if the field has the focus again. */
export function replayBlur(field: Element): void {
  if (!field.isConnected || !field.matches(FIELDS) || field === document.activeElement) return;
  triggerHydration(field);
  field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}
