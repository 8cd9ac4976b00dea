import type { NamedFile } from "./named-files";

export interface DatabaseSnapshot {
  files: NamedFile[];
  dump(file: string): Promise<void>;
}

export interface ReadyDatabase {
  files: NamedFile[];
  steps: number[];
  place(): Promise<void>;
}
