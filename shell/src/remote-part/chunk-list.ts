type Push = (...chunks: unknown[]) => unknown;

/**
 * Creates webpack's chunk list for the release at `base`. Its global name does not include the version, so a late chunk of an
 * abandoned release would otherwise install its modules into the running one.
 */
export function chunkListOf(base: string): unknown[] {
  const chunks: unknown[] = [];
  const filtered =
    (push: Push): Push =>
    (...pushed) =>
      isFrom(base) ? push(...pushed) : chunks.length;
  let push = filtered(Array.prototype.push.bind(chunks));
  // The release's webpack runtime replaces push.
  Object.defineProperty(chunks, "push", {
    get: () => push,
    set: (runtimePush: Push) => void (push = filtered(runtimePush)),
  });
  return chunks;
}

/**
 * Defines the global that the script of the release at `base` sets to its container, and returns a getter for it. Ignores late
 * scripts of abandoned releases.
 */
export function containerOf(name: string, base: string): () => unknown {
  let container: unknown;
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => container,
    set: (value: unknown) => {
      if (isFrom(base)) container = value;
    },
  });
  return () => container;
}

const isFrom = (base: string) => (document.currentScript as HTMLScriptElement | null)?.src.startsWith(base) === true;
