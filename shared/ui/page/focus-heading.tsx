/**
 * Takes the focus to the heading of the section, else of the page, when what had it is gone: a row was deleted, and its
 * button with it.
 */
export const focusHeadingIfLost = (section?: Element | null): void =>
  focusIfLost(() => section?.querySelector<HTMLElement>("h2[tabindex]"));

/**
 * Takes the focus to what is found, else to the page's heading, when what had it is gone. Waits until a closing dialog has tried to
 * give the focus back, and for a heading that is still to come. Only a heading is scrolled to.
 */
export function focusIfLost(find: () => HTMLElement | null | undefined): void {
  const drawing = new MutationObserver(() => takeFocus());
  setTimeout(() => {
    drawing.observe(document.body, { childList: true, subtree: true });
    takeFocus();
  }, 100);
  function takeFocus() {
    const isLost = document.activeElement === document.body;
    const place = find() ?? document.querySelector<HTMLElement>("h1");
    if (isLost && !place) return;
    drawing.disconnect();
    if (isLost) place!.focus({ preventScroll: place!.matches("th") });
  }
}
