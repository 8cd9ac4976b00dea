import type { Registry, RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";
import { http } from "@conquest/shared/singletons/http";
import { pageData } from "./page-data";

const LAST_GOOD = "conquest.registry";
const DEADLINE_MS = 4000;

/** A registry without the entries that cannot be read: each of them takes its own part out, and no other. */
export interface ReadRegistry extends Registry {
  unreadable: string[];
}

/** As much of the registry as came inside the page, ready before anything is drawn. */
export const inlinedRegistry = (): ReadRegistry | undefined => readable(pageData("conquest-registry"));

/** The whole registry as the server has it now; undefined when it cannot be had. */
export async function newestRegistry(): Promise<ReadRegistry | undefined> {
  const answer = await http.get<unknown>("/mf/registry.json", { timeout: DEADLINE_MS }).catch(() => undefined);
  return readable(answer?.data);
}

/**
 * The whole registry: from the server, else the last one that this browser could use, of which an entry also stands in for
 * one that cannot be read. Undefined when there is neither; what the page knows by itself then has to do.
 */
export async function fetchedRegistry(): Promise<ReadRegistry | undefined> {
  const newest = await newestRegistry();
  const before = newest?.unreadable.length === 0 ? undefined : lastGood();
  if (!newest || !before) return remember(newest) ?? before;
  const isKept = (part: string) => part in before.remotes;
  const kept = newest.unreadable.filter(isKept).map((part) => [part, before.remotes[part]!]);
  return {
    ...newest,
    remotes: { ...newest.remotes, ...Object.fromEntries(kept) },
    unreadable: newest.unreadable.filter((part) => !isKept(part)),
  };
}

function remember(registry: ReadRegistry | undefined): ReadRegistry | undefined {
  try {
    if (registry?.unreadable.length === 0) localStorage.setItem(LAST_GOOD, JSON.stringify(registry));
  } catch {
    // No room or no permission: it is only a reserve.
  }
  return registry;
}

function lastGood(): ReadRegistry | undefined {
  try {
    return readable(JSON.parse(localStorage.getItem(LAST_GOOD) ?? "null"));
  } catch {
    return undefined;
  }
}

/** Our own server wrote it, or an older one of ours, or something on the way did. By hand: the validator would come to every page. */
function readable(value: unknown): ReadRegistry | undefined {
  const registry = (value ?? {}) as Registry;
  const { schema, revision, remotes } = registry;
  if (schema !== 2 || typeof revision !== "number" || typeof remotes !== "object" || remotes === null) return undefined;
  const read: ReadRegistry = { ...registry, remotes: {}, unreadable: [] };
  for (const [part, entry] of Object.entries<RegistryRemote | null>(remotes)) {
    if (entry && isRelease(entry.current))
      read.remotes[part] = { ...entry, previous: isRelease(entry.previous) ? entry.previous : null };
    else read.unreadable.push(part);
  }
  return read;
}

const areTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === "string");

/** What an icon is drawn with: an element or an attribute of any other name could stop the drawing of the whole menu. */
const OF_SHAPES =
  /^(?:shape|path|circle|ellipse|rect|line|polyline|polygon|d|points|fill|[cr][xy]|[xy][12]?|r|width|height)$/;
const isShape = (shape: Record<string, unknown>) =>
  areTexts([shape["shape"], ...Object.values(shape)]) &&
  [shape["shape"] as string, ...Object.keys(shape)].every((name) => OF_SHAPES.test(name));

/** Whether all that the frame and the loading of parts read of it is there. */
function isRelease(release: Release | null): boolean {
  try {
    const { version, base, files, integrity, remote } = release!;
    return (
      areTexts([version, base, files.entry, remote.contract, ...Object.values(integrity)]) &&
      areTexts(files.scripts) &&
      areTexts(files.styles) &&
      remote.routes.every(
        ({ path, title, access, layout, data }) =>
          areTexts([path, title, layout]) && areTexts(data) && areTexts([access].flat()),
      ) &&
      remote.menu.every(
        ({ to, label, icon, shapes, roles }) =>
          areTexts([to, label, icon]) && areTexts(roles) && (shapes === undefined || shapes.every(isShape)),
      )
    );
  } catch {
    return false;
  }
}
