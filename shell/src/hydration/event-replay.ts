import {
  FIELDS,
  triggerHydration,
  isChanged,
  replayBlur,
  replayValue,
  setNativeProperty,
  takeFormSnapshot,
  saveFormSnapshot,
  type Field,
} from "./form-snapshot";

export interface EarlyEvents {
  clicked: HTMLElement[];
  left: HTMLElement[];
}

declare global {
  var conquestEarlyActs: (EarlyEvents & { place: Node | null }) | undefined;
}

/**
 * Replays input, blurs and clicks from before hydration, and the first input of each field during it, which React may
 * ignore or reset. Events in `later`, which is not hydrated yet, stay recorded.
 */
export function replayEarlyEvents(root: Element, later: Element | null = null): void {
  const fields = [...root.querySelectorAll(FIELDS)].filter((field) => !later?.contains(field));
  // Read before the first replay, which may hydrate other fields and reset their selections.
  const changed = fields.filter(isChanged).map((field) => ({ field, value: field.value }));
  const unhydrated = new Set<EventTarget>(fields);
  const replayInput = (field: Field, value: string) => {
    unhydrated.delete(field);
    triggerHydration(field);
    if (field.isConnected) replayValue(field, value);
  };
  const handleInput = (event: Event) => {
    const { target, type } = event;
    if (!target || !unhydrated.has(target) || (event as InputEvent).isComposing) return;
    const isSelect = target instanceof HTMLSelectElement;
    // A select fires both input and change. React receives only the replayed event.
    if (isSelect) event.stopImmediatePropagation();
    if (isSelect === (type === "change")) replayInput(target as Field, (target as Field).value);
  };
  // React misses blurs in a boundary that is not hydrated.
  const handleBlur = ({ target }: Event) =>
    void (target && unhydrated.has(target) && triggerHydration(target as Field));
  // If React hydrates between press and click, it takes the toggled state for the rendered one and misses the change.
  const checkboxes = new Set<EventTarget>(
    [...root.querySelectorAll("input[type=checkbox]")].filter((box) => !later?.contains(box)),
  );
  const handleClick = ({ target }: Event) => {
    if (!target || !checkboxes.delete(target)) return;
    const box = target as HTMLInputElement;
    const { checked } = box;
    setNativeProperty(box, "checked", !checked);
    triggerHydration(box);
    setNativeProperty(box, "checked", checked);
  };
  document.addEventListener("click", handleClick, true);
  document.addEventListener("focusout", handleBlur, true);
  document.addEventListener("input", handleInput, true);
  document.addEventListener("change", handleInput, true);
  const snapshot = takeFormSnapshot(root, takeEarlyEvents(later));
  saveFormSnapshot(snapshot);
  document.addEventListener("focusin", ({ target }) => (snapshot.focused = target as Element), true);
  for (const { field, value } of changed) replayInput(field, value);

  for (const field of snapshot.left) replayBlur(field);
  for (const button of snapshot.clicked.filter(({ isConnected }) => isConnected)) {
    snapshot.clicked.splice(snapshot.clicked.indexOf(button), 1);
    button.click();
  }
}

/** Returns the recorded events and stops recording, except in `later`. */
export function takeEarlyEvents(later: Element | null = null): EarlyEvents {
  const recorded = globalThis.conquestEarlyActs;
  if (!recorded) return { clicked: [], left: [] };
  const { clicked, left } = recorded;
  const isLater = (element: HTMLElement) => later?.contains(element) === true;
  Object.assign(recorded, { clicked: clicked.filter(isLater), left: left.filter(isLater), place: later });
  return { clicked: clicked.filter((element) => !isLater(element)), left: left.filter((element) => !isLater(element)) };
}
