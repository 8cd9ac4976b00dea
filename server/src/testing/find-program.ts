import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Finds an installed program; /usr/sbin may be missing in PATH. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}
