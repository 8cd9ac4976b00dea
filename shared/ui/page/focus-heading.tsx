/**
 * Takes the focus to the heading of the section, else of the page, when what had it is gone: a row was deleted, and its
 * button with it. Waits until a closing dialog has tried to give the focus back, and for a heading that is still to come.
 */
export function focusHeadingIfLost(section?: Element | null): void {
  const drawing = new MutationObserver(() => takeFocus());
  setTimeout(() => {
    drawing.observe(document.body, { childList: true, subtree: true });
    takeFocus();
  }, 100);
  function takeFocus() {
    const isLost = document.activeElement === document.body;
    const heading = section?.querySelector<HTMLElement>("h2[tabindex]") ?? document.querySelector<HTMLElement>("h1");
    if (isLost && !heading) return;
    drawing.disconnect();
    if (isLost) heading!.focus();
  }
}
