import type { Registry, RegistryRemote } from "@conquest/shared/contracts/releases";

type Remotes = Registry["remotes"];

/** What this page knows of the registry: first what its HTML carries, which is about its own part, then everything. */
export interface KnownRegistry {
  remotes(): Remotes;
  /** Whether there is nothing more to know. */
  isWhole(): boolean;
  /** Gets the rest, once; what is known stays, a page keeps the releases it began with. */
  complete(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** `rest` reads the whole registry, or answers undefined when it cannot be had; null: `first` is all there is. */
export function knownRegistry(first: Pick<Registry, "remotes">, rest: (() => Promise<Registry | undefined>) | null): KnownRegistry {
  let { remotes } = first;
  let isWhole = rest === null;
  let completing: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function readRest(): Promise<void> {
    const whole = await rest!();
    completing = undefined;
    if (!whole) return;
    remotes = { ...whole.remotes, ...Object.fromEntries(Object.entries(remotes).map(([part, known]) => [part, joined(known, whole.remotes[part])])) };
    isWhole = true;
    listeners.forEach((listener) => listener());
  }

  return {
    remotes: () => remotes,
    isWhole: () => isWhole,
    complete: () => (isWhole ? Promise.resolve() : (completing ??= readRest())),
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
