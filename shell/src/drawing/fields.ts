export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const FIELDS = "input:not([type=checkbox], [type=radio], [type=file]), textarea, select";

/** Whether somebody, or the browser for them, has put something else into a field than was drawn. */
export function isChanged(field: Element): field is Field {
  if (!field.matches(FIELDS)) return false;
  if (!(field instanceof HTMLSelectElement)) return (field as Field).value !== (field as HTMLInputElement).defaultValue;
  const drawn = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
  return field.value !== drawn?.value;
}

/** React gets a piece of the page ready at once when something happens in it; what changes nothing it then takes for nothing. */
export const getReady = (field: Element) => field.dispatchEvent(new Event("input", { bubbles: true }));

/** Past what React puts before it on the field itself, to see what it has set. */
export const set = (field: Element, name: "value" | "checked", to: unknown) => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)!.set!.call(field, to);

/** Puts a value into a field as if it were typed or chosen now; `typedIn`: the field that has it, and where the caret is. */
export function retype(field: Field, value: string, typedIn = field): void {
  getReady(field);
  const [from, to] = "selectionStart" in typedIn ? [typedIn.selectionStart, typedIn.selectionEnd] : [null, null];
  // It compares with what it saw last, and takes an event without a difference for none.
  field.value = "";
  set(field, "value", value);
  if (from !== null) (field as HTMLInputElement).setSelectionRange(from, to);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

/** As if the focus left it now: a form may check a field then. Where somebody is again there is nothing to be left. */
export function leaveAgain(field: Element): void {
  if (!field.isConnected || !field.matches(FIELDS) || field === document.activeElement) return;
  getReady(field);
  field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}
