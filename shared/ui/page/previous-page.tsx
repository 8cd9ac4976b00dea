/** The fallback is the router's index, which restarts with every page load. */
export function hasPreviousPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number };
  return window.navigation?.canGoBack ?? idx > 0;
}
