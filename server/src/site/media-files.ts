import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { contentTypeOf } from "./content-type";

export interface MediaFile {
  content: Buffer;
  contentType: string;
  tag: string;
}

/**
 * The site's own pictures, by their path below `folder`. Only what lies there can be asked for: the folder is listed, and
 * an address is never turned into a path. A new picture is seen without a restart.
 */
export function mediaFiles(folder: string) {
  let names: Promise<Set<string>> | undefined;
  const cache = new Map<string, Promise<MediaFile>>();

  async function list() {
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return new Set(
      found.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")),
    );
  }

  async function read(name: string): Promise<MediaFile> {
    const content = await readFile(path.join(folder, name));
    return { content, contentType: contentTypeOf(name), tag: createHash("sha256").update(content).digest("base64url").slice(0, 27) };
  }

  return async function find(name: string): Promise<MediaFile | null> {
    const known = cache.get(name);
    if (known) return known;
    names ??= list();
    if (!(await names).has(name)) return null;
    const file = read(name);
    cache.set(name, file);
    return file;
  };
}
