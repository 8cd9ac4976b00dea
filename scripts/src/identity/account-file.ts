import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";

export interface StoredAccount {
  localId: string;
  [field: string]: unknown;
}

export async function readAccounts(file: string): Promise<StoredAccount[]> {
  try {
    return (JSON.parse(await readFile(file, "utf8")) as { users: StoredAccount[] }).users;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new Error(`Couldn't read the accounts in ${file}: ${(error as Error).message}`);
  }
}

/** Writes `accounts()` to `file`. `save()` resolves once a state as new as its call is on disk; writes are shared. */
export function accountSaver(file: string, accounts: () => Iterable<StoredAccount>) {
  let saved = "";
  let running = Promise.resolve();
  let next: Promise<void> | undefined;

  async function write() {
    const text = JSON.stringify({ users: [...accounts()] });
    if (text === saved) return;
    await mkdir(path.dirname(file), { recursive: true });
    const draft = await open(`${file}.new`, "w");
    try {
      await draft.writeFile(text);
      await draft.sync();
    } finally {
      await draft.close();
    }
    await rename(`${file}.new`, file);
    saved = text;
  }

  return function save(): Promise<void> {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = write();
        return running;
      });
    return next;
  };
}
