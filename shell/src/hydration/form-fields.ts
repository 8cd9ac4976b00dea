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
