// In localStorage, which all tabs of the browser share: which account is signed in.
const MARK = "signed-in";

/** Written by earlier releases, which did not say which account. */
const SOME_ACCOUNT = "yes";

/** Keeps which account is signed in, or that none is: the provider forgets an account that it signs out, and gives no reason. */
export function markSignedIn(account: string | null): void {
  try {
    if (account !== null) localStorage.setItem(MARK, account);
    else localStorage.removeItem(MARK);
  } catch {
    // Where storage is forbidden nobody is told why they were signed out.
  }
}

/** The `_id` of the account that is signed in in this browser, or another word where it is not known which; null where none is. */
export function markedAccount(): string | null {
  try {
    return localStorage.getItem(MARK);
  } catch {
    return null;
  }
}

/** Calls the listener with the account that another tab has signed in, or with null where it has signed one out. Returns how to stop. */
export function watchMark(hear: (account: string | null) => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === MARK && newValue !== SOME_ACCOUNT) hear(newValue);
  };
  // A page that slept was not told. No mark at all says nothing then: it may have been cleared.
  const look = () => {
    const account = markedAccount();
    if (account !== null && account !== SOME_ACCOUNT) hear(account);
  };
  addEventListener("storage", follow);
  addEventListener("pageshow", look);
  document.addEventListener("visibilitychange", look);
  return () => {
    removeEventListener("storage", follow);
    removeEventListener("pageshow", look);
    document.removeEventListener("visibilitychange", look);
  };
}
