/** Without what tests have else: all is drawn before they go on. */
export async function renderHydrated(act: () => Promise<void>) {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await act();
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
