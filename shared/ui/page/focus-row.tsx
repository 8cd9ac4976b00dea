/** The focus of a button that what it did has disabled goes to the head of its table's row: its place is kept, and a second press meets nothing. */
export function focusRowIfDisabled(held: Element | null): boolean {
  const isDisabled = held?.matches(":disabled") ?? false;
  if (isDisabled) held?.closest("tr")?.querySelector("th")?.focus({ preventScroll: true });
  return isDisabled;
}
