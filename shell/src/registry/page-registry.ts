import type { Registry, RegistryRemote } from "@conquest/shared/contracts/parts/releases";
import type { ParsedRegistry } from "./load-registry";

type Remotes = Registry["remotes"];

/** This page's view of the registry: first the entry inlined in its HTML, later all of it. */
export interface PageRegistry {
  remotes(): Remotes;
  isWhole(): boolean;
  hasAsked(): boolean;
  /** Loads the full registry once. Known parts keep the releases that the page started with. */
  complete(): Promise<void>;
  /** Replaces a part's releases with the current ones. An unreadable entry keeps the known one. */
  renew(part: string): Promise<void>;
  /** Reads a part's current entry without changing this page's view; undefined if it cannot be read. */
  now(part: string): Promise<RegistryRemote | undefined>;
  subscribe(listener: () => void): () => void;
}

export interface RegistrySource {
  /** May return an earlier registry as a fallback. */
  rest: () => Promise<ParsedRegistry | undefined>;
  newest: () => Promise<ParsedRegistry | undefined>;
}

export interface RegistryInput {
  first: Pick<Registry, "remotes"> & { isWhole?: true | undefined };
  source: RegistrySource;
}

export function createPageRegistry(first: RegistryInput["first"], source: RegistrySource | null): PageRegistry {
  let { remotes } = first;
  let isWhole = source === null || first.isWhole === true;
  let hasAsked = false;
  let completing: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function merge(registry: ParsedRegistry, initial: Remotes): void {
    remotes = {
      ...registry.remotes,
      ...Object.fromEntries(
        Object.entries(initial).map(([part, known]) => [part, mergeEntry(known, registry.remotes[part])]),
      ),
    };
    isWhole = registry.unreadable.every((part) => remotes[part]);
    listeners.forEach((listener) => listener());
  }

  async function readRest(): Promise<void> {
    const registry = await source!.rest();
    completing = undefined;
    hasAsked = true;
    if (registry) merge(registry, remotes);
    else listeners.forEach((listener) => listener());
  }

  return {
    remotes: () => remotes,
    isWhole: () => isWhole,
    hasAsked: () => isWhole || hasAsked,
    complete: () => (isWhole ? Promise.resolve() : (completing ??= readRest())),
    renew: async (part) => {
      const registry = await source?.newest();
      if (!registry) return;
      const { [part]: initial, ...others } = remotes;
      merge(registry, initial && !registry.remotes[part] ? remotes : others);
    },
    now: async (part) => (await source?.newest())?.remotes[part],
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function mergeEntry(known: RegistryRemote, entry: RegistryRemote | undefined): RegistryRemote {
  if (!entry) return known;
  const releases = [entry.current, ...(entry.previous ? [entry.previous] : [])];
  const same = releases.find(({ version }) => version === known.current.version);
  const current = same ?? { ...entry.current, ...known.current, remote: entry.current.remote };
  return { ...entry, current, previous: releases.find(({ version }) => version !== current.version) ?? null };
}
