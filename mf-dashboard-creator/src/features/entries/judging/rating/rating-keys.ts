/** Of the list and the pane one is not on the screen of a phone. */
export const isSeen = (element: Element) => element.checkVisibility?.() !== false;

const isRated = (criterion: Element) => criterion.querySelector("input:checked") !== null;

/**
 * Presses a rating of the open entry. In a contest with criteria that of the one at hand: where the focus is, or else of the first
 * that has none; the focus goes on to the next that has none, so that it is at hand then. Where all have one nothing is pressed by mistake.
 */
export function pressRating(pane: Element, rating: number): void {
  const criteria = [...pane.querySelectorAll("[data-criterion]")];
  const focused = criteria.findIndex((criterion) => criterion.contains(document.activeElement));
  const atHand =
    criteria.length === 0 ? pane : (criteria[focused] ?? criteria.find((criterion) => !isRated(criterion)));
  const radio = atHand?.querySelector<HTMLElement>(`input[type=radio][value="${rating}"]`);
  if (!radio || !isSeen(radio)) return;
  radio.click();
  if (focused === -1) return;
  const others = [...criteria.slice(focused + 1), ...criteria.slice(0, focused)];
  others
    .find((criterion) => !isRated(criterion))
    ?.querySelector("input")
    ?.focus();
}
