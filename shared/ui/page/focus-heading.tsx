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
