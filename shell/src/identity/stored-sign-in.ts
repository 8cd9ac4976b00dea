// Firebase stores the signed-in user in IndexedDB, or in localStorage as a fallback. These internals require an exact SDK version.
const DATABASE = "firebaseLocalStorageDb";
const STORE = "firebaseLocalStorage";
const USER_KEY = /^firebase:authUser:/;

/** A slower database counts as one that may contain a sign-in. */
const TIMEOUT_MS = 1000;

/** Whether Firebase has stored a sign-in in this browser; also true if storage cannot be read. */
export const hasStoredSignIn = async (): Promise<boolean> => isInLocalStorage() || isInDatabase();

function isInLocalStorage(): boolean {
  try {
    return Object.keys(localStorage).some((key) => USER_KEY.test(key));
  } catch {
    return true;
  }
}

function isInDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(true), TIMEOUT_MS);
    try {
      readDatabase(resolve);
    } catch {
      resolve(true);
    }
  });
}

function readDatabase(callback: (isThere: boolean) => void): void {
  let isNew = false;
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => {
    // The database does not exist; the abort prevents its creation.
    isNew = true;
    opening.transaction?.abort();
  };
  opening.onerror = (event) => {
    event.preventDefault();
    callback(!isNew);
  };
  opening.onsuccess = () => {
    const database = opening.result;
    try {
      const keys = database.transaction(STORE).objectStore(STORE).getAllKeys();
      keys.onsuccess = () => callback(keys.result.some((key) => USER_KEY.test(String(key))));
      keys.onerror = () => callback(true);
    } catch {
      callback(true);
    }
    // Takes effect after the pending request.
    database.close();
  };
}
