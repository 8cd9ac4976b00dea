import type { RemoteJson } from "@conquest/shared/contracts/parts/remote";
import type { RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";

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
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
  return (await response.json()) as T;
}

/** Such as `localhost:3001`. It equals no release's version, so server-rendered pages are rendered again. */
export const localVersion = (origin: string) => origin.replace("http://", "");

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
export async function loadLocalPart(
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
    if (remoteJson.name !== part) throw new Error(`${origin} serves ${remoteJson.name}, and not ${part}`);
    return {
      ...enabled,
      current: { ...local, files: filesOf(manifest), remote: completeRemoteJson(remoteJson, released) },
    };
  } catch (cause) {
    // eslint-disable-next-line no-console -- for the developer who set the switch
    console.warn(`[conquest] ${part} cannot be had from ${origin}:`, cause);
    if (!released) return undefined;
    const { current } = released;
    return {
      ...enabled,
      current: { ...current, ...local, files: { ...current.files, scripts: [], styles: [], pages: {} } },
    };
  }
}
