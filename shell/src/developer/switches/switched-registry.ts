import { isFault, type DeveloperSwitches } from "@conquest/shared/contracts/parts/developer";
import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { config, provideConfig } from "@conquest/shared/singletons/config";
import type { RegistryInput } from "../../registry/page-registry";
import type { ParsedRegistry } from "../../registry/load-registry";
import type { createSiteMap } from "../../registry/site-map";
import { applyFault } from "../faulty-part";
import { loadLocalPart } from "../local-part";
import { currentSwitches, isLocal } from "./switches";

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
