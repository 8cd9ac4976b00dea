type Push = (...chunks: unknown[]) => unknown;

/** The global list has no version in its name: a late chunk of an abandoned release must not join the running one. */
export function createChunkList(base: string): unknown[] {
  const chunks: unknown[] = [];
  const filtered =
    (push: Push): Push =>
    (...pushed) =>
      isFrom(base) ? push(...pushed) : chunks.length;
  let push = filtered(Array.prototype.push.bind(chunks));
  Object.defineProperty(chunks, "push", {
    get: () => push,
    set: (runtimePush: Push) => void (push = filtered(runtimePush)),
  });
  return chunks;
}

/** Defines the global that the release's script sets. Ignores late scripts of abandoned releases. */
export function defineContainer(name: string, base: string): () => unknown {
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
