import { faultyBase, type Fault } from "@conquest/shared/contracts/parts/developer";
import type { RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";

const TOO_NEW = "^99.0.0";

async function digestOf(address: string): Promise<string | undefined> {
  // eslint-disable-next-line no-restricted-globals -- a file of a release, not the API
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-384", await response.arrayBuffer()));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** Points the release at the server's URL for the fault; everything else works as for any release. */
async function faultyRelease(release: Release, fault: Fault): Promise<Release> {
  if (fault === "skew") return { ...release, remote: { ...release.remote, contract: TOO_NEW } };
  const base = faultyBase(release.base, fault);
  const { entry } = release.files;
  // A crashing release must pass the integrity check, otherwise it would count as tampered.
  const digest = fault === "crash" && release.integrity[entry] ? await digestOf(base + entry) : undefined;
  return { ...release, base, integrity: { ...release.integrity, ...(digest && { [entry]: digest }) } };
}

export async function applyFault(entry: RegistryRemote, fault: Fault): Promise<RegistryRemote> {
  const { current, previous } = entry;
  return {
    ...entry,
    current: await faultyRelease(current, fault),
    previous: previous && (await faultyRelease(previous, fault)),
  };
}
