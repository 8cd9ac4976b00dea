import { faultyBase, type Fault } from "@conquest/shared/contracts/parts/developer";
import type { RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";

/** Newer than any page has. */
const TOO_NEW = "^99.0.0";

/** What the server says of a file, as the integrity attribute wants it; undefined when it says nothing. */
async function digestOf(address: string): Promise<string | undefined> {
  // eslint-disable-next-line no-restricted-globals -- a file of a release, not the API
  const answer = await fetch(address).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-384", await answer.arrayBuffer()));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** Its files are asked for where the server answers with the fault: all the rest is what happens to any release. */
async function faultyRelease(release: Release, fault: Fault): Promise<Release> {
  if (fault === "skew") return { ...release, remote: { ...release.remote, contract: TOO_NEW } };
  const base = faultyBase(release.base, fault);
  const { entry } = release.files;
  // A release that crashes is one as it was built, and not one that was changed on its way.
  const digest = fault === "crash" && release.integrity[entry] ? await digestOf(base + entry) : undefined;
  return { ...release, base, integrity: { ...release.integrity, ...(digest && { [entry]: digest }) } };
}

/** A part with a fault, in its current release and in the one before. */
export async function faultyPart(entry: RegistryRemote, fault: Fault): Promise<RegistryRemote> {
  const { current, previous } = entry;
  return {
    ...entry,
    current: await faultyRelease(current, fault),
    previous: previous && (await faultyRelease(previous, fault)),
  };
}
