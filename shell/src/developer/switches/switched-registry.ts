import { isFault, type Switches } from "@conquest/shared/contracts/parts/developer";
import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { config, provideConfig } from "@conquest/shared/singletons/config";
import type { Known } from "../../registry/known-registry";
import type { ReadRegistry } from "../../registry/load-registry";
import type { siteMapOf } from "../../registry/site-map";
import { faultyPart } from "../faulty-part";
import { localPart } from "../local-part";
import { currentSwitches, isLocal } from "./switches";

type Remotes = Registry["remotes"];

async function switchedRemotes(remotes: Remotes, switches: Switches): Promise<Remotes> {
  const changes = Object.entries(switches).map(async ([part, switched]) => {
    const released = remotes[part];
    if (isLocal(switched)) return [part, await localPart(part, switched, released)] as const;
    return [part, released && isFault(switched) ? await faultyPart(released, switched) : released] as const;
  });
  const changed = (await Promise.all(changes)).flatMap(([part, entry]) => (entry ? [[part, entry]] : []));
  return { ...remotes, ...(Object.fromEntries(changed) as Remotes) };
}

/**
 * Applies the switches to the registry, again on each read. `mapOf` is a parameter because importing it here would enlarge
 * the shell's main script for all visitors.
 */
export async function switched({ first, source }: Known, mapOf: typeof siteMapOf): Promise<Known> {
  const applySwitches = async (registry: ReadRegistry | undefined) =>
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
