import { config } from "@conquest/shared/singletons/config";

const digests = new Map<string, string>();

/** Registers the expected digests of the files below `base`: `sha384-…` by file name. */
export function registerDigests(base: string, byName: Record<string, string>): void {
  for (const [name, digest] of Object.entries(byName))
    digests.set(new URL(base + name, location.href).pathname, digest);
}

export function registerShellDigests(script: string, listed: unknown): void {
  if (isDigestMap(listed)) registerDigests(new URL(".", script).pathname, listed);
}

const isDigestMap = (listed: unknown): listed is Record<string, string> =>
  typeof listed === "object" && listed !== null && Object.values(listed).every((digest) => typeof digest === "string");

/** Returns a file's expected digest, or "" if it is unknown. Throws in production if it is unknown. */
export function integrityOf(address: string): string {
  const digest = digests.get(new URL(address, location.href).pathname) ?? "";
  if (!digest && config().isProduction) throw new Error(`${address} has no known digest and is not loaded.`);
  return digest;
}

declare global {
  /** Called by each part's chunk loader, see shared/build/plugins/integrity-plugin.mjs. */
  var conquestIntegrity: typeof integrityOf | undefined;
}
globalThis.conquestIntegrity = integrityOf;
