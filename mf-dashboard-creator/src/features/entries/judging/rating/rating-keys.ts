/** On phones either the list or the pane is hidden. */
export const isOnScreen = (element: Element) => element.checkVisibility?.() !== false;

const isRated = (criterion: Element) => criterion.querySelector("input:checked") !== null;

/** Rates the open entry, or its focused or first unrated criterion, and moves on. Does nothing if all are rated. */
export function pressRating(pane: Element, rating: number): void {
  const criteria = [...pane.querySelectorAll("[data-criterion]")];
  const focused = criteria.findIndex((criterion) => criterion.contains(document.activeElement));
  const target =
    criteria.length === 0 ? pane : (criteria[focused] ?? criteria.find((criterion) => !isRated(criterion)));
  const radio = target?.querySelector<HTMLElement>(`input[type=radio][value="${rating}"]`);
  if (!radio || !isOnScreen(radio)) return;
  radio.click();
  if (focused === -1) return;
  const others = [...criteria.slice(focused + 1), ...criteria.slice(0, focused)];
  others
    .find((criterion) => !isRated(criterion))
    ?.querySelector("input")
    ?.focus();
}
