/** Focuses the heading if the focused element is gone, like the button of a deleted row. */
export const focusHeadingIfLost = (section?: Element | null): void =>
  focusIfLost(() => section?.querySelector<HTMLElement>("h2[tabindex]"));

/** Waits until a closing dialog has restored the focus and a heading is rendered. Scrolls only to headings. */
export function focusIfLost(find: () => HTMLElement | null | undefined): void {
  const observer = new MutationObserver(() => takeFocus());
  setTimeout(() => {
    observer.observe(document.body, { childList: true, subtree: true });
    takeFocus();
  }, 100);
  function takeFocus() {
    const isLost = document.activeElement === document.body;
    const target = find() ?? document.querySelector<HTMLElement>("h1");
    if (isLost && !target) return;
    observer.disconnect();
    if (isLost) target!.focus({ preventScroll: target!.matches("th") });
  }
}

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
