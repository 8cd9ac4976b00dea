import { readFile } from "node:fs/promises";
import path from "node:path";
import { contentTypeOf } from "../../releases/store/content-type";
import { isFilePath } from "../../releases/store/file-path";

export interface MediaFile {
  content: Buffer;
  contentType: string;
}

const NO_FILE = new Set(["ENOENT", "EISDIR", "ENOTDIR"]);

/** Reads the site's own pictures by path within `folder`. Not cached, so changes appear at once. */
export function mediaFiles(folder: string) {
  return async function find(name: string): Promise<MediaFile | null> {
    if (!isFilePath(name)) return null;
    try {
      return { content: await readFile(path.join(folder, name)), contentType: contentTypeOf(name) };
    } catch (error) {
      if (NO_FILE.has((error as NodeJS.ErrnoException).code ?? "")) return null;
      throw error;
    }
  };
}
