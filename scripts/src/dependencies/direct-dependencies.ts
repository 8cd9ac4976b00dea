import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import semver from "semver";

export interface PackageJson {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, unknown>;
}

/** Returns the used versions by package name. Versions in `overrides` count, replaced packages do not. */
export function directDependencies(packages: readonly PackageJson[]): Map<string, Set<string>> {
  const versions = new Map<string, Set<string>>();
  for (const { dependencies, devDependencies, overrides } of packages)
    for (const [name, version] of Object.entries({ ...overrides, ...dependencies, ...devDependencies })) {
      if (typeof version !== "string" || name.startsWith("@conquest/")) continue;
      if (semver.valid(version)) versions.set(name, (versions.get(name) ?? new Set<string>()).add(version));
    }
  return versions;
}

export async function readPackages(root: string): Promise<PackageJson[]> {
  const folders = (await readdir(root, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && /^(?:mf-.+|server|scripts|shared|shell)$/.test(entry.name),
  );
  const names = [...folders.map(({ name }) => name), "bench", "server/tools"];
  const files = ["package.json", ...names.map((name) => path.join(name, "package.json"))];
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(path.join(root, file), "utf8")) as PackageJson),
  );
}
