type Push = (...chunks: unknown[]) => unknown;

/**
 * The list that webpack's chunks put themselves into, for one release of a part. The list's name is that of the part alone: a
 * chunk of a release that was given up, and arrives now, would otherwise bring its modules into the one that runs instead.
 * `base`: the address of the release's folder.
 */
export function chunkListOf(base: string): unknown[] {
  const chunks: unknown[] = [];
  const only =
    (push: Push): Push =>
    (...given) =>
      isFrom(base) ? push(...given) : chunks.length;
  let push = only(Array.prototype.push.bind(chunks));
  // The release's own runtime puts its way of taking chunks here.
  Object.defineProperty(chunks, "push", { get: () => push, set: (own: Push) => void (push = only(own)) });
  return chunks;
}

/**
 * Makes room for the container of one release, which its script leaves in the page under the part's name, and gives what is
 * there then: nothing of the script of another release, which was given up and arrives now.
 */
export function containerOf(name: string, base: string): () => unknown {
  let container: unknown;
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => container,
    set: (brought: unknown) => {
      if (isFrom(base)) container = brought;
    },
  });
  return () => container;
}

const isFrom = (base: string) => (document.currentScript as HTMLScriptElement | null)?.src.startsWith(base) === true;
