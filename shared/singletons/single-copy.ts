const MARK = Symbol.for("conquest.single-copy");

/** Throws on a second copy: a missing share setting would leave a user signed in on only half of the page. */
export function assertSingleCopy(name: string): void {
  const loaded = ((globalThis as Record<symbol, unknown>)[MARK] ??= new Set<string>()) as Set<string>;
  if (loaded.has(name)) throw new Error(`A second copy of ${name} was loaded. Is it missing from the shared modules?`);
  loaded.add(name);
}
