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
 * What the registry says to this page, with what is switched: whenever it is asked, what is switched then. `mapOf` is given, as
 * what this file imports of the shell's main script makes that larger for everybody.
 */
export async function switched({ first, source }: Known, mapOf: typeof siteMapOf): Promise<Known> {
  const within = async (registry: ReadRegistry | undefined) =>
    registry && { ...registry, remotes: await switchedRemotes(registry.remotes, currentSwitches()) };
  const switches = currentSwitches();
  const remotes = await switchedRemotes(first.remotes, switches);
  // Nobody knows digests of what is changed while it runs.
  if (Object.values(switches).some(isLocal)) provideConfig({ ...config(), isProduction: false });
  const [drawn, now] = [first.remotes, remotes].map((each) => mapOf({ remotes: () => each }).pageAt(location.pathname));
  // The server knows nothing of local parts: React cannot go on from another page than this one.
  if (!isSame(drawn, now)) document.getElementById("conquest-drawn")?.remove();
  return {
    first: { ...first, remotes },
    source: { rest: async () => within(await source.rest()), newest: async () => within(await source.newest()) },
  };
}

const isSame = (one: SitePage | undefined, other: SitePage | undefined) =>
  one?.part === other?.part &&
  one?.route.path === other?.route.path &&
  one?.route.layout === other?.route.layout &&
  String(one?.route.access) === String(other?.route.access);
