import { focusIfLost } from "@conquest/shared/ui/page/focus-heading";

const headOf = (row: Element | null | undefined) => row?.querySelector("th");

/** To the head of a table's row, where it stands: the place of whoever goes by keys is kept. */
export const focusRow = (row: Element | null | undefined): void => headOf(row)?.focus({ preventScroll: true });

/** To the head of the row with this element, when what had the focus is gone from it. */
export const focusRowIfLost = (id: string): void =>
  focusIfLost(() => headOf(document.getElementById(id)?.closest("tr")));

/** To the head of the row that has the place now of one that is gone, or to the last. */
export function focusNextRowIfLost(index: number): void {
  focusIfLost(() => {
    const rows = document.querySelectorAll("tbody tr");
    return headOf(rows[Math.min(index, rows.length - 1)]);
  });
}
