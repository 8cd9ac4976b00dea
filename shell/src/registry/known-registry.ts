import type { Registry, RegistryRemote } from "@conquest/shared/contracts/parts/releases";
import type { ReadRegistry } from "./load-registry";

type Remotes = Registry["remotes"];

/** What this page knows of the registry: first what its HTML carries, which is about its own part, then everything. */
export interface KnownRegistry {
  remotes(): Remotes;
  /** Whether there is nothing more to know. */
  isWhole(): boolean;
  /** Whether there is nothing more to know, or the rest was asked for and this is what could be had. */
  hasAsked(): boolean;
  /** Gets the rest, once; what is known stays, a page keeps the releases it began with. */
  complete(): Promise<void>;
  /** Forgets which releases of a part the page began with, for those there are now. What cannot be read stays as it is known. */
  renew(part: string): Promise<void>;
  /** What the registry says of a part at this moment; undefined where it cannot be read. What the page knows stays. */
  now(part: string): Promise<RegistryRemote | undefined>;
  subscribe(listener: () => void): () => void;
}

/** Where a registry comes from; undefined when it cannot be had. */
export interface RegistrySource {
  /** The whole one, if need be one from before. */
  rest: () => Promise<ReadRegistry | undefined>;
  /** The whole one of this moment. */
  newest: () => Promise<ReadRegistry | undefined>;
}

/** What a page's HTML says of it, and where the rest is. */
export interface Known {
  first: Pick<Registry, "remotes"> & { isWhole?: true | undefined };
  source: RegistrySource;
}

/** `source` null: `first` is all there will ever be. */
export function knownRegistry(first: Known["first"], source: RegistrySource | null): KnownRegistry {
  let { remotes } = first;
  let isWhole = source === null || first.isWhole === true;
  let hasAsked = false;
  let completing: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function take(whole: ReadRegistry, begunWith: Remotes): void {
    remotes = {
      ...whole.remotes,
      ...Object.fromEntries(
        Object.entries(begunWith).map(([part, known]) => [part, joined(known, whole.remotes[part])]),
      ),
    };
    isWhole = whole.unreadable.every((part) => remotes[part]);
    listeners.forEach((listener) => listener());
  }

  async function readRest(): Promise<void> {
    const whole = await source!.rest();
    completing = undefined;
    hasAsked = true;
    if (whole) take(whole, remotes);
    else listeners.forEach((listener) => listener());
  }

  return {
    remotes: () => remotes,
    isWhole: () => isWhole,
    hasAsked: () => isWhole || hasAsked,
    complete: () => (isWhole ? Promise.resolve() : (completing ??= readRest())),
    renew: async (part) => {
      const whole = await source?.newest();
      if (!whole) return;
      const { [part]: begunWith, ...others } = remotes;
      take(whole, begunWith && !whole.remotes[part] ? remotes : others);
    },
    now: async (part) => (await source?.newest())?.remotes[part],
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The part whose page this is: the release it began with, and now all its pages, files and the one to fall back to. */
function joined(known: RegistryRemote, whole: RegistryRemote | undefined): RegistryRemote {
  if (!whole) return known;
  const releases = [whole.current, ...(whole.previous ? [whole.previous] : [])];
  const same = releases.find(({ version }) => version === known.current.version);
  const current = same ?? { ...whole.current, ...known.current, remote: whole.current.remote };
  return { ...whole, current, previous: releases.find(({ version }) => version !== current.version) ?? null };
}
