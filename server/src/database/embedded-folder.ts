import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseUnusable } from "./postgres/unusable-database";

/** Major version of PostgreSQL in the installed PGlite. Asking PGlite itself takes seconds; a test compares the two. */
export const EMBEDDED_MAJOR = 18;

export const VERSION_FILE = "PG_VERSION";

/** A newly formatted disk contains this folder. */
const LOST_AND_FOUND = "lost+found";

/** Exists while PGlite copies a new database into the folder, file by file. */
const UNFINISHED_FILE = ".unfinished";

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new DatabaseUnusable(
      code === "ENOTDIR"
        ? `DATA_DIR must be a folder, and ${dataDir} is a file.`
        : `DATA_DIR can't be read: ${message}.`,
    );
  }
}

const move = (dataDir: string) => `To keep what it holds:
1. With the release that wrote it: DATA_DIR=${dataDir} npm run backup -w @conquest/server -- <new file>
2. With this release: DATA_DIR=<empty folder> npm run restore -w @conquest/server -- <that file>
docs/operate.md describes both commands under "Another version of the embedded database".`;

const moveFromNewer = (dataDir: string) =>
  `Start a release with PostgreSQL ${majorOf(dataDir)} on it again, or restore a backup that this release can read: DATA_DIR=<empty folder> npm run restore -w @conquest/server -- <file>`;

function majorOf(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, VERSION_FILE), "utf8").trim();
  } catch {
    return "";
  }
}

const namesOfDatabase = (dataDir: string) => namesIn(dataDir).filter((name) => name !== LOST_AND_FOUND);

/** PGlite fails without a reason on another major version, and overwrites a database without a version file. */
export function assertOpenable(dataDir: string): void {
  const names = namesOfDatabase(dataDir);
  if (names.length === 0 || names.includes(UNFINISHED_FILE)) return;
  const unchanged = "Nothing in it was changed.";
  if (!names.includes(VERSION_FILE))
    throw new DatabaseUnusable(
      `DATA_DIR must be an empty folder or one with a database: ${dataDir} holds other files and no ${VERSION_FILE}. ${unchanged} If a restore into it was interrupted, run that restore again; if its database is damaged, restore a backup into an empty folder.`,
    );
  const major = majorOf(dataDir);
  if (major === String(EMBEDDED_MAJOR)) return;
  if (!/^\d{1,3}$/.test(major))
    throw new DatabaseUnusable(
      `The database in ${dataDir} is damaged: its file ${VERSION_FILE} names no version of PostgreSQL. This release runs PostgreSQL ${EMBEDDED_MAJOR}. ${unchanged} Restore a backup into an empty folder.`,
    );
  const message = `The database in ${dataDir} was written by PostgreSQL ${major}, and this release runs PostgreSQL ${EMBEDDED_MAJOR}, which can't open it. ${unchanged}`;
  throw new DatabaseUnusable(`${message}\n${Number(major) > EMBEDDED_MAJOR ? moveFromNewer(dataDir) : move(dataDir)}`);
}

/**
 * Prepares a locked folder for a new database, unless it has one, and removes what a killed process has copied. Call the
 * returned function when the database is open.
 */
export function startFolder(dataDir: string): () => void {
  const names = namesOfDatabase(dataDir);
  if (names.length > 0 && !names.includes(UNFINISHED_FILE)) return () => undefined;
  const marker = join(dataDir, UNFINISHED_FILE);
  writeFileSync(marker, "");
  for (const name of names) if (name !== UNFINISHED_FILE) rmSync(join(dataDir, name), { recursive: true, force: true });
  return () => rmSync(marker, { force: true });
}

/** Emscripten's number of ENOSPC; its errors have no message. */
const NO_SPACE = 51;

export function cannotOpenError(dataDir: string | undefined, error: unknown): DatabaseUnusable {
  const { message, errno } = error as { message?: string; errno?: number };
  if (errno === NO_SPACE) return new DatabaseUnusable(`No space left on device for the database in ${dataDir}.`);
  return new DatabaseUnusable(
    `The database in ${dataDir ?? "memory"} can't be opened with PostgreSQL ${EMBEDDED_MAJOR}: ${message}. If its files are damaged, restore a backup into an empty folder.`,
  );
}
