/** To the head of a table's row, where it stands: the place of whoever goes by keys is kept. */
export const focusRow = (row: Element | null | undefined): void => row?.querySelector("th")?.focus({ preventScroll: true });

/** The focus of a button that what it did has disabled goes to the head of its row: a second press meets nothing. */
export function focusRowIfDisabled(held: Element | null): boolean {
  const isDisabled = held?.matches(":disabled") ?? false;
  if (isDisabled) focusRow(held?.closest("tr"));
  return isDisabled;
}
