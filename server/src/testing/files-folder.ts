import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder of uploads, new for each test, as a server's `config.files`. Call it where the tests are described. */
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
