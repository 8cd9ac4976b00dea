import { faultyBase, isFault, type Fault, type DeveloperSwitches } from "@conquest/shared/contracts/parts/developer";
import type { RegistryRemote, Release, Registry } from "@conquest/shared/contracts/parts/releases";
import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import { config, provideConfig } from "@conquest/shared/singletons/config";
import { splitPath } from "../../language/page-path";
import type { RegistryInput } from "../../registry/page-registry";
import type { ParsedRegistry } from "../../registry/load-registry";
import type { createSiteMap } from "../../registry/site-map";
import { currentSwitches, isLocal } from "./switches";
import type { RemoteJson } from "@conquest/shared/contracts/parts/remote";

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

/** Applies the switches on each read. `mapOf` is a parameter: importing it would enlarge the main script for all. */
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
    mapOf({ remotes: () => each }).pageAt(splitPath(location.pathname).path),
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

/** Covers compilation: a dev server responds only after it, while a stopped one fails at once. */
const DEV_SERVER_TIMEOUT_MS = 15_000;

interface Assets {
  sync?: string[];
}

interface Manifest {
  name: string;
  metaData: { remoteEntry: { name: string; path?: string } };
  exposes: { assets: { js: Assets; css: Assets } }[];
}

async function read<T>(address: string): Promise<T> {
  // eslint-disable-next-line no-restricted-globals -- a dev server, not the API
  const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(DEV_SERVER_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return (await response.json()) as T;
}

/** Such as `localhost:3001`. It equals no release's version, so server-rendered pages are rendered again. */
const localVersion = (origin: string) => origin.replace("http://", "");

function filesOf({ name: container, metaData, exposes }: Manifest): Release["files"] {
  const { name, path = "" } = metaData.remoteEntry;
  const { js, css } = exposes[0]!.assets;
  return { container, entry: path + name, scripts: js.sync ?? [], styles: css.sync ?? [], pages: {} };
}

/** Fills the optional fields of a remote.json. Custom icons are files that only the server reads, so their shapes come from the release. */
function completeRemoteJson(
  { routes, menu = [], ...remoteJson }: RemoteJson,
  released: RegistryRemote | undefined,
): RemoteJson {
  const releasedMenu = released?.current.remote.menu ?? [];
  return {
    ...remoteJson,
    routes: routes.map((route) => ({ ...route, data: route.data ?? [] })),
    menu: menu.map((entry) => ({
      ...entry,
      shapes: entry.shapes ?? releasedMenu.find(({ to }) => to === entry.to)?.shapes,
    })),
  };
}

/** Reads a part from the dev server at `origin`; falls back to its released remote.json without loadable files. */
async function loadLocalPart(
  part: string,
  origin: string,
  released: RegistryRemote | undefined,
): Promise<RegistryRemote | undefined> {
  const enabled = { previous: null, isEnabled: true, reason: null };
  const local = { version: localVersion(origin), base: `${origin}/`, integrity: {} };
  try {
    const [manifest, remoteJson] = await Promise.all([
      read<Manifest>(`${origin}/mf-manifest.json`),
      read<RemoteJson>(`${origin}/remote.json`),
    ]);
    if (remoteJson.name !== part) throw new Error(`${origin} serves ${remoteJson.name}, not ${part}`);
    return {
      ...enabled,
      current: { ...local, files: filesOf(manifest), remote: completeRemoteJson(remoteJson, released) },
    };
  } catch (cause) {
    // eslint-disable-next-line no-console -- for the developer who set the switch
    console.warn(`[conquest] ${part} couldn't be loaded from ${origin}:`, cause);
    if (!released) return undefined;
    const { current } = released;
    return {
      ...enabled,
      current: { ...current, ...local, files: { ...current.files, scripts: [], styles: [], pages: {} } },
    };
  }
}
