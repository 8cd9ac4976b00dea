/** What was done while the drawn page could not answer, besides what its fields hold. */
export interface EarlyActs {
  clicked: HTMLElement[];
  /** What had the focus and lost it. */
  left: HTMLElement[];
}

declare global {
  /** Kept by before-paint.js. */
  var conquestEarlyActs: (EarlyActs & { place: Node | null }) | undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = "input:not([type=checkbox], [type=radio], [type=file]), textarea, select";

/** Whether somebody, or the browser for them, has put something else into a field than was drawn. */
export function isChanged(field: Element): field is Field {
  if (!field.matches(FIELDS)) return false;
  if (!(field instanceof HTMLSelectElement)) return (field as Field).value !== (field as HTMLInputElement).defaultValue;
  const drawn = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
  return field.value !== drawn?.value;
}

/** React gets a piece of the page ready at once when something happens in it; what changes nothing it then takes for nothing. */
const getReady = (field: Element) => field.dispatchEvent(new Event("input", { bubbles: true }));

/** Past what React puts before it on the field itself, to see what it has set. */
const set = (field: Element, name: "value" | "checked", to: unknown) => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)!.set!.call(field, to);

/** Puts a value into a field as if it were typed or chosen now. */
export function retype(field: Field, value: string): void {
  getReady(field);
  const [from, to] = "selectionStart" in field ? [field.selectionStart, field.selectionEnd] : [null, null];
  // It compares with what it saw last, and takes an event without a difference for none.
  field.value = "";
  set(field, "value", value);
  if (from !== null) (field as HTMLInputElement).setSelectionRange(from, to);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

/**
 * Does what was typed, chosen, left and clicked while the drawn page could not answer yet. What is put into a field later, while
 * React goes on getting the page ready, it may still take for drawn, or undo: that is done again as well, once in each field.
 * `later`: where it cannot answer yet, and what is done is still kept.
 */
export function repeatEarlyActs(root: Element, later: Element | null = null): void {
  const fields = [...root.querySelectorAll(FIELDS)].filter((field) => !later?.contains(field));
  // Before the first of them: with it React may get others ready, and take back what was chosen there.
  const changed = fields.filter(isChanged).map((field) => ({ field, value: field.value }));
  const asleep = new Set<EventTarget>(fields);
  const wake = (field: Field, value: string) => {
    asleep.delete(field);
    retype(field, value);
  };
  // On its way down to React, which listens at the root.
  const hear = (event: Event) => {
    const { target, type } = event;
    if (!target || !asleep.has(target) || (event as InputEvent).isComposing) return;
    const isChoice = target instanceof HTMLSelectElement;
    // Said in both ways. React hears of the one that is sent for it.
    if (isChoice) event.stopImmediatePropagation();
    if (isChoice === (type === "change")) wake(target as Field, (target as Field).value);
  };
  // Of a piece that is not ready React does not hear that it was left.
  const hearLeft = ({ target }: Event) => void (target && asleep.has(target) && getReady(target as Field));
  // Pressed before React listened and let go after: the browser has switched it by then, and React would take that for drawn.
  const switches = new Set<EventTarget>([...root.querySelectorAll("input[type=checkbox]")].filter((box) => !later?.contains(box)));
  const hearClick = ({ target }: Event) => {
    if (!target || !switches.delete(target)) return;
    const box = target as HTMLInputElement;
    const { checked } = box;
    set(box, "checked", !checked);
    getReady(box);
    set(box, "checked", checked);
  };
  document.addEventListener("click", hearClick, true);
  document.addEventListener("focusout", hearLeft, true);
  document.addEventListener("input", hear, true);
  document.addEventListener("change", hear, true);
  for (const { field, value } of changed) wake(field, value);

  const { clicked, left } = takeEarlyActs(later);
  for (const field of left) leaveAgain(field);
  for (const button of clicked) if (button.isConnected) button.click();
}

/** As if the focus left it now: a form may check a field then. Where somebody is again there is nothing to be left. */
export function leaveAgain(field: Element): void {
  if (!field.isConnected || !field.matches(FIELDS) || field === document.activeElement) return;
  getReady(field);
  field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}

/** What was clicked and left so far. From now on both are heard by whoever listens, but in `later` they are kept on. */
export function takeEarlyActs(later: Element | null = null): EarlyActs {
  const early = globalThis.conquestEarlyActs;
  if (!early) return { clicked: [], left: [] };
  const { clicked, left } = early;
  const isLater = (done: HTMLElement) => later?.contains(done) === true;
  Object.assign(early, { clicked: clicked.filter(isLater), left: left.filter(isLater), place: later });
  return { clicked: clicked.filter((done) => !isLater(done)), left: left.filter((done) => !isLater(done)) };
}
