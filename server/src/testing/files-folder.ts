import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Provides a new upload folder for each test as `config.files`. Call it inside describe. */
export function filesFolder() {
  let parent: string;
  beforeEach(() => (parent = mkdtempSync(path.join(tmpdir(), "conquest-folder-"))));
  afterEach(() => rmSync(parent, { recursive: true }));
  return {
    kind: "folder" as const,
    get folder() {
      return path.join(parent, "files");
    },
  };
}
