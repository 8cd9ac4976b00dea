import { isChanged, leaveAgain, retype, type EarlyActs } from "./early-acts";

const CONTROLS = "a, button, input, select, textarea";

/** What was done in a page that could not answer, for the same page drawn anew. Controls go by their place among all. */
export interface Acts {
  controls: string[];
  typed: [at: number, value: string][];
  left: number[];
  clicked: number[];
  focused: number;
}

/** What a button says is part of it: another release may have another one there. */
const look = (control: Element) =>
  [control.tagName, control.getAttribute("type"), control.getAttribute("name"), control.matches("button") && control.textContent].join();

export function actsIn(page: Element, { clicked, left }: EarlyActs): Acts {
  const controls = [...page.querySelectorAll(CONTROLS)];
  return {
    controls: controls.map(look),
    typed: controls.flatMap((control, at) => (isChanged(control) ? [[at, control.value]] : [])),
    left: left.map((control) => controls.indexOf(control)),
    clicked: clicked.map((control) => controls.indexOf(control)),
    focused: controls.indexOf(document.activeElement!),
  };
}

/** Does it all again, where there is the same control in the same place. */
export function repeatActs({ controls, typed, left, clicked, focused }: Acts, page: Element): void {
  const found = [...page.querySelectorAll<HTMLElement>(CONTROLS)];
  const at = (place: number) => (found[place] && look(found[place]) === controls[place] ? found[place] : undefined);
  at(focused)?.focus({ preventScroll: true });
  for (const [place, value] of typed) {
    const field = at(place);
    if (field) retype(field as HTMLInputElement, value);
  }
  for (const place of left) {
    const field = at(place);
    if (field) leaveAgain(field);
  }
  for (const place of clicked) at(place)?.click();
}
