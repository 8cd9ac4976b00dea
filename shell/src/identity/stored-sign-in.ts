// Where Firebase keeps who is signed in: its own database, or localStorage where there can be none. Its version is exact.
const DATABASE = "firebaseLocalStorageDb";
const STORE = "firebaseLocalStorage";
const PERSON = /^firebase:authUser:/;

/** A database that does not answer within this many milliseconds says nothing. */
const DEADLINE_MS = 1000;

/** Whether Firebase has kept somebody's sign-in in this browser. True also where that cannot be told. */
export const mightBeSignedIn = async (): Promise<boolean> => isInLocalStorage() || isInDatabase();

function isInLocalStorage(): boolean {
  try {
    return Object.keys(localStorage).some((key) => PERSON.test(key));
  } catch {
    return true;
  }
}

function isInDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(true), DEADLINE_MS);
    try {
      look(resolve);
    } catch {
      resolve(true);
    }
  });
}

function look(tell: (isThere: boolean) => void): void {
  let isNew = false;
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => {
    // Nobody has ever signed in here: nothing is to stay behind of having looked.
    isNew = true;
    opening.transaction?.abort();
  };
  opening.onerror = (event) => {
    event.preventDefault();
    tell(!isNew);
  };
  opening.onsuccess = () => {
    const database = opening.result;
    try {
      const keys = database.transaction(STORE).objectStore(STORE).getAllKeys();
      keys.onsuccess = () => tell(keys.result.some((key) => PERSON.test(String(key))));
      keys.onerror = () => tell(true);
    } catch {
      tell(true);
    }
    // Once the question is answered.
    database.close();
  };
}
