import { FIELDS, getReady, isChanged, leaveAgain, retype, set, type Field } from "./form-fields";
import { takeFormSnapshot, saveFormSnapshot } from "./form-snapshot";

/** What was done while the drawn page could not answer, besides what its fields hold. */
export interface EarlyEvents {
  clicked: HTMLElement[];
  /** What had the focus and lost it. */
  left: HTMLElement[];
}

declare global {
  /** Kept by before-paint.js. */
  var conquestEarlyActs: (EarlyEvents & { place: Node | null }) | undefined;
}

/**
 * Does what was typed, chosen, left and clicked while the drawn page could not answer yet. What is put into a field later, while
 * React goes on getting the page ready, it may still take for drawn, or undo: that is done again as well, once in each field.
 * `later`: where it cannot answer yet, and what is done is still kept.
 */
export function replayEarlyEvents(root: Element, later: Element | null = null): void {
  const fields = [...root.querySelectorAll(FIELDS)].filter((field) => !later?.contains(field));
  // Before the first of them: with it React may get others ready, and take back what was chosen there.
  const changed = fields.filter(isChanged).map((field) => ({ field, value: field.value }));
  const asleep = new Set<EventTarget>(fields);
  const wake = (field: Field, value: string) => {
    asleep.delete(field);
    getReady(field);
    if (field.isConnected) retype(field, value);
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
  const switches = new Set<EventTarget>(
    [...root.querySelectorAll("input[type=checkbox]")].filter((box) => !later?.contains(box)),
  );
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
  const acts = takeFormSnapshot(root, takeEarlyEvents(later));
  saveFormSnapshot(acts);
  document.addEventListener("focusin", ({ target }) => (acts.focused = target as Element), true);
  for (const { field, value } of changed) wake(field, value);

  for (const field of acts.left) leaveAgain(field);
  for (const button of acts.clicked.filter(({ isConnected }) => isConnected)) {
    acts.clicked.splice(acts.clicked.indexOf(button), 1);
    button.click();
  }
}

/** What was clicked and left so far. From now on both are heard by whoever listens, but in `later` they are kept on. */
export function takeEarlyEvents(later: Element | null = null): EarlyEvents {
  const early = globalThis.conquestEarlyActs;
  if (!early) return { clicked: [], left: [] };
  const { clicked, left } = early;
  const isLater = (done: HTMLElement) => later?.contains(done) === true;
  Object.assign(early, { clicked: clicked.filter(isLater), left: left.filter(isLater), place: later });
  return { clicked: clicked.filter((done) => !isLater(done)), left: left.filter((done) => !isLater(done)) };
}
