import type { Registry, RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";
import { pageData } from "../hydration/ssr-payload";

const STORAGE_KEY = "conquest.registry";
const TIMEOUT_MS = 4000;

/** A registry without its unreadable entries, which disable only their own parts. */
export interface ParsedRegistry extends Registry {
  unreadable: string[];
}

export const readInlinedRegistry = (): ParsedRegistry | undefined => parseRegistry(pageData("conquest-registry"));

export async function fetchRegistry(): Promise<ParsedRegistry | undefined> {
  try {
    // eslint-disable-next-line no-restricted-globals -- would load axios on every public page
    const response = await fetch("/mf/registry.json", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? parseRegistry(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

/** Falls back to the last valid registry in this browser, entirely or for unreadable entries. */
export async function fetchRegistryWithFallback(): Promise<ParsedRegistry | undefined> {
  const newest = await fetchRegistry();
  const fallback = newest?.unreadable.length === 0 ? undefined : readStored();
  if (!newest || !fallback) return store(newest) ?? fallback;
  const hasFallback = (part: string) => part in fallback.remotes;
  const fallbackEntries = newest.unreadable.filter(hasFallback).map((part) => [part, fallback.remotes[part]!]);
  return {
    ...newest,
    remotes: { ...newest.remotes, ...Object.fromEntries(fallbackEntries) },
    unreadable: newest.unreadable.filter((part) => !hasFallback(part)),
  };
}

function store(registry: ParsedRegistry | undefined): ParsedRegistry | undefined {
  try {
    if (registry?.unreadable.length === 0) localStorage.setItem(STORAGE_KEY, JSON.stringify(registry));
  } catch {
    // Storage is full or blocked; the copy is only a fallback.
  }
  return registry;
}

function readStored(): ParsedRegistry | undefined {
  try {
    return parseRegistry(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null"));
  } catch {
    return undefined;
  }
}

/** Validates by hand, since zod would be loaded by every page. A proxy or an older server may return something else. */
function parseRegistry(value: unknown): ParsedRegistry | undefined {
  const registry = (value ?? {}) as Registry;
  const { schema, revision, remotes } = registry;
  if (schema !== 2 || typeof revision !== "number" || typeof remotes !== "object" || remotes === null) return undefined;
  const read: ParsedRegistry = { ...registry, remotes: {}, unreadable: [] };
  for (const [part, entry] of Object.entries<RegistryRemote | null>(remotes)) {
    if (entry && isRelease(entry.current))
      read.remotes[part] = { ...entry, previous: isRelease(entry.previous) ? entry.previous : null };
    else read.unreadable.push(part);
  }
  return read;
}

const areStrings = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === "string");

/** Allowed elements and attributes of icons. Any other name could break the render of the whole menu. */
const SHAPE_NAMES =
  /^(?:shape|path|circle|ellipse|rect|line|polyline|polygon|d|points|fill|[cr][xy]|[xy][12]?|r|width|height)$/;
const isShape = (shape: Record<string, unknown>) =>
  areStrings([shape["shape"], ...Object.values(shape)]) &&
  [shape["shape"] as string, ...Object.keys(shape)].every((name) => SHAPE_NAMES.test(name));

function isRelease(release: Release | null): boolean {
  try {
    const { version, base, files, integrity, remote } = release!;
    return (
      areStrings([version, base, files.entry, remote.contract, ...Object.values(integrity)]) &&
      areStrings(files.scripts) &&
      areStrings(files.styles) &&
      remote.routes.every(
        ({ path, title, access, layout, data }) =>
          areStrings([path, title, layout]) && areStrings(data) && areStrings([access].flat()),
      ) &&
      remote.menu.every(
        ({ to, label, labels, icon, shapes, roles }) =>
          areStrings([to, label, icon, ...Object.values(labels ?? {})]) &&
          areStrings(roles) &&
          (shapes === undefined || shapes.every(isShape)),
      )
    );
  } catch {
    return false;
  }
}
