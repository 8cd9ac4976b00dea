import { config } from "@conquest/shared/singletons/config";

const digests = new Map<string, string>();

/** Notes what the files below `base` must look like: `sha384-…` by file name. */
export function expectDigests(base: string, byName: Record<string, string>): void {
  for (const [name, digest] of Object.entries(byName))
    digests.set(new URL(base + name, location.href).pathname, digest);
}

/** The same for the shell's own files, which its HTML lists. They lie beside `script`. */
export function expectShellDigests(script: string, listed: unknown): void {
  if (isByName(listed)) expectDigests(new URL(".", script).pathname, listed);
}

const isByName = (listed: unknown): listed is Record<string, string> =>
  typeof listed === "object" && listed !== null && Object.values(listed).every((digest) => typeof digest === "string");

/** The digest to demand of a file, or "" where none is known. In production nothing is loaded without one. */
export function integrityOf(address: string): string {
  const digest = digests.get(new URL(address, location.href).pathname) ?? "";
  if (!digest && config().isProduction) throw new Error(`${address} has no known digest and is not loaded.`);
  return digest;
}

declare global {
  /** Asked by every part's own loading of chunks and their css, see shared/build/plugins/integrity-plugin.mjs. */
  var conquestIntegrity: typeof integrityOf | undefined;
}
globalThis.conquestIntegrity = integrityOf;
