/**
 * Returns whether the history has a previous page of this site. Fallback: the router's index, which restarts with
 * every page load.
 */
export function hasPreviousPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number };
  return window.navigation?.canGoBack ?? idx > 0;
}
