import { faultyBase, type Fault, isFault, type DeveloperSwitches } from "@conquest/shared/contracts/parts/developer";
import type { RegistryRemote, Release, Registry } from "@conquest/shared/contracts/parts/releases";
import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import { config, provideConfig } from "@conquest/shared/singletons/config";
import type { RegistryInput } from "../../registry/page-registry";
import type { ParsedRegistry } from "../../registry/load-registry";
import type { createSiteMap } from "../../registry/site-map";
import { loadLocalPart } from "../local-part";
import { currentSwitches, isLocal } from "./switches";

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

async function applyFault(entry: RegistryRemote, fault: Fault): Promise<RegistryRemote> {
  const { current, previous } = entry;
  return {
    ...entry,
    current: await faultyRelease(current, fault),
    previous: previous && (await faultyRelease(previous, fault)),
  };
}

type Remotes = Registry["remotes"];

async function switchedRemotes(remotes: Remotes, switches: DeveloperSwitches): Promise<Remotes> {
  const changes = Object.entries(switches).map(async ([part, switched]) => {
    const released = remotes[part];
    if (isLocal(switched)) return [part, await loadLocalPart(part, switched, released)] as const;
    return [part, released && isFault(switched) ? await applyFault(released, switched) : released] as const;
  });
  const changed = (await Promise.all(changes)).flatMap(([part, entry]) => (entry ? [[part, entry]] : []));
  return { ...remotes, ...(Object.fromEntries(changed) as Remotes) };
}

/**
 * Applies the switches to the registry, again on each read. `mapOf` is a parameter because importing it here would enlarge
 * the shell's main script for all visitors.
 */
export async function applyDeveloperSwitches(
  { first, source }: RegistryInput,
  mapOf: typeof createSiteMap,
): Promise<RegistryInput> {
  const applySwitches = async (registry: ParsedRegistry | undefined) =>
    registry && { ...registry, remotes: await switchedRemotes(registry.remotes, currentSwitches()) };
  const switches = currentSwitches();
  const remotes = await switchedRemotes(first.remotes, switches);
  // Dev servers provide no digests, which production would require.
  if (Object.values(switches).some(isLocal)) provideConfig({ ...config(), isProduction: false });
  const [rendered, current] = [first.remotes, remotes].map((each) =>
    mapOf({ remotes: () => each }).pageAt(location.pathname),
  );
  // The server does not know local parts, and React cannot hydrate the markup of another page.
  if (!isSamePage(rendered, current)) document.getElementById("conquest-drawn")?.remove();
  return {
    first: { ...first, remotes },
    source: {
      rest: async () => applySwitches(await source.rest()),
      newest: async () => applySwitches(await source.newest()),
    },
  };
}

const isSamePage = (one: SitePage | undefined, other: SitePage | undefined) =>
  one?.part === other?.part &&
  one?.route.path === other?.route.path &&
  one?.route.layout === other?.route.layout &&
  String(one?.route.access) === String(other?.route.access);
