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
      (document.currentScript as HTMLScriptElement | null)?.src.startsWith(base) ? push(...given) : chunks.length;
  let push = only(Array.prototype.push.bind(chunks));
  // The release's own runtime puts its way of taking chunks here.
  Object.defineProperty(chunks, "push", { get: () => push, set: (own: Push) => void (push = only(own)) });
  return chunks;
}
