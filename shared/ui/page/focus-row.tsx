import { focusIfLost } from "@conquest/shared/ui/page/focus-heading";

const headerOf = (row: Element | null | undefined) => row?.querySelector("th");

/** Focuses a row's header without scrolling, which preserves the keyboard position. */
export const focusRow = (row: Element | null | undefined): void => headerOf(row)?.focus({ preventScroll: true });

export const focusRowIfLost = (id: string): void =>
  focusIfLost(() => headerOf(document.getElementById(id)?.closest("tr")));

/** Focuses the header of the row now at this index, or of the last row. */
export function focusNextRowIfLost(index: number): void {
  focusIfLost(() => {
    const rows = document.querySelectorAll("tbody tr");
    return headerOf(rows[Math.min(index, rows.length - 1)]);
  });
}
