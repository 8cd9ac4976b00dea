// localStorage key of the signed-in account, shared by all tabs.
const MARK = "signed-in";

/** Value of earlier releases, which did not store the account. */
const SOME_ACCOUNT = "yes";

/** Stored here because the identity provider has no record of an account that it signed out. */
export function markSignedIn(account: string | null): void {
  try {
    if (account !== null) localStorage.setItem(MARK, account);
    else localStorage.removeItem(MARK);
  } catch {
    // Without storage, the page can't explain why a session ended.
  }
}

/** Returns the account's `_id`, {@link SOME_ACCOUNT} if an earlier release stored it, or null. */
export function readSignInMark(): string | null {
  try {
    return localStorage.getItem(MARK);
  } catch {
    return null;
  }
}

/** Listens to other tabs: gets their account, or null if they signed out. Returns an unsubscribe function. */
export function watchSignInMark(listener: (account: string | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === MARK && newValue !== SOME_ACCOUNT) listener(newValue);
  };
  // A suspended page got no event. A missing mark is ignored here, since storage may have been cleared.
  const checkMark = () => {
    const account = readSignInMark();
    if (account !== null && account !== SOME_ACCOUNT) listener(account);
  };
  addEventListener("storage", onStorage);
  addEventListener("pageshow", checkMark);
  document.addEventListener("visibilitychange", checkMark);
  return () => {
    removeEventListener("storage", onStorage);
    removeEventListener("pageshow", checkMark);
    document.removeEventListener("visibilitychange", checkMark);
  };
}

// Names before contract 1.9.0, for remotes that were built with them. Deprecated.
export { watchSignInMark as watchMark, readSignInMark as markedAccount };
