import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { root } from "../root";
import { distOf } from "./parts";

/** `npm start` builds quickly: larger scripts, no source maps, no budgets. A release build also serves it. */
export type BuildKind = "quick" | "release";

/** Sources by path from the repository's root, as they were at one moment. */
export type Sources = ReadonlyMap<string, { hash: string; bytes: number }>;

interface BuildRecord {
  kind: BuildKind;
  /** The shared files that the build has read. */
  shared: string[];
  hash: string;
}

export const INPUTS_FILE = ".inputs";
const SKIPPED = new Set(["node_modules", "dist", ".tsbuild", "coverage"]);
const ROOT_FILES = ["package-lock.json", "tsconfig.base.json"];
/** Shared files that every build reads without webpack's knowledge. */
const READ_BY_ALL = /^shared\/(?:build\/|package\.json$|contracts\/parts\/contract-version\.ts$)/;

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(file);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
    }),
  );
  return nested.flat();
}

const nameOf = (file: string) => path.relative(root, file).split(path.sep).join("/");

export async function readSources(parts: readonly string[]): Promise<Sources> {
  const nested = await Promise.all([...parts, "shared"].map((folder) => filesBelow(path.join(root, folder))));
  const files = [...ROOT_FILES.map((name) => path.join(root, name)), ...nested.flat()];
  const entries = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      const hash = createHash("sha256").update(content).digest("hex");
      return [nameOf(file), { hash, bytes: content.length }] as const;
    }),
  );
  return new Map(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Includes the names of all shared files: a new file can be resolved instead of another. */
function hashOf(sources: Sources, part: string, shared: readonly string[]): string {
  const used = new Set(shared);
  const total = createHash("sha256");
  for (const [name, { hash }] of sources) {
    const isShared = name.startsWith("shared/");
    if (!isShared && !ROOT_FILES.includes(name) && !name.startsWith(`${part}/`)) continue;
    const isRead = !isShared || used.has(name) || READ_BY_ALL.test(name);
    total.update(`${name} ${isRead ? hash : ""}\n`);
  }
  return total.digest("hex");
}

/** `files` are the absolute paths that the build has read; `sources` are from before the build. */
export function recordOf(sources: Sources, part: string, kind: BuildKind, files: readonly string[]): string {
  const shared = [...new Set(files.map(nameOf))].filter((name) => name.startsWith("shared/") && sources.has(name));
  shared.sort();
  const record: BuildRecord = { kind, shared, hash: hashOf(sources, part, shared) };
  return JSON.stringify(record);
}

export function isCurrent(recorded: string, sources: Sources, part: string, kind: BuildKind): boolean {
  try {
    const { kind: builtKind, shared, hash } = JSON.parse(recorded) as BuildRecord;
    return (kind === "quick" || builtKind === "release") && hash === hashOf(sources, part, shared);
  } catch {
    return false;
  }
}

const readRecord = (part: string) => readFile(path.join(distOf(part), INPUTS_FILE), "utf8").catch(() => "");

export async function isBuilt(sources: Sources, part: string, kind: BuildKind): Promise<boolean> {
  return isCurrent(await readRecord(part), sources, part, kind);
}

/** False for a build by webpack alone, which leaves no record. */
export async function isQuickBuild(part: string): Promise<boolean> {
  return (await readRecord(part)).includes(`"kind":"quick"`);
}

export const bytesOf = (sources: Sources, part: string): number =>
  [...sources].reduce((sum, [name, { bytes }]) => (name.startsWith(`${part}/src/`) ? sum + bytes : sum), 0);
