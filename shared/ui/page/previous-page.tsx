/** Whether a page of this site comes before this one. The router's own count begins anew with every page load. */
export function hasPreviousPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number };
  return window.navigation?.canGoBack ?? idx > 0;
}
