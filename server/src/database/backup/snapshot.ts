import type { NamedFile } from "./named-files";

/** A database at one moment. */
export interface DatabaseSnapshot {
  files: NamedFile[];
  /** Writes all that it holds at that moment into a file that is there. */
  dump(file: string): Promise<void>;
}

/** What a backup holds, before any of it is where it goes. */
export interface ReadyDatabase {
  files: NamedFile[];
  /** When each step was made that it has taken. */
  steps: number[];
  /** Puts it where it goes, all of it or nothing. */
  place(): Promise<void>;
}
