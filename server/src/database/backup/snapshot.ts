import type { NamedFile } from "./named-files";

export interface DatabaseSnapshot {
  files: NamedFile[];
  /** Writes the snapshot to an existing file. */
  dump(file: string): Promise<void>;
}

/** Contents of a backup before they are restored. */
export interface ReadyDatabase {
  files: NamedFile[];
  /** Timestamps of the applied migrations. */
  steps: number[];
  /** Restores the database atomically. */
  place(): Promise<void>;
}
