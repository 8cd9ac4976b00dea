import type { StoredFileRow } from "./named-files";

export interface DatabaseSnapshot {
  files: StoredFileRow[];
  dump(file: string): Promise<void>;
}

export interface PreparedRestore {
  files: StoredFileRow[];
  steps: number[];
  place(): Promise<void>;
}
