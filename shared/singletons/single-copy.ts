const MARK = Symbol.for("conquest.single-copy");

/**
 * Throws when a module that must exist once in a page is evaluated a second time: the symptom of a share
 * setting gone missing would otherwise be a person who is signed in on one half of the page only.
 */
export function assertSingleCopy(name: string): void {
  const loaded = ((globalThis as Record<symbol, unknown>)[MARK] ??= new Set<string>()) as Set<string>;
  if (loaded.has(name)) throw new Error(`A second copy of ${name} was loaded. Is it missing from the shared modules?`);
  loaded.add(name);
}
