import { z } from "zod";
import { remoteJson } from "./remote";

/** One build of a part. All addresses are below `base`; nothing under it ever changes. */
export const release = z.object({
  version: z.string(),
  /** Like `/mf/mf-public/3f9a…/`. */
  base: z.string(),
  /** The federation manifest (`mf-manifest.json`) itself, so that nobody has to fetch it. */
  manifest: z.record(z.string(), z.unknown()),
  /** `sha384-…` of every script and stylesheet, by file name below `base`. */
  integrity: z.record(z.string(), z.string()),
  remote: remoteJson,
});
export type Release = z.infer<typeof release>;

export const registryRemote = z.object({
  current: release,
  /** Loaded when `current` does not. */
  previous: release.nullable(),
  isEnabled: z.boolean(),
  /** Why it is disabled, as a sentence for the people who use the site. */
  reason: z.string().nullable(),
});

/** What the shell may load, as inlined in the HTML and answered by GET /mf/registry.json. */
export const registry = z.object({
  schema: z.literal(1),
  /** Grows with every change. */
  revision: z.number().int(),
  /** By part name, like `mf-public`. */
  remotes: z.record(z.string(), registryRemote),
});
export type Registry = z.infer<typeof registry>;
export type RegistryRemote = z.infer<typeof registryRemote>;

/** As much of a federation manifest as the site relies on. */
const federationManifest = z.object({
  name: z.string(),
  metaData: z.object({ remoteEntry: z.object({ name: z.string().min(1), path: z.string().default("") }) }),
  exposes: z.array(z.object({ path: z.string(), assets: z.object({ js: assets(), css: assets() }) })),
});

function assets() {
  return z.object({ sync: z.array(z.string()).default([]), async: z.array(z.string()).default([]) });
}

/** The one module that every remote exposes: its pages. */
export const EXPOSED = "./routes";

/** Files of a remote by their names below its base. */
export interface RemoteFiles {
  /** The container's name, as its script announces itself. */
  container: string;
  entry: string;
  /** What the first page needs beside the entry. */
  scripts: string[];
  styles: string[];
  /** What is loaded when it is asked for. */
  later: string[];
}

/** The files that a federation manifest names for {@link EXPOSED}; null when it has another shape or does not expose that. */
export function filesOfManifest(manifest: unknown): RemoteFiles | null {
  const { data } = federationManifest.safeParse(manifest);
  const routes = data?.exposes.find(({ path }) => path === EXPOSED);
  if (!data || !routes) return null;
  const { name, path } = data.metaData.remoteEntry;
  const { js, css } = routes.assets;
  return { container: data.name, entry: path + name, scripts: js.sync, styles: css.sync, later: [...js.async, ...css.async] };
}
