import type { RemoteJson } from "@conquest/shared/contracts/parts/remote";
import type { RegistryRemote, Release } from "@conquest/shared/contracts/parts/releases";

/** A dev server answers when it is done with compiling; one that is not there refuses at once. */
const PATIENCE_MS = 15_000;

interface Assets {
  sync?: string[];
}

/** As much as is read here of the manifest that a dev server writes. */
interface Manifest {
  name: string;
  metaData: { remoteEntry: { name: string; path?: string } };
  exposes: { assets: { js: Assets; css: Assets } }[];
}

async function read<T>(address: string): Promise<T> {
  // eslint-disable-next-line no-restricted-globals -- a dev server, not the API
  const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
  return (await answer.json()) as T;
}

/** `localhost:3001`: a page of it is none of a release, and is drawn anew where the server has drawn it. */
export const localVersion = (origin: string) => origin.replace("http://", "");

function filesOf({ name: container, metaData, exposes }: Manifest): Release["files"] {
  const { name, path = "" } = metaData.remoteEntry;
  const { js, css } = exposes[0]!.assets;
  return { container, entry: path + name, scripts: js.sync ?? [], styles: css.sync ?? [], pages: {} };
}

/** As it is written in the part's folder: what may be left out is left out, and an icon of its own is a file that only the server reads. */
function faceOf({ routes, menu = [], ...face }: RemoteJson, released: RegistryRemote | undefined): RemoteJson {
  const known = released?.current.remote.menu ?? [];
  return {
    ...face,
    routes: routes.map((route) => ({ ...route, data: route.data ?? [] })),
    menu: menu.map((entry) => ({ ...entry, shapes: entry.shapes ?? known.find(({ to }) => to === entry.to)?.shapes })),
  };
}

/**
 * A part as the dev server at `origin` has it now. Where that does not answer, the part keeps the face of its release and
 * cannot be loaded; one that was never released is then not there.
 */
export async function localPart(
  part: string,
  origin: string,
  released: RegistryRemote | undefined,
): Promise<RegistryRemote | undefined> {
  const whole = { previous: null, isEnabled: true, reason: null };
  const own = { version: localVersion(origin), base: `${origin}/`, integrity: {} };
  try {
    const [manifest, face] = await Promise.all([
      read<Manifest>(`${origin}/mf-manifest.json`),
      read<RemoteJson>(`${origin}/remote.json`),
    ]);
    if (face.name !== part) throw new Error(`${origin} serves ${face.name}, and not ${part}`);
    return { ...whole, current: { ...own, files: filesOf(manifest), remote: faceOf(face, released) } };
  } catch (cause) {
    // eslint-disable-next-line no-console -- for whoever has pointed the site there
    console.warn(`[conquest] ${part} cannot be had from ${origin}:`, cause);
    if (!released) return undefined;
    const { current } = released;
    return {
      ...whole,
      current: { ...current, ...own, files: { ...current.files, scripts: [], styles: [], pages: {} } },
    };
  }
}
